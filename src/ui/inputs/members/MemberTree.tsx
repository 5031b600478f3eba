import { useMemo, useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent } from 'react';
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

/**
 * Departments or roles to list people by, or to be ticked themselves; only the lines on the screen
 * are drawn, the keys are the tree's.
 */
export function MemberTree({
  id,
  label,
  lines,
  entered,
  ticked,
  single,
  canTick,
  onEnter,
  onTick,
}: MemberTreeProps) {
  const root = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => firstOpen(lines));
  const [active, setActive] = useState(0);
  const rows = useMemo(() => visible(lines, open), [lines, open]);
  const height = useNarrow() ? LINE_ON_PHONE : LINE;
  const seen = useRows(root, rows.length, height);
  const turn = (line: TreeLine, on: boolean) =>
    setOpen((before) => {
      const next = new Set(before);
      if (on) next.add(line.id);
      else next.delete(line.id);
      return next;
    });
  const goTo = (at: number) => {
    if (at >= 0 && at < rows.length) {
      setActive(at);
      seen.scrollToIndex(at);
    }
  };
  const press = (line: TreeLine) => {
    if (ticked && canTick(line) && entered === '') onTick(line);
    else if (line.group) turn(line, !open.has(line.id));
    else onEnter(line);
  };
  const onKey = (event: KeyboardEvent) => {
    const row = rows[active];
    if (!row) return;
    const leads = row.line.children.length > 0;
    if (event.key === 'ArrowDown') goTo(active + 1);
    else if (event.key === 'ArrowUp') goTo(active - 1);
    else if (event.key === 'Home') goTo(0);
    else if (event.key === 'End') goTo(rows.length - 1);
    else if (event.key === 'ArrowRight') {
      if (leads && !open.has(row.line.id)) turn(row.line, true);
      else if (leads) goTo(active + 1);
    } else if (event.key === 'ArrowLeft') {
      if (leads && open.has(row.line.id)) turn(row.line, false);
      else goTo(row.parent);
    } else if (event.key === ' ' && ticked && canTick(row.line)) onTick(row.line);
    else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === ' ')
      press(row.line);
    else return;
    event.preventDefault();
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
        {seen.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (!row) return null;
          const { line, level } = row;
          const on = ticked?.has(line.id) ?? false;
          const style = {
            '--level': level - 1,
            height,
            transform: `translateY(${start}px)`,
          } as CSSProperties;
          return (
            <div
              key={line.id}
              id={`${id}-${index}`}
              role="treeitem"
              aria-level={level}
              aria-expanded={line.children.length > 0 ? open.has(line.id) : undefined}
              aria-selected={line.id === entered || on}
              aria-checked={ticked && canTick(line) ? on : undefined}
              className={[
                styles.line,
                index === active && styles.active,
                line.id === entered && styles.entered,
              ]
                .filter(Boolean)
                .join(' ')}
              style={style}
              onClick={() => {
                setActive(index);
                press(line);
              }}
            >
              <span
                aria-hidden
                className={styles.turn}
                onClick={(event) => {
                  if (line.children.length > 0) {
                    event.stopPropagation();
                    turn(line, !open.has(line.id));
                  }
                }}
              >
                {line.children.length > 0 && (
                  <Icon name="right" className={open.has(line.id) ? styles.turned : ''} />
                )}
              </span>
              {ticked && canTick(line) && (
                <span
                  aria-hidden
                  className={`${single ? styles.round : styles.box} ${on ? styles.on : ''}`}
                  onClick={(event) => {
                    event.stopPropagation();
                    onTick(line);
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
        })}
      </div>
    </div>
  );
}
