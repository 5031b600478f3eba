import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { useStable } from '../../src/ui/hooks/index.ts';
import type { PageScope } from '../../src/runtime/scope/index.ts';
import { elementsOf } from '../../src/view/inspect/index.ts';
import styles from './View.module.css';

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}
const SHORT = 24;

const visibleBoxes = (stage: HTMLElement, scope: PageScope, id: string): DOMRect[] =>
  elementsOf(stage, scope, id)
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
/**
 * The ring around everything a node drew, on the stage's terms; null when it drew nothing that can
 * be seen.
 */
function boxOf(stage: HTMLElement, scope: PageScope, id: string): Box | null {
  const around = stage.getBoundingClientRect();
  const boxes = visibleBoxes(stage, scope, id);
  if (boxes.length === 0) return null;
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  return {
    left: left - around.left + stage.scrollLeft,
    top: top - around.top + stage.scrollTop,
    width: Math.max(...boxes.map((box) => box.right)) - left,
    height: Math.max(...boxes.map((box) => box.bottom)) - top,
  };
}
const sameBox = (a: Box | null, b: Box | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.left === b.left &&
    a.top === b.top &&
    a.width === b.width &&
    a.height === b.height);

/**
 * Measures in the next frame, and after every change and scroll inside: the page draws and changes
 * asynchronously. Returns how to stop.
 */
function whenMoved(element: HTMLElement, measure: () => void): () => void {
  let frame = 0;
  const soon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(measure);
  };
  const changes = new MutationObserver(soon);
  changes.observe(element.firstElementChild ?? element, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['class', 'style', 'hidden'],
  });
  const sizes = typeof ResizeObserver === 'function' ? new ResizeObserver(soon) : null;
  sizes?.observe(element);
  element.addEventListener('scroll', soon, true);
  soon();
  return () => {
    cancelAnimationFrame(frame);
    changes.disconnect();
    sizes?.disconnect();
    element.removeEventListener('scroll', soon, true);
  };
}

/** Follows a node while the page around it grows, shrinks and scrolls. */
function useBox(
  stage: RefObject<HTMLElement | null>,
  scope: PageScope | null,
  id: string,
): Box | null {
  const [box, setBox] = useState<Box | null>(null);
  useEffect(() => {
    const element = stage.current;
    if (!element || !scope || !id) {
      setBox(null);
      return undefined;
    }
    return whenMoved(element, () => {
      const next = boxOf(element, scope, id);
      setBox((before) => (sameBox(before, next) ? before : next));
    });
  }, [stage, scope, id]);
  return box;
}

function Ring({ box, name, hover }: { box: Box; name: string; hover: boolean }) {
  return (
    <div aria-hidden className={`${styles.ring} ${hover ? styles.hover : ''}`} style={box}>
      {name && (
        <span className={`${styles.name} ${box.top < SHORT ? styles.below : ''}`}>{name}</span>
      )}
    </div>
  );
}

interface RingsProps {
  stage: RefObject<HTMLElement | null>;
  scope: PageScope | null;
  selected: string;
  hovered: string;
  nameOf: (id: string) => string;
}
/** Shows which node is selected, and which one a click would select. */
export function Rings({ stage, scope, selected, hovered, nameOf }: RingsProps) {
  const chosen = useBox(stage, scope, selected);
  const near = useBox(stage, scope, hovered === selected ? '' : hovered);
  const show = useStable(() => {
    if (stage.current && scope && selected)
      elementsOf(stage.current, scope, selected)[0]?.scrollIntoView?.({
        block: 'nearest',
        inline: 'nearest',
      });
  });
  useEffect(() => show(), [scope, selected, show]);
  return (
    <>
      {near && <Ring box={near} name="" hover />}
      {chosen && <Ring box={chosen} name={nameOf(selected)} hover={false} />}
    </>
  );
}
