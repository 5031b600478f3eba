import { OpenedCell, ReadonlyCell, RowCell } from '../models/cell.ts';
import type { FormModelImpl } from '../models/form.ts';
import type { ListModelImpl } from '../models/list.ts';
import type { OwnedField, OwnedRecord } from '../models/owner.ts';
import type { Cell, Model } from '../models/types.ts';
import type { MachineActor } from '../ports/ports.ts';
import type { LoadedSource } from '../sources/source.ts';
import type { Locals } from './locals.ts';
import { MachineCell } from './machine.ts';
import type { PageScope } from './page-scope.ts';
import { readValue } from './read.ts';
import { withPart } from '../../values/index.ts';

/** The form behind the path has not loaded: there is no field to speak of yet. */
export class Pending {
  constructor(readonly form: FormModelImpl) {}
}
export type Bound = Model | MachineActor | Pending;

const missing = (path: readonly string[], why: string): RangeError =>
  new RangeError(`绑定“${path.join('.')}”无效：${why}`);

/** The model a bind path leads to; throws a RangeError that says which step does not exist. */
export function resolveBind(
  scope: PageScope,
  path: readonly string[],
  locals: Locals | null,
): Bound {
  const [root = ''] = path;
  const local = locals?.find(root);
  if (local) return resolveLocal(path, local.value);
  if (root === 'state') return resolveCell(scope, path);
  if (root === 'params' || root === 'user')
    return new ReadonlyCell(path.join('.'), () => scope.read(path, locals) ?? null);
  return resolveDeclared(scope, path);
}

/** A source, form or state machine of the page, or what is below it. */
function resolveDeclared(scope: PageScope, path: readonly string[]): Bound {
  const [root = '', ...rest] = path;
  const model = scope.declared.get(root);
  if (!model) throw missing(path, `页面没有声明“${root}”`);
  if (model.kind === 'machine')
    return rest.length === 0 ? model.actor : new MachineCell(path.join('.'), model, rest);
  if (rest.length === 0) return model;
  if (model.kind !== 'form') return memberOf(model, path);
  return model.started ? fieldOf(model, rest, path) : new Pending(model);
}

/** What a list or a source knows, to be read; a list's opened record can be changed as well. */
function memberOf(model: LoadedSource<unknown> | ListModelImpl, path: readonly string[]): Bound {
  const rest = path.slice(1);
  if (model.kind === 'list' && rest.length === 1 && rest[0] === 'opened')
    return new OpenedCell(path.join('.'), model.navigator, () => model.inAddress);
  return new ReadonlyCell(path.join('.'), () => readValue(model, rest) ?? null);
}

function resolveCell(scope: PageScope, path: readonly string[]): Bound {
  const name = path[1] ?? '';
  const cell = scope.cells.get(name);
  if (!cell) throw missing(path, `页面没有声明“${name}”`);
  return partCell(cell, path, 2);
}
function resolveLocal(path: readonly string[], value: unknown): Bound {
  const rest = path.slice(1);
  if (value instanceof RowCell) return partCell(value, path, 1);
  if (isRecord(value)) return rest.length === 0 ? value : fieldOf(value, rest, path);
  return new ReadonlyCell(path.join('.'), () => readValue(value, rest) ?? null);
}
/** A part of a cell, or of a row that its widget lets be written: what is around it stays. */
function partCell(whole: Cell, path: readonly string[], depth: number): Cell {
  const rest = path.slice(depth);
  if (rest.length === 0) return whole;
  return new RowCell(
    path.join('.'),
    () => readValue(whole.value, rest),
    (value) => whole.set(withPart(whole.value, rest, value ?? undefined)),
  );
}
const isRecord = (value: unknown): value is OwnedRecord =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  value.kind === 'record' &&
  'field' in value;

interface Bag {
  hasField(name: string): boolean;
  field(name: string): OwnedField;
}
/** Walks names and row numbers from a bag of fields: fields, fields.2, fields.2.label. */
function fieldOf(
  bag: Bag,
  steps: readonly string[],
  path: readonly string[],
): OwnedField | OwnedRecord {
  const [name = '', at, ...rest] = steps;
  if (!bag.hasField(name)) throw missing(path, `没有名为“${name}”的字段`);
  const field = bag.field(name);
  if (at === undefined) return field;
  if (field.members) return fieldOf(field.members, [at, ...rest], path);
  const row = field.rows[Number(at)];
  if (!row) throw missing(path, `“${name}”没有第 ${at} 行`);
  return rest.length === 0 ? row : fieldOf(row, rest, path);
}
