import {
  BIN_DAYS,
  FIELDS,
  isComputed,
  type DataOf,
  type DescribeInput,
  type FieldDescribe,
  type InputOf,
  type Problem,
} from '../../../contract/index.ts';
import {
  AppError,
  schemaOf,
  TIME_LIMITS,
  type Database,
  type Scope,
  type TenantTx,
} from '../../kernel/index.ts';
import { kindOf } from '../fields/index.ts';
import { tableName, type TableRef } from './ddl.ts';
import type { DraftField } from './draft-field.ts';
import { draftFields, type PreviousObject, type SchemaDraft } from './draft.ts';
import { lossesOf, type ColumnPlace } from './lost-values.ts';
import { fieldOf, loadOne, type FieldRow, type LoadedObjects, type ObjectRow } from './store.ts';
import { changeOf } from './type-change.ts';
import { isMadeLater, sizeOf, unitOf, withTable } from './type-changes.ts';

/** What a change of a describe does to stored records, found out without changing anything. */

type Plan = DataOf<'bizmeta.describe.plan'>;
type Change = Plan['changes'][number];

/** Bytes a second at which PostgreSQL rewrites a table with its indexes, on a modest disk. */
const REWRITE_RATE = 40_000_000;
const INDEX_ROWS_A_SECOND = 400_000;
const NUMBERED_A_SECOND = 20_000;
/** In batches, beside other work. */
const CONVERTED_A_SECOND = 8_000;
/** A wait people notice: then the builder is asked first. */
const NOTICED_SECONDS = 3;

interface Planning {
  /** Without: records are too many to count them in the time a person waits. */
  readonly counts: boolean;
  /** Of a sub-table. */
  readonly isRows: boolean;
  readonly tx: TenantTx;
  readonly table: TableRef;
  readonly rows: number;
  readonly bytes: number;
}

async function planningOf(
  tx: TenantTx,
  { no, parent_field: above }: ObjectRow,
  counts: boolean,
): Promise<Planning> {
  const table = { schema: schemaOf(tx.tenant), no };
  return { counts, tx, table, isRows: above !== null, ...(await sizeOf(tx, table)) };
}

interface Drafted {
  readonly previous: PreviousObject;
  readonly draft: SchemaDraft;
}

const NO_CHANGE: SchemaDraft = { fields: [], removed: [], titleField: null };

/** The describe as it would become. One with mistakes changes nothing: the saving says what they are. */
async function draftOf(tx: TenantTx, describe: DescribeInput): Promise<Drafted> {
  const found = await loadOne((text, values) => tx.query<LoadedObjects>(text, values), describe);
  if (!found) throw new AppError('OBJECT_UNKNOWN', { name: (describe.apiName ?? '').slice(0, 60) });
  const names = await tx.query<{ name: string }>(
    `SELECT api_name AS name FROM bizmeta.object WHERE tenant_id = $1 AND parent_field IS NULL
      AND deleted_at IS NULL`,
    [tx.tenant.id],
  );
  const problems: Problem[] = [];
  const objects = new Set(names.map(({ name }) => name));
  const draft = draftFields(describe, found, objects, problems);
  return { previous: found, draft: problems.length > 0 ? NO_CHANGE : draft };
}

async function planDescribe(tx: TenantTx, describe: DescribeInput, counts = true): Promise<Plan> {
  await tx.patience(TIME_LIMITS.report);
  const { previous, draft } = await draftOf(tx, describe);
  const planning = await planningOf(tx, previous.row, counts);
  const changes = await changesIn(planning, draft, undefined);
  for (const { field, below } of draft.fields)
    if (below?.previous)
      changes.push(
        ...(await changesIn(
          await planningOf(tx, below.previous, counts),
          { ...below, titleField: null },
          field.label,
        )),
      );
  return { rows: planning.rows, ...summaryOf(changes), changes };
}

/** What the changes come to: whether to ask, and in which words. */
function summaryOf(changes: readonly Change[]): Omit<Plan, 'rows' | 'changes'> {
  const losing = changes.filter((each) => each.lost > 0);
  const lost = losing.reduce((sum, each) => sum + each.lost, 0);
  const seconds = changes.reduce((sum, each) => sum + (each.lock === 'none' ? 0 : each.seconds), 0);
  const later = changes.some((each) => each.later);
  const accept = losing.every((each) => each.acceptable) ? losing.map(({ field }) => field) : null;
  const asks = lost > 0 || later || seconds >= NOTICED_SECONDS;
  const text = lost > 0 ? lossText(losing, accept !== null) : waitText(seconds, later);
  return { asks, lost, accept, text };
}

function lossText(losing: readonly Change[], isAcceptable: boolean): string {
  const counted = [false, true].map(unitOf).flatMap((unit) => {
    const lost = losing.reduce((sum, each) => sum + (each.unit === unit ? each.lost : 0), 0);
    return lost > 0 ? [`${lost.toLocaleString('en-US')} ${unit}`] : [];
  });
  const count = counted.join('、');
  return isAcceptable
    ? `有 ${count}的值换不过去。可以先改好这些值；也可以清空它们，原来的值保留 ${BIN_DAYS} 天，期间可以撤销`
    : `有 ${count}的值会丢失，这样不能保存；先改好这些值，或保留原来的设置`;
}

function waitText(seconds: number, later: boolean): string {
  if (seconds > 0) return `保存时这个对象约 ${seconds} 秒不能使用，期间的操作会等待或提示稍后再试`;
  return later
    ? `记录较多，类型在后台分批更改，期间可以照常使用；完成后 ${BIN_DAYS} 天内可以撤销`
    : '保存不影响正在使用的人';
}

async function changesIn(
  planning: Planning,
  { fields, removed }: SchemaDraft,
  tableLabel: string | undefined,
): Promise<Change[]> {
  const changes: Change[] = [];
  for (const each of fields)
    if (each.at !== '') changes.push(...(await changesOf(planning, each, tableLabel)));
  for (const row of removed) changes.push(await removal(planning, row, tableLabel));
  return changes;
}

async function changesOf(
  planning: Planning,
  draft: DraftField,
  tableLabel: string | undefined,
): Promise<Change[]> {
  const { field, previous } = draft;
  const change = (given: Partial<Change> & { text: string }): Change => ({
    field: field.id,
    label: withTable(tableLabel, field.label),
    records: 0,
    unit: unitOf(planning.isRows),
    lock: 'none',
    seconds: 0,
    lost: 0,
    later: false,
    acceptable: false,
    more: false,
    ...given,
    lockText: given.later
      ? `后台约 ${given.seconds} 秒，不占用`
      : lockText(given.lock ?? 'none', given.seconds ?? 0),
  });
  if (!previous)
    return isComputed(field.type) && !kindOf(field).virtual && planning.rows > 0
      ? [
          change({
            text: '给已有的记录编号',
            records: planning.rows,
            lock: 'write',
            seconds: secondsFor(planning.rows / NUMBERED_A_SECOND),
          }),
        ]
      : [];
  const from = fieldOf(previous);
  if (kindOf(from).virtual || kindOf(field).virtual) return [];
  const { tx, table, isRows } = planning;
  const place = { tx, table, no: previous.no, isRows };
  const found = [await typeChange(planning, place, from, field)].filter(
    (each) => each !== undefined,
  );
  // Its index is built with the new column.
  const beside = found[0]?.later ? ({ lock: 'none', later: true } as const) : {};
  if (field.unique && !from.unique) found.push({ ...(await unique(planning, place)), ...beside });
  if (field.required && !from.required) found.push(await required(planning, place));
  return found.map(change);
}

type Found = Partial<Change> & { text: string };

async function typeChange(
  { rows, bytes, counts, isRows }: Planning,
  place: ColumnPlace,
  from: FieldDescribe,
  to: FieldDescribe,
): Promise<Found | undefined> {
  if (changeOf(from, to) === null) return undefined;
  const { records: lost, more } = counts
    ? await lossesOf(place, from, to, { size: 1, offset: 0 })
    : { records: 0, more: true };
  const [before, after] = [FIELDS[from.type].title, FIELDS[to.type].title];
  const what = before === after ? `${after}的长度或位数改变` : `${before}改为${after}`;
  const acceptable = true;
  if (isMadeLater(from, to, rows, lost > 0)) {
    const seconds = secondsFor(rows / CONVERTED_A_SECOND);
    return { text: what, records: rows, seconds, lost, more, later: true, acceptable };
  }
  const seconds = secondsFor(bytes / REWRITE_RATE);
  return {
    text: `${what}，重写全部${isRows ? '明细行' : '记录'}`,
    acceptable,
    records: rows,
    lock: 'all',
    seconds,
    lost,
    more,
  };
}

const UNCOUNTED = '从此不允许重复；记录太多，有没有重复的值保存时才检查';
const requiredText = (isRows: boolean): string =>
  isRows
    ? '从此必填；还没有填的行，下次修改所在的记录时要补上'
    : '从此必填；还没有填的记录，下次修改时要补上';

async function unique({ rows, counts }: Planning, { tx, table, no }: ColumnPlace): Promise<Found> {
  const seconds = secondsFor(rows / INDEX_ROWS_A_SECOND);
  if (!counts) return { text: UNCOUNTED, records: rows, lock: 'write', seconds, more: true };
  const [twice] = await tx.query<{ n: number }>(
    `SELECT coalesce(sum(c), 0)::integer AS n FROM (SELECT count(*) AS c FROM ${tableName(table)}
      WHERE f_${no} IS NOT NULL AND deleted_at IS NULL GROUP BY f_${no} HAVING count(*) > 1) x`,
  );
  const doubled = Number(twice?.n ?? 0);
  const text =
    doubled > 0 ? `有 ${doubled} 条记录的值重复，不能设为不允许重复` : '检查并从此不允许重复';
  return { text, records: rows, lock: 'write', seconds };
}

/** Records without a value stay as they are until they are changed. */
async function required(
  { counts, isRows }: Planning,
  { tx, table, no }: ColumnPlace,
): Promise<Found> {
  const text = requiredText(isRows);
  if (!counts) return { text, more: true };
  const [empty] = await tx.query<{ n: number }>(
    `SELECT count(*)::integer AS n FROM ${tableName(table)} WHERE f_${no} IS NULL
      AND deleted_at IS NULL`,
  );
  const records = Number(empty?.n ?? 0);
  return { text, records };
}

async function removal(
  { tx, table, counts, isRows }: Planning,
  row: FieldRow,
  tableLabel: string | undefined,
): Promise<Change> {
  const field = fieldOf(row);
  const [kept] =
    !counts || kindOf(field).virtual
      ? []
      : await tx.query<{ n: number }>(
          `SELECT count(f_${row.no})::integer AS n FROM ${tableName(table)} WHERE deleted_at IS NULL`,
        );
  return {
    field: row.id,
    label: withTable(tableLabel, row.label),
    text: isRows ? '从明细表去掉，已填的值不再显示' : '移到“已删除的字段”，值保留，可以恢复',
    records: Number(kept?.n ?? 0),
    unit: unitOf(isRows),
    lock: 'none',
    lockText: lockText('none', 0),
    seconds: 0,
    lost: 0,
    later: false,
    acceptable: false,
    more: false,
  };
}

const secondsFor = (seconds: number): number => Math.max(1, Math.round(seconds));
function lockText(lock: Change['lock'], seconds: number): string {
  if (lock === 'none') return '不占用';
  return lock === 'all' ? `约 ${seconds} 秒不能查看和保存` : `约 ${seconds} 秒不能保存`;
}

/** Class 57014: cancelled after its time; 53400: temporary files. */
const isTooMuch = (error: unknown): boolean =>
  error instanceof AppError
    ? error.reason === 'QUERY_TIMEOUT' || error.reason === 'QUERY_TOO_LARGE'
    : ['57014', '53400'].includes(String((error as { code?: unknown }).code));

/** The plan; of too many records to count while a person waits, the plan without the numbers. */
export async function planOf(db: Database, scope: Scope, describe: DescribeInput): Promise<Plan> {
  try {
    return await db.withTenant(scope, (tx) => planDescribe(tx, describe));
  } catch (error) {
    if (!isTooMuch(error)) throw error;
    return db.withTenant(scope, (tx) => planDescribe(tx, describe, false));
  }
}

const DEFAULT_SIZE = 50;

/** The values one field would lose, a page at a time. */
export async function lostValues(
  tx: TenantTx,
  { describe, field, current = 1, size = DEFAULT_SIZE }: InputOf<'bizmeta.describe.lostValues'>,
): Promise<DataOf<'bizmeta.describe.lostValues'>> {
  await tx.patience(TIME_LIMITS.report);
  const { previous, draft } = await draftOf(tx, describe);
  const levels = [
    { no: previous.row.no, fields: draft.fields },
    ...draft.fields.flatMap(({ below }) =>
      below?.previous ? [{ no: below.previous.no, fields: below.fields }] : [],
    ),
  ];
  for (const { no, fields } of levels) {
    const found = fields.find((each) => each.previous?.id === field);
    if (!found?.previous) continue;
    const table = { schema: schemaOf(tx.tenant), no };
    const place = { tx, table, no: found.previous.no, isRows: no !== previous.row.no };
    const page = { size, offset: (current - 1) * size };
    const from = fieldOf(found.previous);
    if (kindOf(from).virtual || kindOf(found.field).virtual) break;
    const { values, total, more } = await lossesOf(place, from, found.field, page);
    return { values: [...values], total, more };
  }
  return { values: [], total: 0, more: false };
}
