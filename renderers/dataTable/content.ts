import type {
  FieldDescribe,
  Labels,
  ObjectDescribe,
  RecordValues,
  Sort,
} from '../../src/contract/index.ts';
import {
  BindError,
  type ListModel,
  cellOf,
  listOf,
  sourceOf,
} from '../../src/runtime/models/index.ts';
import type { NodeHandle } from '../../src/view/kit/index.ts';
import { isRecord, recordsOf, textOf } from '../../src/values/index.ts';
import type { DataTableProps } from './index.ts';

/**
 * The content of a table for any binding: a list with all its features, or plain rows of a call or
 * a state.
 */
export interface TableContent {
  /** Set when the rows are an object's records: sorting, selection and paging are there. */
  list: ListModel | null;
  describe: ObjectDescribe | null;
  records: readonly RecordValues[];
  labels: Labels;
  loading: boolean;
  failure: Error | null;
  reload: (() => void) | undefined;
  filtered: boolean;
  sort: Sort;
  total: number;
  /** Number of records before the first one shown. */
  offset: number;
  /** Changes when other records are looked at, not when the same are asked for again. */
  place: string;
}

const PLAIN = {
  list: null,
  describe: null,
  labels: {},
  filtered: false,
  sort: [],
  offset: 0,
  place: '',
};

function ofList(list: ListModel): TableContent {
  const { current, size, sort, filter, search, groupBy } = list;
  return {
    list,
    describe: list.describe,
    records: list.records,
    labels: list.labels,
    loading: list.status === 'loading' || list.status === 'idle',
    failure: list.failure,
    reload: () => void list.reload(),
    filtered: list.hasFilter,
    sort,
    total: list.total,
    offset: (current - 1) * size,
    place: JSON.stringify([list.object, current, size, sort, filter, search, groupBy]),
  };
}
/** The sort a page gives of rows it fetches itself. */
const sortOf = (sort: unknown): Sort =>
  recordsOf(sort).flatMap(({ field, dir }): Sort =>
    textOf(field) && (dir === 'asc' || dir === 'desc') ? [{ field: textOf(field), dir }] : [],
  );
/** Reads the bound model; throws a BindError when it is none that holds rows. */
export function tableContentOf(
  bound: unknown,
  filtered = false,
  sort: unknown = null,
): TableContent {
  const list = listOf(bound);
  if (list) return ofList(list);
  const source = sourceOf(bound);
  const cell = cellOf(bound);
  if (!source && !cell) throw new BindError('数据表格要绑定列表、数据源或状态');
  const records = recordsOf(source ? source.data : cell?.value);
  return {
    ...PLAIN,
    filtered,
    sort: sortOf(sort),
    place: JSON.stringify(sort ?? null),
    records,
    total: records.length,
    loading: source?.loading ?? false,
    failure: source?.failure ?? null,
    reload: source ? () => void source.reload() : undefined,
  };
}

/** A column as the page gives it. */
export interface GivenColumn {
  field: string;
  title?: string;
  width?: number;
  frozen?: boolean;
  align?: 'left' | 'right';
  editable?: boolean;
  grow?: boolean;
  sortable?: boolean;
  describe?: Partial<FieldDescribe>;
}
const givenDescribe = (type: unknown, options: unknown): Partial<FieldDescribe> => ({
  ...(typeof type === 'string' && { type: type as FieldDescribe['type'] }),
  ...(Array.isArray(options) && { options: options as FieldDescribe['options'] }),
});
/** An entry as a column; none for one without a field. */
function givenColumn(item: unknown): GivenColumn | null {
  if (typeof item === 'string') return { field: item };
  if (!isRecord(item) || !textOf(item['field'])) return null;
  const { title, width, frozen, align, type, options, editable, grow, sortable } = item;
  return {
    field: textOf(item['field']),
    ...(textOf(title) && { title: textOf(title) }),
    ...(typeof width === 'number' && { width }),
    ...(typeof frozen === 'boolean' && { frozen }),
    ...(typeof editable === 'boolean' && { editable }),
    ...(grow === true && { grow }),
    ...(sortable === true && { sortable }),
    ...((align === 'left' || align === 'right') && { align }),
    describe: givenDescribe(type, options),
  };
}
export const givenColumns = (columns: unknown): GivenColumn[] =>
  Array.isArray(columns) ? columns.map(givenColumn).filter((column) => column !== null) : [];

/** What the layout is remembered by: the name given, else the object, else the node's place. */
export const layoutName = (node: NodeHandle<DataTableProps>, content: TableContent): string =>
  textOf(node.props.name) || (content.list ? content.list.object : node.domId());
