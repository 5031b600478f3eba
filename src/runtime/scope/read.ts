import { readOwn } from '../../expression/index.ts';
import { RowCell } from '../models/cell.ts';
import { readBelow } from '../models/field-live.ts';
import type { FormModelImpl } from '../models/form.ts';
import type { ListModelImpl } from '../models/list.ts';
import type { OwnedField } from '../models/owner.ts';
import type { FieldModel, RecordModel, SourceModel } from '../models/types.ts';
import type { MachineModel } from './machine.ts';

/**
 * What an expression can read of each model; what a person may read about it is
 * docs/page-schema.md.
 */
type Readable =
  | FormModelImpl
  | ListModelImpl
  | SourceModel
  | FieldModel
  | RecordModel
  | MachineModel;
type Path = readonly string[];

const KINDS = new Set(['form', 'list', 'source', 'field', 'record', 'machine']);
const isModel = (value: unknown): value is Readable =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  KINDS.has(value.kind as string) &&
  Object.getPrototypeOf(value) !== Object.prototype;

/** Reads a path below a model or plain data; undefined when it leads nowhere. */
export function readValue(value: unknown, path: Path): unknown {
  if (value instanceof RowCell) return readOwn(value.value, path);
  if (!isModel(value)) return readOwn(value, path);
  switch (value.kind) {
    case 'form':
      return readForm(value as FormModelImpl, path);
    case 'list':
      return readList(value as ListModelImpl, path);
    case 'source':
      return readSource(value as SourceModel, path);
    case 'field':
      return readBelow(value as OwnedField, path);
    case 'record':
      return readRecord(value as RecordModel, path);
    default:
      return (value as MachineModel).read(path);
  }
}

function readRecord(record: RecordModel, path: Path): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return record.values();
  return record.hasField(name) ? readBelow(record.field(name) as OwnedField, rest) : undefined;
}

const FORM_MEMBERS: Record<string, (form: FormModelImpl) => unknown> = {
  id: (form) => form.id ?? null,
  isNew: (form) => form.isNew,
  dirty: (form) => form.dirty,
  restored: (form) => form.restored,
  status: (form) => form.status,
  saving: (form) => form.status === 'saving',
  loading: (form) => form.status === 'loading',
  valid: (form) => form.failing.length === 0,
  error: (form) => form.failure?.message ?? null,
  label: (form) => form.describe?.label ?? null,
  can: (form) => form.can,
};
/**
 * `_dirty` is always the form's own; `dirty` only when no field and no loaded value has that name.
 */
function readForm(form: FormModelImpl, path: Path): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return form.started ? form.values() : null;
  if (name.startsWith('_')) return readOwn(FORM_MEMBERS[name.slice(1)]?.(form), rest);
  if (form.hasField(name)) return readBelow(form.field(name), rest);
  return Object.hasOwn(form.loaded, name)
    ? readOwn(form.loaded[name], rest)
    : readOwn(FORM_MEMBERS[name]?.(form), rest);
}

const LIST_MEMBERS: Record<string, (list: ListModelImpl) => unknown> = {
  records: (list) => list.records,
  total: (list) => list.total,
  totalIsEstimate: (list) => list.totalIsEstimate,
  current: (list) => list.current,
  size: (list) => list.size,
  search: (list) => list.search,
  hasFilter: (list) => list.hasFilter,
  filter: (list) => list.filter,
  sort: (list) => list.sort,
  matching: (list) => list.matching,
  selection: (list) => [...list.selection],
  selectionCount: (list) => list.selection.size,
  loading: (list) => list.status === 'loading',
  status: (list) => list.status,
  error: (list) => list.failure?.message ?? null,
  object: (list) => list.object,
  describe: (list) => list.describe,
  can: (list) => list.can,
  opened: (list) => list.navigator.opened,
  position: (list) => list.navigator.position,
  hasPrevious: (list) => list.navigator.hasPrevious,
  hasNext: (list) => list.navigator.hasNext,
  view: (list) => list.view,
  viewFields: (list) => list.view?.showFields?.map(({ field }) => field) ?? null,
  viewSums: (list) =>
    list.view?.showFields?.flatMap(({ field, agg }) => (agg ? [{ field, fn: agg }] : [])) ?? null,
  groupBy: (list) => list.groupBy,
  groups: (list) => list.groups,
  summary: (list) => list.summary.values,
};
function readList(list: ListModelImpl, path: Path): unknown {
  const [name, ...rest] = path;
  return name === undefined ? list.records : readOwn(LIST_MEMBERS[name]?.(list), rest);
}

/**
 * `apps` alone and `apps.data` are the answer; `loading` and `error` are the source's own, anything
 * else is read in the answer.
 */
function readSource(source: SourceModel, path: Path): unknown {
  const [name, ...rest] = path;
  switch (name) {
    case undefined:
      return source.data;
    case 'data':
      return readOwn(source.data, rest);
    case 'loading':
      return source.loading;
    case 'error':
      return source.failure?.message ?? null;
    default:
      return readOwn(source.data, path);
  }
}
