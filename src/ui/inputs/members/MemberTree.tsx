import { useMemo, useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent, RefObject } from 'react';
import type { TreeLine } from '../../../../machines/index.ts';
import { useNarrow } from '../../hooks/narrow.ts';
import { useRows } from '../../hooks/use-rows.ts';
import { Icon } from '../../icons/icons.tsx';
import styles from './members.module.css';

/** Heights of a line in pixels; a finger needs more than a pointer. */
const LINE = 36;
const LINE_ON_PHONE = 48;
/** A tree of up to so many lines is fully open; of a bigger one only the first level. */
const OPEN_LINES = 40;

interface Line {
  readonly line: TreeLine;
  readonly level: number;
  readonly parent: number;
}
function visible(
  lines: readonly TreeLine[],
  open: ReadonlySet<string>,
  level = 1,
  parent = -1,
  into: Line[] = [],
): Line[] {
  for (const line of lines) {
    const at = into.push({ line, level, parent }) - 1;
    if (open.has(line.id)) visible(line.children, open, level + 1, at, into);
  }
  return into;
}
const withChildren = (lines: readonly TreeLine[]): string[] =>
  lines.flatMap(({ id, children }) => (children.length > 0 ? [id, ...withChildren(children)] : []));
const count = (lines: readonly TreeLine[]): number =>
  lines.reduce((sum, { children }) => sum + 1 + count(children), 0);
const firstOpen = (lines: readonly TreeLine[]): Set<string> =>
  new Set(count(lines) <= OPEN_LINES ? withChildren(lines) : lines.map(({ id }) => id));

export interface MemberTreeProps {
  id: string;
  label: string;
  lines: readonly TreeLine[];
  /** The line whose people are listed; '' where none are. */
  entered: string;
  /** Lines that are ticked; null where none can be. A group and the root cannot. */
  ticked: ReadonlySet<string> | null;
  single: boolean;
  canTick(line: TreeLine): boolean;
  onEnter(line: TreeLine): void;
  onTick(line: TreeLine): void;
}

interface LineProps {
  id: string;
  line: TreeLine;
  level: number;
  place: CSSProperties;
  active: boolean;
  entered: boolean;
  open: boolean;
  on: boolean;
  tickable: boolean;
  single: boolean;
  onPress(): void;
  onTurn(): void;
  onTick(): void;
}
function Line({ id, line, level, place, open, on, tickable, ...props }: LineProps) {
  const leads = line.children.length > 0;
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-expanded={leads ? open : undefined}
      aria-selected={props.entered || on}
      aria-checked={tickable ? on : undefined}
      className={[styles.line, props.active && styles.active, props.entered && styles.entered]
        .filter(Boolean)
        .join(' ')}
      style={{ '--level': level - 1, ...place } as CSSProperties}
      onClick={props.onPress}
    >
      <span
        aria-hidden
        className={styles.turn}
        onClick={(event) => {
          if (leads) {
            event.stopPropagation();
            props.onTurn();
          }
        }}
      >
        {leads && <Icon name="right" className={open ? styles.turned : ''} />}
      </span>
      {tickable && (
        <span
          aria-hidden
          className={`${props.single ? styles.round : styles.box} ${on ? styles.on : ''}`}
          onClick={(event) => {
            event.stopPropagation();
            props.onTick();
          }}
        >
          {on && <Icon name="check" />}
        </span>
      )}
      <span className={styles.word} title={line.title}>
        {line.title}
      </span>
    </div>
  );
}

function useOpen(lines: readonly TreeLine[]) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => firstOpen(lines));
  const turn = (line: TreeLine, on: boolean) =>
    setOpen((before) => {
      const next = new Set(before);
      if (on) next.add(line.id);
      else next.delete(line.id);
      return next;
    });
  return { open, turn };
}

/** The line a key leads to from the active one. */
const keyTarget = (key: string, active: number, count: number): number | undefined =>
  ({ ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: count - 1 })[key];

interface Shown {
  root: RefObject<HTMLDivElement | null>;
  rows: ReturnType<typeof visible>;
  height: number;
}
/** The active line: the keys move it, and it is scrolled into view. */
function useActive({ root, rows, height }: Shown) {
  const [active, setActive] = useState(0);
  const seen = useRows(root, rows.length, height);
  const goTo = (at: number) => {
    if (at < 0 || at >= rows.length) return;
    setActive(at);
    seen.scrollToIndex(at);
  };
  return { active, setActive, goTo, seen };
}

/** What a press and the keys do in the tree. */
function useTree({ lines, entered, ticked, canTick, onEnter, onTick }: MemberTreeProps) {
  const root = useRef<HTMLDivElement>(null);
  const { open, turn } = useOpen(lines);
  const rows = useMemo(() => visible(lines, open), [lines, open]);
  const height = useNarrow() ? LINE_ON_PHONE : LINE;
  const at = useActive({ root, rows, height });
  const { active, goTo } = at;
  const tickable = (line: TreeLine): boolean => ticked !== null && canTick(line);
  const press = (line: TreeLine) => {
    if (tickable(line) && entered === '') onTick(line);
    else if (line.group) turn(line, !open.has(line.id));
    else onEnter(line);
  };
  /** Opens (or closes) the line, or goes below (above) where it already is. */
  const fold = ({ line, parent }: (typeof rows)[number], on: boolean) => {
    const leads = line.children.length > 0;
    if (leads && open.has(line.id) !== on) turn(line, on);
    else if (!on) goTo(parent);
    else if (leads) goTo(active + 1);
  };
  const onKey = (event: KeyboardEvent) => {
    const row = rows[active];
    if (!row) return;
    const target = keyTarget(event.key, active, rows.length);
    if (target !== undefined) goTo(target);
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft')
      fold(row, event.key === 'ArrowRight');
    else if (event.key === ' ' && tickable(row.line)) onTick(row.line);
    else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === ' ')
      press(row.line);
    else return;
    event.preventDefault();
  };
  return { ...at, root, rows, height, open, turn, tickable, press, onKey };
}

/**
 * Departments or roles to list people by, or to be ticked themselves; only the lines on the screen
 * are drawn, the keys are the tree's.
 */
export function MemberTree(props: MemberTreeProps) {
  const { id, label, entered, ticked, single, onTick } = props;
  const { root, rows, height, open, turn, tickable, press, onKey, ...at } = useTree(props);
  const { active, setActive, seen } = at;
  const drawLine = (index: number, start: number) => {
    const row = rows[index];
    if (!row) return null;
    const { line, level } = row;
    return (
      <Line
        key={line.id}
        id={`${id}-${index}`}
        line={line}
        level={level}
        place={{ height, transform: `translateY(${start}px)` }}
        active={index === active}
        entered={line.id === entered}
        open={open.has(line.id)}
        on={ticked?.has(line.id) ?? false}
        tickable={tickable(line)}
        single={single}
        onPress={() => {
          setActive(index);
          press(line);
        }}
        onTurn={() => turn(line, !open.has(line.id))}
        onTick={() => onTick(line)}
      />
    );
  };
  return (
    <div
      ref={root}
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable={ticked && !single ? true : undefined}
      aria-activedescendant={rows[active] ? `${id}-${active}` : undefined}
      className={styles.tree}
      onKeyDown={onKey}
    >
      <div role="none" className={styles.rows} style={{ height: seen.getTotalSize() }}>
        {seen.getVirtualItems().map(({ index, start }) => drawLine(index, start))}
      </div>
    </div>
  );
}
