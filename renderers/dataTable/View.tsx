import { useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { SORT_MAX, type RecordValues, type Sort } from '../../contract/index.ts';
import { useKeyHints, useStable, type NodeHandle, type WidgetViewProps } from '../../engine/index.ts';
import { VirtualGrid } from '../../engine/grid/index.ts';
import { columnLayoutOf, numberOf, textOf, useNarrow, type ColumnLayout, type Density } from '../../engine/parts/index.ts';
import { Cards } from './Cards.tsx';
import { defaultColumns, tableColumns, type TableColumn } from './columns.tsx';
import { contentOf, givenColumns, layoutName, type Content } from './content.ts';
import type { DataTableProps } from './index.ts';
import { NoRows, StaleStrip } from './states.tsx';
import styles from './View.module.css';

type Node = NodeHandle<DataTableProps>;
/** Row heights of look.md, in pixels. */
const HEIGHTS: Record<Density, number> = { comfortable: 40, compact: 32 };

/** The sort after one column was set; without `add` the other keys go, and the newest beyond SORT_MAX pushes out the oldest. */
export function sortWith(sort: Sort, field: string, dir: 'asc' | 'desc' | null, add: boolean): Sort {
  const rest = add ? sort.filter((key) => key.field !== field) : [];
  return dir ? [...rest, { field, dir }].slice(-SORT_MAX) : rest;
}

const OPEN_HINTS = [['ArrowUp+ArrowDown', '在行间移动'], ['Enter', '打开所在的行']] as const;
const SELECT_HINTS = [['Space', '勾选所在的行'], ['mod+a', '勾选本页全部']] as const;
const NO_HINTS = [] as const;
/** The keys its grid hears; cards have none. */
function useHints(narrow: boolean, opens: boolean, selects: boolean): void {
  useKeyHints(opens && !narrow ? OPEN_HINTS : NO_HINTS);
  useKeyHints(selects && !narrow ? SELECT_HINTS : NO_HINTS);
}

function useLayout(node: Node, content: Content): ColumnLayout {
  const layout = columnLayoutOf(node.bound as object, layoutName(node, content), node.ports);
  const defaults = defaultColumns(content, givenColumns(node.props.columns));
  const density: Density = node.props.density === 'compact' ? 'compact' : 'comfortable';
  const signature = `${defaults.join()} ${density}`;
  // Told after drawing, since the field picker beside the table draws from it too.
  useEffect(() => layout.setDefaults(defaults, density), [layout, signature]);
  return layout;
}

/** Columns stay the same objects until something they are made of changes, so that rows are not drawn again. */
function useColumns(node: Node, content: Content, layout: ColumnLayout): TableColumn[] {
  const { describe, labels, list } = content;
  const columnsProp = node.props.columns;
  const signature = layout.shown.map((name) => `${name}:${layout.width(name) ?? ''}`).join();
  return useMemo(() => tableColumns(content, columnsProp, layout, node.ports.labels), [signature, describe, labels, list, columnsProp, layout, node]);
}

/** Handlers that never change, so that memoised rows and the header keep still. */
function useHandlers(node: Node, content: Content, layout: ColumnLayout) {
  const { list } = content;
  const keyProp = list ? 'id' : textOf(node.props.keyProp) || 'id';
  const rowKey = useStable((row: RecordValues, index: number) => textOf(row[keyProp]) || String(index));
  const onOpen = useStable((record: RecordValues, id: string) => void node.emit('open', { id, record }));
  const onSort = useStable((field: string, dir: 'asc' | 'desc' | null, add: boolean) => list?.setSort(sortWith(content.sort, field, dir, add)));
  const onSelect = useStable((ids: readonly string[], on: boolean) => list?.select(ids, on));
  const actions = useStable((value: RecordValues, key: string, index: number): ReactNode => node.slot('actions', { value, key, index }));
  const onResize = useStable((id: string, width: number) => layout.setWidth(id, width));
  const onMove = useStable((id: string, before: string | null) => layout.move(id, before));
  const onHide = useStable((id: string) => layout.show(id, false));
  return {
    rowKey, onResize, onMove, onHide,
    onOpen: node.handles('open') ? onOpen : undefined,
    onSort: list ? onSort : undefined,
    onSelect: list && node.props.selectable !== false ? onSelect : undefined,
    actions: node.hasSlot('actions') ? actions : undefined,
  };
}

/** Records as rows (cards on a phone): one view of a list model; old rows stay while new ones are fetched. */
export default function DataTableView({ node }: WidgetViewProps<DataTableProps>) {
  const content = contentOf(node.bound);
  const layout = useLayout(node, content);
  const columns = useColumns(node, content, layout);
  const handlers = useHandlers(node, content, layout);
  const narrow = useNarrow();
  useHints(narrow, handlers.onOpen !== undefined, handlers.onSelect !== undefined);
  const { records, loading } = content;
  const selection = content.list && handlers.onSelect ? new Set(content.list.selection) : undefined;
  const label = textOf(node.props.label) || content.describe?.label || '数据';
  const rowHeight = HEIGHTS[layout.density];
  const shown = { label, columns, selection, rowKey: handlers.rowKey, onOpen: handlers.onOpen, onSelect: handlers.onSelect };
  return (
    <div className={styles.table} aria-busy={loading}>
      {loading && records.length > 0 && <div role="progressbar" aria-label="正在更新" className={styles.progress} />}
      <StaleStrip content={content} />
      {records.length === 0 || (content.list && !content.describe)
        ? <NoRows node={node} content={content} rowHeight={rowHeight} />
        : narrow
          ? <Cards node={node} records={records} {...shown} />
          : <VirtualGrid {...shown} {...handlers} rows={records} rowHeight={rowHeight} offset={content.offset} total={content.total} sort={content.sort} busy={loading} place={content.place} actionsWidth={numberOf(node.props.actionsWidth, 120)} />}
    </div>
  );
}
