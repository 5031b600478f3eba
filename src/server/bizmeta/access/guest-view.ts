import { isComputed, type ObjectDescribe } from '../../../contract/index.ts';
import {
  AppError,
  type Bind,
  type Context,
  type Database,
  type HasServerState,
  type TenantTx,
} from '../../kernel/index.ts';
import type { Catalog, ObjectCatalogEntry, Query } from '../meta/catalog.ts';
import { queryOf } from '../meta/find.ts';
import type { ObjectTable } from '../meta/table.ts';
import type { People } from './people.ts';
import type { PersonAccess } from './person-access.ts';
import { prunedDescribe, withLocked } from './pruned-describe.ts';
import { guestOfRecord } from './record-guests.ts';

/** What someone without rights to a record gets. */
const CLOSED: ReadonlySet<string> = new Set([
  'NO_ACCESS',
  'OBJECT_CLOSED',
  'RECORD_FORBIDDEN',
  'RECORD_UNKNOWN',
]);

/** Whether it is refused for want of rights: who is asked about the record may still be its guest. */
export const isClosed = (error: unknown): boolean =>
  error instanceof AppError && CLOSED.has(error.reason);

/** Who asks for a record, and how what they may know of it is found. */
export interface GuestAsks {
  readonly asker: Context | TenantTx;
  readonly catalog: Catalog;
  readonly people: People;
  readonly query: Query;
  readonly state: HasServerState['state'];
}

/** Who asks in a call that only reads. */
export const readingGuest = (
  { db, catalog, people }: Pick<GuestAsks, 'catalog' | 'people'> & { readonly db: Database },
  ctx: Context,
): GuestAsks => ({ asker: ctx, catalog, people, query: queryOf(db, ctx), state: db.state });

/** Who asks in a transaction. */
export const enteredGuest = (
  tx: TenantTx,
  { catalog, people }: Pick<GuestAsks, 'catalog' | 'people'>,
): GuestAsks => ({
  asker: tx,
  catalog,
  people,
  query: (text, values) => tx.query(text, values),
  state: tx.state,
});

/** The object as a guest of one record sees it; undefined for who is no guest who reads it. */
export async function guestView(
  { asker, catalog, people, query, state }: GuestAsks,
  object: string,
  recordId: string,
): Promise<ObjectCatalogEntry | undefined> {
  const guest = await guestOfRecord({ state }, asker, query, { object, recordId });
  const reads = guest?.reads;
  if (!reads) return undefined;
  const view = await ('query' in asker
    ? catalog.enterWhole(asker, object)
    : catalog.wholeView(asker, object));
  const shown = new Set(view.table.describe.fields.map((f) => f.apiName).filter(reads));
  const describe = guestDescribe(view.table, shown, await people.accessOf(asker, query));
  return { ...view, table: guestTable(view.table, recordId, describe) };
}

function guestDescribe(
  whole: ObjectTable,
  shown: ReadonlySet<string>,
  access: PersonAccess | null,
): ObjectDescribe {
  const { sharing: _, ...pruned } = prunedDescribe(
    whole.describe,
    { shown, read: shown, masked: new Set() },
    (object, field) => {
      const other = whole.find(object);
      return other !== undefined && (!access || access.reads(other, field));
    },
  );
  return { ...withLocked(pruned, new Set()), ops: [] };
}

/** The rights of who may do nothing, and write no field. */
function lockedSql({ fields }: ObjectDescribe, bind: Bind): string {
  const locked = fields.filter(({ type }) => !isComputed(type)).map(({ apiName }) => apiName);
  return `json_build_object('can', '{}'::text[],
        'locked', ${bind(locked)}::text[])`;
}

const onlyRecord =
  (id: string) =>
  (alias: string, bind: Bind): string =>
    `${alias}.id = ${bind(id)}::uuid`;

/** One record with the fields that are shown, of which nothing can be done. */
function guestTable(whole: ObjectTable, recordId: string, describe: ObjectDescribe): ObjectTable {
  const shown = new Set(describe.fields.map(({ apiName }) => apiName));
  const columns = new Map(
    [...whole.columns].filter(([name, { system }]) => system || shown.has(name)),
  );
  const title = columns.get(describe.titleField) ?? columns.get('id')!;
  const only = onlyRecord(recordId);
  return {
    ...whole,
    describe,
    columns,
    title,
    label: title,
    indexes: new Set(),
    reader: {
      whole,
      visible: only,
      readable: () => 'true',
      rights: (_alias, bind) => lockedSql(describe, bind),
    },
    from: (bind) => `(SELECT g.* FROM ${whole.from(bind)} g WHERE ${only('g', bind)})`,
  };
}
