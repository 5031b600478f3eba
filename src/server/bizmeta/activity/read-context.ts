import type { RecordOp, RecordValues } from '../../../contract/index.ts';
import { AppError, SqlParameters, type Context, type TenantTx } from '../../kernel/index.ts';
import type { People } from '../access/people.ts';
import type { PersonAccess } from '../access/person-access.ts';
import { isUuid } from '../fields/values.ts';
import type { Catalog } from '../meta/catalog.ts';
import type { ObjectTable } from '../meta/table.ts';
import { rowsSql } from '../query/sql.ts';
import type { ServicePorts } from '../records/service-ports.ts';
import type { Readers } from '../records/read.ts';

/** Context of read operations about one record, inside one transaction of the user. */
export interface ReadContext {
  readonly tx: TenantTx;
  readonly catalog: Catalog;
  readonly people: People;
  readonly services: ServicePorts;
  readonly userId: string;
  readonly isSuper: boolean;
  /** What the person may do with records; null for everything. */
  readonly access: PersonAccess | null;
}

export { labelsOfValues } from '../records/labels-by-id.ts';

export type ActivityParts = Readers & { readonly people: People };

/** The context of the person of a call, inside their transaction. */
export async function readContextIn(
  tx: TenantTx,
  { catalog, services, people }: Pick<ActivityParts, 'catalog' | 'services' | 'people'>,
  { userId, session }: Context,
): Promise<ReadContext> {
  const access = await people.accessIn(tx);
  return { tx, catalog, people, services, userId, isSuper: session.isSuper, access };
}

/** Refuses what the person may not do with a record they see: NO_ACCESS, RECORD_FORBIDDEN. */
export async function requireRecordOp(
  { tx, access }: ReadContext,
  table: ObjectTable,
  id: string,
  op: RecordOp,
): Promise<void> {
  const whole = table.reader?.whole;
  if (!access || !whole) return;
  const { apiName, label } = whole.describe;
  if (!access.has(apiName, op)) throw new AppError('NO_ACCESS', { label });
  const { values, bind } = new SqlParameters();
  const [row] = await tx.query<{ allowed: boolean }>(
    `SELECT ${access.allowedSql(op, { whole, alias: 'r', bind })} AS allowed FROM ${whole.name} r
      WHERE r.id = ${bind(id)}::uuid`,
    values,
  );
  if (!row?.allowed) throw new AppError('RECORD_FORBIDDEN');
}

/** Names of the fields that may be read in other records, but not in this one. */
export async function unreadable(
  tx: TenantTx,
  table: ObjectTable,
  id: string,
): Promise<ReadonlySet<string>> {
  const guards = [...table.columns.values()].filter(({ guard }) => guard !== undefined);
  if (guards.length === 0) return new Set();
  const { values, bind } = new SqlParameters();
  const [row] = await tx.query<{ readable: (boolean | null)[] }>(
    `SELECT ARRAY[${guards.map(({ guard }) => `r.${guard}`).join(', ')}] AS readable
      FROM ${table.from(bind)} r WHERE r.id = ${bind(id)}::uuid`,
    values,
  );
  return new Set(
    guards.flatMap(({ field }, i) => (row?.readable[i] === true ? [] : [field.apiName])),
  );
}

/**
 * The record, not deleted; throws RECORD_UNKNOWN when it is missing, deleted or another company's.
 */
export async function recordOf(
  tx: TenantTx,
  table: ObjectTable,
  id: string,
): Promise<RecordValues> {
  if (!isUuid(id)) throw new AppError('RECORD_UNKNOWN');
  const { text, values } = rowsSql(table, [id]);
  const [found] = await tx.query<{ rows: RecordValues[] | null }>(text, values);
  const record = found?.rows?.[0];
  if (!record) throw new AppError('RECORD_UNKNOWN');
  return record;
}
