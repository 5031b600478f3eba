import { problem, TOTAL_CAP, type DataOf, type InputOf } from '../../../contract/index.ts';
import {
  AppError,
  JsonText,
  problemsError,
  SqlParameters,
  type Context,
  type TenantTx,
} from '../../kernel/index.ts';
import { isUuid } from '../fields/values.ts';
import { isOpenSql, usesClosed } from '../meta/open-object.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { guarded } from '../query/conditions.ts';
import { listRecords, type Readers } from '../records/read.ts';
import { recordOf, type ReadContext } from './read-context.ts';

const LOOKUPS = ['lookup', 'lookups'];

function lookupOf(table: ObjectTable, name: string): Column {
  const column = table.columns.get(name);
  if (!column || column.system || !LOOKUPS.includes(column.field.type))
    throw problemsError([problem('/field', 'UNKNOWN_FIELD', { name: name.slice(0, 60) })]);
  return column;
}

/** Records whose lookup points to a record: a list with that additional condition. */
export function relatedList(
  readers: Readers,
  { field, recordId, ...input }: InputOf<'bizmeta.record.relatedList'>,
  ctx: Context,
): Promise<JsonText> {
  if (!isUuid(recordId)) throw new AppError('RECORD_UNKNOWN');
  return listRecords(readers, input, ctx, (table) => {
    const column = lookupOf(table, field);
    const [op, value] =
      column.field.type === 'lookup' ? ['eq' as const, recordId] : ['hasAny' as const, [recordId]];
    const operand = column.kind.filter.operand(
      op,
      value,
      column.field,
      { now: new Date(), userId: ctx.userId },
      () => undefined,
    );
    if (!operand) throw new AppError('RECORD_UNKNOWN');
    return { name: `related ${field} ${recordId}`, where: { kind: 'value', column, op, operand } };
  });
}

/**
 * What a lookup field may point to: the records of its object, by their titles unless other fields
 * are asked for.
 */
export async function linkList(
  readers: Readers,
  { object, field, ...input }: InputOf<'bizmeta.record.linkList'>,
  ctx: Context,
): Promise<JsonText> {
  const view = await readers.catalog.view(ctx, object);
  const refObject = lookupOf(view.table, field).field.refObject ?? '';
  const title = view.target(refObject)?.label.field.apiName ?? 'id';
  const { text } = await listRecords(
    readers,
    { fields: [title], ...input, object: refObject },
    ctx,
  );
  return new JsonText(
    `{"object":${JSON.stringify(refObject)},"titleField":${JSON.stringify(title)},${text.slice(1)}`,
  );
}

/**
 * The distinct values of a field, with the number of records of each: the groups of a list by it.
 */
export async function distinctList(
  readers: Readers,
  { object, field, filter, search }: InputOf<'bizmeta.record.distinctList'>,
  ctx: Context,
): Promise<DataOf<'bizmeta.record.distinctList'>> {
  const { text } = await listRecords(
    readers,
    {
      object,
      groupBy: [field],
      fields: [],
      size: 0,
      ...(filter !== undefined && { filter }),
      ...(search !== undefined && { search }),
    },
    ctx,
  );
  const {
    groups = [],
    groupsMore = false,
    labels,
  } = JSON.parse(text) as DataOf<'bizmeta.record.list'>;
  return {
    values: groups.map(({ values, count }) => ({ value: values[0] ?? null, count })),
    more: groupsMore,
    labels,
  };
}

interface Referrer {
  object: string;
  label: string;
  icon: string;
  field: string;
  fieldLabel: string;
  many: boolean;
}
const REFERRERS = `SELECT o.api_name AS object, o.label, o.icon, f.api_name AS field,
  f.label AS "fieldLabel", f.type = 'lookups' AS many
  FROM bizmeta.field f JOIN bizmeta.object o ON o.tenant_id = f.tenant_id AND o.id = f.object_id
  WHERE f.tenant_id = $1 AND f.ref_object = $2::uuid AND f.type IN ('lookup', 'lookups')
    AND f.removed_at IS NULL AND o.deleted_at IS NULL AND o.parent_field IS NULL
    AND ($3 OR ${isOpenSql('o')}) ORDER BY o.no, f.ord`;
const referrersTo = (tx: TenantTx, id: string): Promise<Referrer[]> =>
  tx.query<Referrer>(REFERRERS, [tx.tenant.id, id, usesClosed(tx)]);

/** Lookups of objects the caller may use, or of its own, that point to an object. */
export async function referrersOf(
  { tx, catalog }: Pick<ReadContext, 'tx' | 'catalog'>,
  apiName: string,
): Promise<DataOf<'bizmeta.describe.referrers'>> {
  const { table } = await catalog.enterObject(tx, apiName);
  const found = await seenReferrers({ tx, catalog }, table.describe.id);
  return found.map(({ object, label, field, fieldLabel, many }) => ({
    key: `${object}.${field}`,
    object,
    label,
    field,
    fieldLabel,
    many,
  }));
}

interface SeenReferrer extends Referrer {
  readonly table: ObjectTable;
  readonly column: Column;
}
/** Lookups that point to an object, of the objects and fields the person may see. */
async function seenReferrers(
  { tx, catalog }: Pick<ReadContext, 'tx' | 'catalog'>,
  id: string,
): Promise<SeenReferrer[]> {
  const seen: SeenReferrer[] = [];
  for (const referrer of await referrersTo(tx, id)) {
    const table = await seenTableOf({ tx, catalog }, referrer.object);
    const column = table?.columns.get(referrer.field);
    if (table && column) seen.push({ ...referrer, table, column });
  }
  return seen;
}

async function seenTableOf(
  { tx, catalog }: Pick<ReadContext, 'tx' | 'catalog'>,
  object: string,
): Promise<ObjectTable | undefined> {
  try {
    return (await catalog.enterObject(tx, object)).table;
  } catch (error) {
    if (error instanceof AppError && error.reason === 'NO_ACCESS') return undefined;
    throw error;
  }
}

const pointsTo = (column: Column, id: string): string =>
  guarded(
    column.join
      ? `EXISTS (SELECT FROM ${column.join} j WHERE j.from_id = r.id AND j.to_id = ${id})`
      : `r.${column.sql} = ${id}`,
    [column],
    'r',
  );

/**
 * Who points to a record: every lookup of every object, with how many living records, counted up to
 * the cap.
 */
export async function refList(
  { tx, catalog }: ReadContext,
  { object, id }: InputOf<'bizmeta.record.refList'>,
): Promise<DataOf<'bizmeta.record.refList'>> {
  const { table } = await catalog.enterObject(tx, object);
  const record = await recordOf(tx, table, id);
  const referrers = await seenReferrers({ tx, catalog }, table.describe.id);
  if (referrers.length === 0) return [];
  const { values, bind } = new SqlParameters();
  const recordId = `${bind(record['id'])}::uuid`;
  const counts = referrers.map(
    ({ table: from, column }, i) =>
      `(SELECT count(*) FROM (SELECT FROM ${from.from(bind)} r WHERE r.deleted_at IS NULL
        AND ${pointsTo(column, recordId)} LIMIT ${TOTAL_CAP + 1}) x) AS n${i}`,
  );
  const [counted] = await tx.query<Record<string, number>>(`SELECT ${counts.join(', ')}`, values);
  return referrers.map(({ table: _table, column: _column, many, ...referrer }, i) => {
    const n = counted?.[`n${i}`] ?? 0;
    const value = many ? [id] : id;
    const twice = referrers.filter((each) => each.object === referrer.object).length > 1;
    return {
      ...referrer,
      key: `${referrer.object}.${referrer.field}`,
      segment: twice ? `${referrer.object}.${referrer.field}` : referrer.object,
      title: twice ? `${referrer.label}（${referrer.fieldLabel}）` : referrer.label,
      filter: { field: referrer.field, op: many ? ('hasAny' as const) : ('eq' as const), value },
      preset: { [referrer.field]: value },
      count: Math.min(n, TOTAL_CAP),
      countIsEstimate: n > TOTAL_CAP,
    };
  });
}
