import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import {
  problem,
  type DescribeInput,
  type FieldDescribe,
  type FieldInput,
  type Problem,
  type RowInput,
} from '../../../contract/index.ts';
import { schemaOf, startJob, type TenantTx } from '../../kernel/index.ts';
import { kindOf } from '../fields/index.ts';
import { stopBuilding, tableName, type TableRef } from './ddl.ts';
import type { DraftField } from './draft-field.ts';
import type { SchemaDraft } from './draft.ts';
import { fieldOf, type FieldRow, type ObjectRow, type RowObjects } from './store.ts';
import { beginNoting, dropBeside, makeBeside } from './swap-ddl.ts';
import { changeOf, isInstant } from './type-change.ts';

/**
 * Changes of a field's type that are made in the background (src/server/bizmeta/type-changes does
 * them): of large tables, and where a builder accepts that some values are left out.
 */

export const TYPE_CHANGE_JOB = 'bizmeta.typeChange';
/** Rewriting a table of more records than this makes people wait. */
const LARGE_ROWS = 50_000;

/** Records of a table by its statistics, and its bytes. */
const SIZE = `SELECT coalesce(c.reltuples / nullif(c.relpages, 0) * (pg_relation_size(c.oid) / 8192),
    pg_stat_get_live_tuples(c.oid))::bigint AS rows, pg_total_relation_size(c.oid)::bigint AS bytes
  FROM pg_class c WHERE c.oid = to_regclass($1)`;

export async function sizeOf(
  tx: TenantTx,
  table: TableRef,
): Promise<{ rows: number; bytes: number }> {
  const [size] = await tx.query<{ rows: number; bytes: number }>(SIZE, [tableName(table)]);
  return { rows: Number(size?.rows ?? 0), bytes: Number(size?.bytes ?? 0) };
}

/** Whether a change of a field's column is made in the background, with so many records. */
export function isMadeLater(
  from: FieldDescribe,
  to: FieldDescribe,
  rows: number,
  accepted: boolean,
): boolean {
  if (kindOf(from).virtual || kindOf(to).virtual) return false;
  const change = changeOf(from, to);
  if (change === null || isInstant(from, to, change)) return false;
  return accepted || rows > LARGE_ROWS;
}

/** A field whose type is changed later, of an object or of the rows of one of its sub-tables. */
export interface LaterChange {
  readonly owner: ObjectRow;
  readonly draft: DraftField;
  /** What people call it: a column with its sub-table. */
  readonly label: string;
}

/** A column is named with its sub-table. */
export const withTable = (table: string | undefined, label: string): string =>
  table === undefined ? label : `${table} · ${label}`;

/** How what a change is made in is counted: rows of a sub-table are no records. */
export const unitOf = (isRows: boolean): string => (isRows ? '行' : '条记录');

/** The changes of a save that are made in the background, those of sub-tables' columns as well. */
export async function laterChanges(
  tx: TenantTx,
  previous: ObjectRow,
  { fields }: SchemaDraft,
  accepted: readonly string[],
): Promise<LaterChange[]> {
  const later = await laterIn(tx, previous, fields, accepted);
  for (const { field, below } of fields)
    if (below?.previous)
      later.push(...(await laterIn(tx, below.previous, below.fields, accepted, field.label)));
  return later;
}

async function laterIn(
  tx: TenantTx,
  owner: ObjectRow,
  fields: readonly DraftField[],
  accepted: readonly string[],
  table?: string,
): Promise<LaterChange[]> {
  const changed = fields.filter(
    ({ at, field, previous }) =>
      at !== '' && previous && isMadeLater(fieldOf(previous), field, Infinity, true),
  );
  if (changed.length === 0) return [];
  const { rows } = await sizeOf(tx, { schema: schemaOf(tx.tenant), no: owner.no });
  return changed
    .filter(({ field, previous }) =>
      isMadeLater(fieldOf(previous!), field, rows, accepted.includes(field.id)),
    )
    .map((draft) => ({ owner, draft, label: withTable(table, draft.field.label) }));
}

/** What may change of a field whose type is being changed. */
const heading = ({ label, apiName, required, help, placeholder }: FieldDescribe) => ({
  label,
  apiName,
  required,
  ...(help !== undefined && { help }),
  ...(placeholder !== undefined && { placeholder }),
});
const isSameBelow = (one: FieldDescribe, other: FieldDescribe): boolean => {
  const below = ({ help: _help, placeholder: _placeholder, ...field }: FieldDescribe) =>
    JSON.parse(
      JSON.stringify({ ...field, label: '', apiName: '', required: false, order: 0, changing: '' }),
    ) as object;
  return isDeepStrictEqual(below(one), below(other));
};

/** The describe with the fields as they are until their types have changed. */
export function withoutChanges(
  describe: DescribeInput,
  later: readonly LaterChange[],
): DescribeInput {
  const asItIs = <F extends FieldInput>(given: F, path: string): F | RowInput => {
    const draft = later.find((each) => each.draft.at === path)?.draft;
    if (!draft) return given;
    const { fields: _rows, masked: _m, maskedInSome: _s, ...now } = fieldOf(draft.previous!);
    return { ...now, ...heading(draft.field) };
  };
  const fields = describe.fields.map((given, i) => {
    const path = `/describe/fields/${i}`;
    const field: FieldInput = asItIs(given, path);
    return field.fields
      ? { ...field, fields: field.fields.map((row, j) => asItIs(row, `${path}/fields/${j}`)) }
      : field;
  });
  return { ...describe, fields };
}

/**
 * A field whose type is being changed has no other change until that has ended. `below` are the
 * rows of the sub-tables as they are stored.
 */
export function checkChanging(
  { fields, removed }: Pick<SchemaDraft, 'fields' | 'removed'>,
  below: RowObjects,
  swapped: string | undefined,
  problems: Problem[],
): void {
  for (const { field, previous, at } of fields)
    if (
      previous?.changing &&
      previous.id !== swapped &&
      at !== '' &&
      !isSameBelow(field, fieldOf(previous))
    )
      problems.push(problem(`${at}/type`, 'FIELD_CHANGING', { label: previous.label }));
  for (const each of fields)
    if (each.below) checkChanging(each.below, new Map(), swapped, problems);
  for (const label of removed.flatMap((row) => changingIn(row, below)))
    problems.push(problem('/describe/fields', 'FIELD_CHANGING', { label }));
}

/** Labels of what is being changed of a field: itself, or columns of the sub-table. */
const changingIn = ({ id, changing, label }: FieldRow, below: RowObjects): string[] =>
  changing
    ? [label]
    : (below.get(id)?.fields ?? []).flatMap((column) =>
        column.changing ? [withTable(label, column.label)] : [],
      );

/** A change as it is stored; the object of a column is its sub-table's rows. */
export interface TypeChangeRow {
  readonly id: string;
  readonly object_id: string;
  readonly field_id: string;
  readonly no: number;
  readonly was: FieldDescribe;
  readonly field: FieldDescribe;
  readonly state: 'running' | 'stopped' | 'done';
  readonly back: boolean;
  readonly accepts: boolean;
}

const INSERT = `INSERT INTO bizmeta.type_change (tenant_id, id, object_id, field_id, no, was, field,
  accepts, created_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

/** Begins a change: the column beside the field, and the job that fills it. Answers its id. */
export async function beginChange(
  tx: TenantTx,
  { owner, draft: { field, previous }, label }: LaterChange,
  { userId, accepts }: { userId: string; accepts: boolean },
): Promise<string> {
  const table = { schema: schemaOf(tx.tenant), no: owner.no };
  await endChanges(tx, table, [field.id]);
  const [made] = await tx.query<{ no: number }>(`SELECT nextval('bizmeta.field_no') AS no`);
  const [id, no] = [uuidv7(), made!.no];
  const { rows } = await sizeOf(tx, table);
  await tx.ddl(
    [
      stopBuilding(table),
      makeBeside(table, no, kindOf(field).column(field)),
      beginNoting(table, previous!.no, no),
    ].join('; '),
  );
  const was = JSON.stringify(fieldOf(previous!));
  await tx.run(INSERT, [
    ...[tx.tenant.id, id, owner.id, field.id, no, was, JSON.stringify(field), accepts, userId],
  ]);
  await setChanging(tx, field.id, id);
  await runChange(tx, { id, label, rows, userId });
  return id;
}

export const setChanging = (tx: TenantTx, fieldId: string, id: string | null): Promise<number> =>
  tx.run('UPDATE bizmeta.field SET changing = $3 WHERE tenant_id = $1 AND id = $2', [
    tx.tenant.id,
    fieldId,
    id,
  ]);

/** What the job of a change gets. `follows`: only what was written since has to be converted. */
export interface ChangePayload {
  readonly change: string;
  readonly follows: boolean;
}
interface ChangeRun {
  readonly id: string;
  readonly label: string;
  readonly rows: number;
  readonly userId: string;
  readonly follows?: boolean;
}

/** Starts the job of a change; answers its id. */
export async function runChange(
  tx: TenantTx,
  { id, label, rows, userId, follows = false }: ChangeRun,
): Promise<string> {
  const job = await startJob(tx, {
    kind: TYPE_CHANGE_JOB,
    title: `更改字段“${label}”的类型`,
    payload: { change: id, follows } satisfies ChangePayload,
    total: rows,
    by: userId,
  });
  await tx.run('UPDATE bizmeta.type_change SET job = $3 WHERE tenant_id = $1 AND id = $2', [
    tx.tenant.id,
    id,
    job,
  ]);
  return job;
}

/** Drops the columns beside fields of a table, with what was noted: nothing can be undone then. */
export async function endChanges(
  tx: TenantTx,
  table: TableRef,
  fields: readonly string[],
): Promise<void> {
  const ended = await tx.query<{ no: number }>(
    `DELETE FROM bizmeta.type_change WHERE tenant_id = $1 AND field_id = ANY($2::uuid[])
      RETURNING no`,
    [tx.tenant.id, fields],
  );
  if (ended.length === 0) return;
  await tx.run(
    `UPDATE bizmeta.field SET changing = NULL WHERE tenant_id = $1 AND id = ANY($2::uuid[])`,
    [tx.tenant.id, fields],
  );
  await tx.ddl([stopBuilding(table), ...ended.map(({ no }) => dropBeside(table, no))].join('; '));
}

/** Ends the changes of all fields of some objects, of which sub-tables' rows are some. */
export async function endAllChanges(
  tx: TenantTx,
  objects: readonly { readonly id: string; readonly no: number }[],
): Promise<void> {
  const changes = await tx.query<{ field: string; object: string }>(
    `SELECT field_id AS field, object_id AS object FROM bizmeta.type_change WHERE tenant_id = $1
      AND object_id = ANY($2::uuid[])`,
    [tx.tenant.id, objects.map(({ id }) => id)],
  );
  for (const { id, no } of objects) {
    const fields = changes.filter(({ object }) => object === id).map(({ field }) => field);
    if (fields.length > 0) await endChanges(tx, { schema: schemaOf(tx.tenant), no }, fields);
  }
}

/** Ends the change of a field whose column is about to change otherwise. */
export const endChangeOf = (
  tx: TenantTx,
  table: TableRef,
  { id }: Pick<FieldRow, 'id'>,
): Promise<void> => endChanges(tx, table, [id]);
