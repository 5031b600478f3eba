import { useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import {
  GROUP_LEVELS_MAX,
  SORT_MAX,
  isGroupable,
  summaryFns,
  type RecordValues,
  type Sort,
} from '../../src/contract/index.ts';
import { useKeyHints } from '../../src/ui/overlay/index.ts';
import { useKeyed, useStable, useNarrow } from '../../src/ui/hooks/index.ts';
import type { ListModel } from '../../src/runtime/models/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import {
  VirtualGrid,
  type GridBand,
  type GridColumn,
  type GridHandle,
  type GridMenuItem,
} from '../../src/ui/grid/index.ts';
import {
  isDensity,
  useColumnLayout,
  type ColumnLayout,
  type Density,
} from '../../src/view/index.ts';
import { numberOf, textOf } from '../../src/values/index.ts';
import { requestFilter } from '../../src/ui/parts/index.ts';
import { preloadInputs } from '../../src/ui/inputs/index.ts';
import { Cards } from './Cards.tsx';
import {
  defaultColumns,
  labelsWith,
  placesIn,
  tableColumns,
  type TableColumn,
} from './columns.tsx';
import { tableContentOf, givenColumns, layoutName, type TableContent } from './content.ts';
import { editingOf } from './editing.tsx';
import { groupRows, pressGroupHeader } from './groups.tsx';
import type { DataTableProps } from './index.ts';
import { RejectedInputBar, NoRows, StaleDataBar } from './states.tsx';
import { footerOf, sumsOf, useSums } from './sums.tsx';
import styles from './View.module.css';

type Node = NodeHandle<DataTableProps>;
/** Row heights of look.md, in pixels. */
const HEIGHTS: Record<Density, number> = { comfortable: 40, compact: 32, tall: 56 };

/**
 * The sort after one column was set; without `add` the other keys go, and the newest beyond
 * SORT_MAX pushes out the oldest.
 */
export function sortWith(
  sort: Sort,
  field: string,
  dir: 'asc' | 'desc' | null,
  add: boolean,
): Sort {
  const rest = add ? sort.filter((key) => key.field !== field) : [];
  return dir ? [...rest, { field, dir }].slice(-SORT_MAX) : rest;
}

const MOVE_HINTS = [
  ['ArrowUp+ArrowDown', '在行间移动'],
  ['mod+c', '复制选中的格子'],
] as const;
const OPEN_HINTS = [['Enter', '打开所在的行']] as const;
const SELECT_HINTS = [
  ['Space', '勾选所在的行'],
  ['mod+a', '勾选本页全部'],
] as const;
const EDIT_HINTS = [
  ['Enter', '修改所在的格子'],
  ['mod+Enter', '打开所在的行'],
  ['mod+v', '从电子表格粘贴'],
  ['mod+d', '向下填充'],
  ['Delete', '清空选中的格子'],
  ['mod+z', '撤销修改'],
] as const;
const NO_HINTS = [] as const;
const NO_COLUMNS: readonly never[] = [];
/** Keyboard handlers of its grid; cards have none. */
function useHints(grid: boolean, opens: boolean, selects: boolean, edits: boolean): void {
  useKeyHints(grid ? MOVE_HINTS : NO_HINTS);
  useKeyHints(grid && edits ? EDIT_HINTS : grid && opens ? OPEN_HINTS : NO_HINTS);
  useKeyHints(grid && selects ? SELECT_HINTS : NO_HINTS);
}

/** Whether records of the list are in approvals; once seen, also on pages where none is. */
function useHasApprovals({ records }: TableContent): boolean {
  const [seen, setSeen] = useState(false);
  const isSeen = seen || records.some(({ flowStatus }) => typeof flowStatus === 'string');
  if (isSeen !== seen) setSeen(isSeen);
  return isSeen;
}

function useLayout(node: Node, content: TableContent): ColumnLayout {
  const layout = useColumnLayout(node, layoutName(node, content));
  const names = defaultColumns(content, givenColumns(node.props.columns), useHasApprovals(content));
  const defaults = useKeyed(names.join(), () => names);
  const density: Density = isDensity(node.props.density) ? node.props.density : 'comfortable';
  // Reported after rendering, since the field picker beside the table draws from it too.
  useEffect(() => layout.setDefaults(defaults, density), [layout, defaults, density]);
  return layout;
}

/**
 * Columns stay the same objects until something they are made of changes, so that rows are not
 * drawn again.
 */
function useColumns(node: Node, content: TableContent, layout: ColumnLayout): TableColumn[] {
  const { describe, labels, list } = content;
  const columnsProp = node.props.columns;
  const places = placesIn(layout);
  const placed = useKeyed(JSON.stringify(places), () => places);
  return useMemo(
    () => tableColumns({ describe, labels, list }, columnsProp, placed, node.ports),
    [placed, describe, labels, list, columnsProp, node.ports],
  );
}

/** Groups by a column too, or no longer. */
function groupItem(list: ListModel, name: string): GridMenuItem {
  const { groupBy } = list;
  const grouped = groupBy.includes(name);
  return {
    text: grouped ? '取消分组' : groupBy.length > 0 ? '再按此列分组' : '按此列分组',
    icon: 'folder',
    run: () =>
      list.setGroupBy(
        grouped
          ? groupBy.filter((other) => other !== name)
          : [...groupBy, name].slice(-GROUP_LEVELS_MAX),
      ),
  };
}

/**
 * What a list's column menu has besides the grid's own: filtering and grouping by it, summing it
 * up.
 */
function menuOf(
  { list, describe }: TableContent,
  layout: ColumnLayout,
  summed: boolean,
): ((column: GridColumn<RecordValues>) => GridMenuItem[]) | undefined {
  if (!list) return undefined;
  return (column) => {
    const field = describe?.fields.find(({ apiName }) => apiName === column.id);
    if (!field || field.masked) return [];
    const filter = requestFilter(list, column.id);
    return [
      ...(filter ? [{ text: '筛选此列', icon: 'filter', run: filter }] : []),
      ...(isGroupable(field.type) ? [groupItem(list, column.id)] : []),
      ...(summed
        ? []
        : [
            {
              text: '汇总此列',
              icon: 'bar-chart',
              run: () => layout.setSum(column.id, summaryFns(field)[0] ?? 'filled'),
            },
          ]),
    ];
  };
}

/** Ticked rows: state of a bound list, else of the page, which is notified. */
function useTicks(node: Node, list: ListModel | null) {
  const given: readonly unknown[] = Array.isArray(node.props.selected) ? node.props.selected : [];
  const onSelect = useStable((ids: readonly string[], on: boolean) => {
    if (list) list.select(ids, on);
    else
      void node.emit('selectionChange', {
        ids: on
          ? [...new Set([...given.map(textOf), ...ids])]
          : given.map(textOf).filter((id) => !ids.includes(id)),
      });
  });
  const on = node.props.selectable !== false && (list !== null || node.handles('selectionChange'));
  return {
    onSelect: on ? onSelect : undefined,
    selection: on ? new Set(list ? list.selection : given.map(textOf)) : undefined,
  };
}

/** Handlers that never change, so that memoised rows and the header keep still. */
function useHandlers(node: Node, content: TableContent, layout: ColumnLayout) {
  const { list } = content;
  const keyProp = list ? 'id' : textOf(node.props.keyProp) || 'id';
  const rowKey = useStable(
    (row: RecordValues, index: number) => textOf(row[keyProp]) || String(index),
  );
  const onOpen = useStable(
    (record: RecordValues, id: string) => void node.emit('open', { id, record }),
  );
  const onSort = useStable((field: string, dir: 'asc' | 'desc' | null, add: boolean) =>
    list
      ? list.setSort(sortWith(content.sort, field, dir, add))
      : void node.emit('sort', { sort: sortWith([], field, dir, false) }),
  );
  const ticks = useTicks(node, list);
  const isNew = useStable((key: string) => list?.edits.drafts.isNew(key) ?? false);
  const actions = useStable((value: RecordValues, key: string, index: number): ReactNode =>
    node.slot('actions', { value, key, index }),
  );
  const onResize = useStable((id: string, width: number) => layout.setWidth(id, width));
  const onMove = useStable((id: string, before: string | null) => layout.move(id, before));
  const onHide = useStable((id: string) => layout.show(id, false));
  const onPin = useStable((id: string, on: boolean) => layout.setPin(id, on));
  const onBand = useStable((key: string) => {
    if (list) pressGroupHeader(list, key);
  });
  return {
    rowKey,
    onResize,
    onMove,
    onHide,
    onPin,
    onBand,
    isNew: list ? isNew : undefined,
    onOpen: node.handles('open') ? onOpen : undefined,
    onSort: list || node.handles('sort') ? onSort : undefined,
    ...ticks,
    actions: node.hasSlot('actions') ? actions : undefined,
  };
}

/**
 * The rows as they are drawn: headings among them while grouped, with what was entered while
 * edited and the rows at the foot that are no record yet.
 */
function rowsOf(
  { list, records, loading, failure, filtered }: TableContent,
  edited: boolean,
  hasNewRow: boolean,
  labels: ReturnType<typeof labelsWith>,
  columns: readonly TableColumn[],
): readonly (RecordValues | GridBand)[] {
  const shown = (record: RecordValues) => (list && edited ? list.edits.shown(record) : record);
  if (list && list.groupBy.length > 0) return groupRows(list, labels, shown, columns);
  if (!edited) return records;
  const isKnown = records.length > 0 || (!loading && !failure && !filtered);
  return [
    ...records.map(shown),
    ...(list?.can.create && hasNewRow && isKnown ? list.edits.drafts.rows : []),
  ];
}
/**
 * The inputs of a table's columns come before the first cell is edited, so that the first key typed
 * is not lost.
 */
function usePreload(columns: readonly TableColumn[], edited: boolean): void {
  const types = edited
    ? [...new Set(columns.filter(({ editable }) => editable).map(({ field }) => field.type))].join()
    : '';
  useEffect(() => {
    if (types) void preloadInputs(types.split(',')).catch(() => undefined);
  }, [types]);
}

/** While one writes in the table, what may be written in which record is asked for with them. */
function useRights(list: ListModel | null, edited: boolean): void {
  const isLimited = edited && list?.describe?.ops !== undefined;
  useEffect(() => {
    if (isLimited) list?.edits.rights.begin();
  }, [list, isLimited]);
}

/**
 * All records in one stretch instead of pages; groups are fetched as they are opened, so a grouped
 * list goes without.
 */
function useAll(list: ListModel | null, atMost: number): void {
  const grouped = (list?.viewChanges.groupBy ?? list?.view?.groupBy ?? []).length > 0;
  const on = list !== null && atMost > 0 && !grouped;
  useEffect(() => {
    if (!on) return undefined;
    list.setLoadAll({ filter: null, atMost });
    return () => list.setLoadAll(null);
  }, [list, on, atMost]);
}

/**
 * The record that is looked at by itself is the active row: its place is in sight when the person
 * comes back to the list.
 */
function useFollow(list: ListModel | null, grid: RefObject<GridHandle | null>): void {
  const opened = list?.navigator.opened ?? null;
  const at =
    opened !== null && list?.groupBy.length === 0
      ? list.records.findIndex((record) => record['id'] === opened)
      : -1;
  useEffect(() => {
    if (at >= 0 && grid.current?.at()?.row !== at) grid.current?.show(at);
  }, [opened, at, grid]);
}

/** The first column says what the empty row at the foot is for. */
function useNewRowHint(
  list: ListModel | null,
  columns: TableColumn[],
  edited: boolean,
): TableColumn[] {
  return useMemo(() => {
    const [first, ...rest] = columns;
    if (!edited || !list || !first) return columns;
    const render = (row: RecordValues): ReactNode =>
      list.edits.drafts.isBlank(textOf(row['id'])) ? (
        <span className={styles.newRow}>输入或粘贴，新建一条</span>
      ) : (
        first.render(row)
      );
    return [{ ...first, render }, ...rest];
  }, [list, columns, edited]);
}

const labelOf = (node: Node, { describe }: TableContent): string =>
  textOf(node.props.label) || describe?.label || '数据';

/**
 * Records as rows (cards on a phone): one view of a list model; old rows stay while new ones are
 * fetched.
 */
export default function DataTableView({ node }: WidgetViewProps<DataTableProps>) {
  const content = tableContentOf(node.bound, node.props.filtered === true, node.props.sort);
  const layout = useLayout(node, content);
  const columns = useColumns(node, content, layout);
  const handlers = useHandlers(node, content, layout);
  const narrow = useNarrow();
  const { loading, list } = content;
  const grid = useRef<GridHandle>(null);
  useFollow(list, grid);
  useAll(list, numberOf(node.props.all, 0));
  const labels = labelsWith(content.labels, node.ports.labels);
  const sums = sumsOf(node.props.summary, layout, columns);
  useSums(content, sums);
  const editing = narrow ? undefined : editingOf(node, list, columns);
  usePreload(columns, editing !== undefined);
  useRights(list, editing !== undefined);
  useHints(
    !narrow,
    handlers.onOpen !== undefined,
    handlers.onSelect !== undefined,
    editing !== undefined,
  );
  const grouped = list !== null && list.groupBy.length > 0;
  const hasNewRow = node.props.newRow !== false;
  // A card has no columns: its group's sums follow the heading.
  const rows = rowsOf(
    content,
    editing !== undefined,
    hasNewRow,
    labels,
    narrow ? NO_COLUMNS : columns,
  );
  const rowHeight = HEIGHTS[layout.density];
  const shown = {
    label: labelOf(node, content),
    columns: useNewRowHint(list, columns, editing !== undefined),
    selection: handlers.selection,
    rowKey: handlers.rowKey,
    onOpen: handlers.onOpen,
    onSelect: handlers.onSelect,
  };
  return (
    <div className={styles.table} aria-busy={loading}>
      {loading && rows.length > 0 && (
        <div role="progressbar" aria-label="正在更新" className={styles.progress} />
      )}
      <StaleDataBar content={content} />
      {list && editing && (
        <RejectedInputBar
          list={list}
          rows={rows}
          columns={columns}
          offset={grouped ? 0 : content.offset}
        />
      )}
      {rows.length === 0 || (list && !content.describe) ? (
        <NoRows node={node} content={content} rowHeight={rowHeight} />
      ) : narrow ? (
        <Cards node={node} rows={rows} onBand={handlers.onBand} {...shown} />
      ) : (
        <VirtualGrid
          {...shown}
          {...handlers}
          handle={grid}
          rows={rows}
          rowHeight={rowHeight}
          twoLines={layout.density === 'tall'}
          {...(!grouped && { offset: content.offset, total: content.total })}
          sort={content.sort}
          busy={loading}
          place={content.place}
          actionsWidth={numberOf(node.props.actionsWidth, 120)}
          editing={editing}
          menu={menuOf(content, layout, sums.length > 0)}
          footer={
            footerOf(content, layout, sums, labels) as
              | ((column: GridColumn<RecordValues>) => ReactNode)
              | undefined
          }
        />
      )}
    </div>
  );
}
