import { memo, useMemo } from 'react';
import {
  touches,
  type LayoutEdge,
  type Point,
  type Size,
  type TreeLayout,
} from '../../src/document/layout/index.ts';
import styles from './View.module.css';

/** Radius of the corners of a line. */
const RADIUS = 8;

/** A line of straight parts with round corners, as an SVG path. */
function pathOf([first, ...rest]: readonly Point[]): string {
  if (!first) return '';
  let path = `M${first.x} ${first.y}`;
  rest.forEach((point, at) => {
    const next = rest[at + 1];
    const before = at === 0 ? first : rest[at - 1]!;
    if (!next) {
      path += `L${point.x} ${point.y}`;
      return;
    }
    const into = towards(point, before);
    const out = towards(point, next);
    path += `L${into.x} ${into.y}Q${point.x} ${point.y} ${out.x} ${out.y}`;
  });
  return path;
}
/** A point on the way from a corner, no further than half of it. */
function towards(corner: Point, to: Point): Point {
  const length = Math.hypot(to.x - corner.x, to.y - corner.y);
  const by = length === 0 ? 0 : Math.min(RADIUS, length / 2) / length;
  return { x: corner.x + (to.x - corner.x) * by, y: corner.y + (to.y - corner.y) * by };
}

/** The nodes that are lit, in order, and those of them where the path stops. */
export interface LitPath {
  readonly lit: readonly string[];
  readonly ends: readonly string[];
}

/** A line is lit when it lies between two nodes of the path, or where the path goes on. */
function isLit({ from, to }: LayoutEdge, { lit, ends }: LitPath): boolean {
  if (lit.length === 0) return false;
  const passed = from === undefined || (lit.includes(from) && !ends.includes(from));
  return passed && (to === undefined ? from !== undefined : lit.includes(to));
}

/** Paths of the lines in reach: the plain ones, and those that are lit. */
function pathsIn(
  { edges }: TreeLayout,
  band: (Point & Size) | null,
  path: LitPath,
): [plain: string, bright: string] {
  const near = edges.filter(({ points }) => band === null || touches(band, ...points));
  const drawn = (wanted: boolean): string =>
    near
      .filter((edge) => isLit(edge, path) === wanted)
      .map(({ points }) => pathOf(points))
      .join('');
  return [drawn(false), drawn(true)];
}

/** The lines in reach. */
export const Lines = memo(function Lines({
  layout,
  band,
  path,
}: {
  layout: TreeLayout;
  band: (Point & Size) | null;
  path: LitPath;
}) {
  const [plain, bright] = useMemo(() => pathsIn(layout, band, path), [layout, band, path]);
  return (
    <svg
      className={styles.edges}
      width={Math.max(1, layout.width)}
      height={Math.max(1, layout.height)}
      aria-hidden
    >
      <path className={styles.edge} d={plain} />
      <path className={styles.litEdge} d={bright} />
    </svg>
  );
});
