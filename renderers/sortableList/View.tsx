import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useStable } from '../../src/ui/hooks/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { FailureCard } from '../../src/ui/display/index.ts';
import { contentOf } from '../../src/ui/parts/index.ts';
import { failureText, numberOf, textOf } from '../../src/values/index.ts';
import { Sorting } from '../../src/ui/sorting/index.ts';
import type { SortableListProps } from './index.ts';
import { SortableRow } from './Row.tsx';
import { givenRows, nameOf, ownRows, type ShownOrder, type SortableRows } from './rows.ts';
import { useDrop } from './use-drop.ts';
import styles from './View.module.css';

/** The selected row comes into view when the selection moves; nothing scrolls otherwise. */
function useSelectedInView(
  list: RefObject<HTMLElement | null>,
  selected: unknown,
  count: number,
): void {
  useEffect(() => {
    if (typeof selected === 'number')
      list.current?.children[selected]?.scrollIntoView?.({ block: 'nearest' });
  }, [list, selected, count]);
}

/** The selection follows the row, not the position. */
function selectedAfterMove(selected: number, from: number, to: number): number {
  if (selected === from) return to;
  if (from < selected && to >= selected) return selected - 1;
  return from > selected && to <= selected ? selected + 1 : selected;
}

interface Rows {
  readonly rows: SortableRows;
  readonly content: ReturnType<typeof contentOf>;
  /** Shows the order the page's data have. */
  putBack(): void;
}
function useRows(node: WidgetViewProps<SortableListProps>['node']): Rows {
  const [order, setOrder] = useState<ShownOrder | null>(null);
  const content = contentOf(node.bound, node.props.items);
  const own = node.props.items === undefined ? ownRows(node.bound) : null;
  const keyProp = textOf(node.props.keyProp) || 'id';
  return {
    rows:
      own ??
      givenRows(content.rows, keyProp, order, (keys) => setOrder({ of: content.rows, keys })),
    content: own ? { ...content, loading: false } : content,
    putBack: () => setOrder(null),
  };
}

/** Where a row shows the line of a drop; the last row also shows the one behind it. */
function dropMark(at: number | null, index: number, count: number): 'before' | 'after' | undefined {
  if (at === index) return 'before';
  return at === count && index === count - 1 ? 'after' : undefined;
}

/**
 * Cards in an order of one's own: dragged by their handle or moved with keys, selected by a click.
 * Takes drops of a palette.
 */
export default function SortableListView({ node }: WidgetViewProps<SortableListProps>) {
  const { rows, content, putBack } = useRows(node);
  const list = useRef<HTMLOListElement>(null);
  const { selected, removable, gap, layout, minWidth, frame } = node.props;
  const grid = layout === 'grid';
  const locked = node.state.readonly || node.state.disabled;
  const select = useStable((index: number) => {
    if (node.handles('select')) void node.emit('select', { index });
  });
  // A field waits for the focus in a row whose settings are not shown.
  useEffect(() => {
    if (rows.wanted >= 0) select(rows.wanted);
  }, [rows.wanted, select]);
  useSelectedInView(list, selected, rows.items.length);
  const moved = async (from: number, to: number) => {
    const ids = rows.items.map(({ key }) => key);
    ids.splice(to, 0, ...ids.splice(from, 1));
    if (!(await node.emit('move', { from, to, ids }))) putBack();
  };
  const move = (from: number, to: number) => {
    rows.move(from, to);
    if (node.handles('move')) void moved(from, to);
    const next = typeof selected === 'number' ? selectedAfterMove(selected, from, to) : selected;
    if (typeof next === 'number' && next !== selected) select(next);
  };
  const drop = useDrop(list, locked);
  const remove = (index: number) => {
    rows.remove(index);
    if (node.handles('remove')) void node.emit('remove', { index });
  };
  if (rows.items.length === 0 && content.failure)
    return <FailureCard text={failureText(content.failure)} onRetry={content.reload} />;
  if (rows.items.length === 0 && content.loading)
    return (
      <div className={styles.list} style={{ gap: 8 }} role="status" aria-label="加载中">
        {[0, 1, 2].map((at) => (
          <span key={at} className={`hz-skeleton ${styles.bone}`} />
        ))}
      </div>
    );
  if (rows.items.length === 0)
    return (
      <div className={`${styles.empty} ${drop.at !== null ? styles.over : ''}`} {...drop.handlers}>
        {node.slot('empty')}
      </div>
    );
  return (
    <Sorting
      ids={rows.items.map(({ key }) => key)}
      nameOf={(at) => nameOf(rows.items[at]?.value, at)}
      layout={grid ? 'grid' : 'list'}
      disabled={locked}
      onMove={move}
    >
      <ol
        ref={list}
        className={`${styles.list} ${grid ? styles.grid : ''} ${frame === false ? styles.plain : ''}`}
        style={{
          gap: numberOf(gap, 8),
          ...(grid && {
            gridTemplateColumns: `repeat(auto-fill, minmax(min(${numberOf(minWidth, 240)}px, 100%), 1fr))`,
          }),
        }}
        aria-label={textOf(node.props.label) || undefined}
        {...drop.handlers}
      >
        {rows.items.map(({ key, value, faulty = false }, index) => (
          <SortableRow
            key={key}
            id={key}
            name={nameOf(value, index)}
            selected={selected === index}
            faulty={faulty}
            locked={locked}
            selectable={node.handles('select')}
            mark={dropMark(drop.at, index, rows.items.length)}
            onSelect={() => select(index)}
            onRemove={removable && !locked ? () => remove(index) : undefined}
          >
            {node.slot('item', { value, key, index })}
          </SortableRow>
        ))}
      </ol>
    </Sorting>
  );
}
