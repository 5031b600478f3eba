import {
  FIELDS,
  FIELD_TYPES,
  typesWhere,
  type FieldType,
  type InputOf,
  type TransactionAnswer,
} from '../../contract/index.ts';
import { columnDefaultSources, defaultSources } from '../../values/index.ts';
import { idempotent, type Context, type Routes, type TenantTx } from '../kernel/index.ts';
import { referrersOf } from './activity/related.ts';
import { changingObject } from './change-object.ts';
import { copyObject } from './copies/copy.ts';
import { setObjectActive } from './meta/active.ts';
import { describeFor, describeOfRecord, describesFor } from './describe-for.ts';
import { deleteObject } from './meta/delete.ts';
import { lostValues, planOf } from './meta/schema-plan.ts';
import { purgeFields, removedFields } from './meta/removed.ts';
import { createObject, updateObject } from './meta/save.ts';
import { TITLE_TYPES } from './meta/table.ts';
import { createFromTable, readTable } from './pasted/table.ts';
import { bulkChanges, bulkUndoState, undoBulkChange } from './records/bulk-undo.ts';
import { setRecords } from './records/bulk-set.ts';
import { transferRecords } from './records/transfer.ts';
import { copyRecords } from './records/copy-records.ts';
import { createRecords } from './records/create.ts';
import { firstValues } from './records/defaults.ts';
import { readingBack } from './records/read-back.ts';
import { editRecords } from './records/edit.ts';
import { recordDetail, recordVersion } from './records/read.ts';
import { deleteRecords, type DeletionContext } from './records/remove.ts';
import { restoreRecords } from './records/restore.ts';
import { dryRunTransaction, transact, type TransactionContext } from './records/transact.ts';
import { fieldUses } from './references/field-uses.ts';
import { inMetadataChange } from './metadata-change.ts';
import type { Parts } from './parts.ts';
import { searchRecords } from './search/search.ts';
import { listThroughView } from './views/routes.ts';

const itemOf = (key: FieldType) => {
  const { title, icon, group } = FIELDS[key];
  return { key, title, icon: icon ?? key, group };
};
const defaultsOf = (sources: typeof defaultSources) =>
  FIELD_TYPES.flatMap((type) => sources(type).map((key) => ({ type, key })));
/** What the object designer offers. */
const OFFERED = {
  types: FIELD_TYPES.map(itemOf),
  columns: typesWhere(({ inRows }) => inRows === 'offered').map(itemOf),
  defaults: defaultsOf(defaultSources),
  columnDefaults: defaultsOf(columnDefaultSources),
  titles: [...TITLE_TYPES],
  searched: [...typesWhere(({ searched }) => searched)],
  inCodes: [...typesWhere(({ inCodes }) => inCodes)],
};

export function describeRoutes(routes: Routes, parts: Parts): void {
  const { db } = parts;
  routes.route('bizmeta.describe.create', (input, ctx) =>
    inMetadataChange(parts, ctx, (tx) =>
      idempotent(tx, ctx, 'bizmeta.describe.create', input, () =>
        createObject(tx, ctx.userId, input),
      ),
    ),
  );
  routes.route('bizmeta.describe.update', (input, ctx) =>
    inMetadataChange(parts, ctx, (tx) =>
      idempotent(tx, ctx, 'bizmeta.describe.update', input, () =>
        changingObject(tx, parts, ctx.userId, input.describe, () =>
          updateObject(tx, ctx.userId, input),
        ),
      ),
    ),
  );
  routes.route('bizmeta.describe.delete', ({ apiName }, ctx) =>
    inMetadataChange(parts, ctx, (tx) => deleteObject(tx, ctx.userId, apiName)),
  );
  routes.route('bizmeta.describe.copy', (input, ctx) =>
    inMetadataChange(parts, ctx, (tx) =>
      idempotent(tx, ctx, 'bizmeta.describe.copy', input, () =>
        copyObject({ tx, catalog: parts.catalog, userId: ctx.userId }, input),
      ),
    ),
  );
  routes.route('bizmeta.describe.readTable', (input) => Promise.resolve(readTable(input)));
  routes.route('bizmeta.describe.fromTable', (input, ctx) =>
    inMetadataChange(parts, ctx, (tx) =>
      idempotent(tx, ctx, 'bizmeta.describe.fromTable', input, () =>
        createFromTable(
          { tx, catalog: parts.catalog, services: parts.services, userId: ctx.userId },
          input,
        ),
      ),
    ),
  );
  routes.route('bizmeta.describe.active', (input, ctx) =>
    inMetadataChange(parts, ctx, (tx) => setObjectActive(tx, ctx.userId, input)),
  );
  routes.route(
    'bizmeta.describe.fields',
    async ({ apiName }, ctx) => (await describeFor(parts, ctx, apiName)).fields,
  );
  routes.route('bizmeta.describe.detail', async (input, ctx) => {
    const describe = await describeOfRecord(parts, ctx, input);
    await parts.validators.issue(ctx, describe);
    return describe;
  });
  routes.route('bizmeta.describe.list', (input, ctx) => describesFor(parts, ctx, input));
  routes.route('bizmeta.describe.fieldTypes', () => Promise.resolve(OFFERED));
  routes.route('bizmeta.describe.referrers', ({ apiName }, ctx) =>
    db.withTenant(ctx, (tx) => referrersOf({ tx, catalog: parts.catalog }, apiName)),
  );
  routes.route('bizmeta.describe.fieldUses', (input, ctx) =>
    db.withTenant(ctx, (tx) => fieldUses(tx, parts, ctx.userId, input)),
  );
  routes.route('bizmeta.describe.removedFields', ({ apiName }, ctx) =>
    db.withTenant(ctx, (tx) => removedFields(tx, apiName)),
  );
  routes.route('bizmeta.describe.purgeFields', ({ apiName, ids }, ctx) =>
    inMetadataChange(parts, ctx, (tx) => purgeFields(tx, apiName, ids)),
  );
  routes.openRoute('bizmeta.validator.module', ({ name }) => parts.validators.serve(name));
  planRoutes(routes, parts);
}

/** What a change would do, before it is made. */
function planRoutes(routes: Routes, { db }: Parts): void {
  routes.route('bizmeta.describe.plan', ({ describe }, ctx) => planOf(db, ctx, describe));
  routes.route('bizmeta.describe.lostValues', (input, ctx) =>
    db.withTenant(ctx, (tx) => lostValues(tx, input)),
  );
}

type WriteInput = { object: string; requestId?: string | undefined };

/**
 * A write of records: the object's shape is locked, and a repeated request id gets the first
 * response again.
 */
function inWriteContext<I extends WriteInput, T>(
  { db, catalog, people, services }: Parts,
  ctx: Context,
  callId: string,
  input: I,
  work: (writing: DeletionContext, input: I) => Promise<T>,
): Promise<T> {
  return db.withTenant(
    ctx,
    (tx) =>
      idempotent(tx, ctx, callId, input, async () => {
        const view = await catalog.enterWhole(tx, input.object);
        const access = await people.accessIn(tx);
        return work({ tx, catalog, view, userId: ctx.userId, services, access }, input);
      }),
    { object: input.object },
  );
}

/** Several objects' records in one transaction; a dry run rolls it back and needs no request id. */
function inTransactionContext(
  { db, catalog, people, services }: Parts,
  ctx: Context,
  input: InputOf<'bizmeta.record.transact'>,
): Promise<TransactionAnswer> {
  const partsOf = async (tx: TenantTx): Promise<TransactionContext> => ({
    tx,
    catalog,
    services,
    userId: ctx.userId,
    access: await people.accessIn(tx),
  });
  if (input.dryRun)
    return dryRunTransaction(
      (work) => db.withTenant(ctx, async (tx) => work(await partsOf(tx))),
      input.steps,
    );
  return db.withTenant(ctx, (tx) =>
    idempotent(tx, ctx, 'bizmeta.record.transact', input, async () =>
      transact(await partsOf(tx), input.steps),
    ),
  );
}

export function recordRoutes(routes: Routes, parts: Parts): void {
  routes.route('bizmeta.record.bulkCreate', (input, ctx) =>
    inWriteContext(parts, ctx, 'bizmeta.record.bulkCreate', input, async (w, { records, read }) =>
      readingBack(w, records, read, await createRecords(w, records), ({ ids }) => ids),
    ),
  );
  routes.route('bizmeta.record.defaults', ({ object, address }, ctx) =>
    parts.db.withTenant(
      ctx,
      async (tx) =>
        firstValues(
          {
            tx,
            view: await parts.catalog.enterWhole(tx, object),
            userId: ctx.userId,
            services: parts.services,
            access: await parts.people.accessIn(tx),
          },
          address,
        ),
      { object },
    ),
  );
  routes.route('bizmeta.record.bulkEdit', (input, ctx) =>
    inWriteContext(parts, ctx, 'bizmeta.record.bulkEdit', input, async (w, { records, read }) =>
      readingBack(w, records, read, await editRecords(w, records), (written) =>
        written.records.map(({ id }) => id),
      ),
    ),
  );
  routes.route('bizmeta.record.bulkSet', (input, ctx) =>
    inWriteContext(parts, ctx, 'bizmeta.record.bulkSet', input, setRecords),
  );
  routes.route('bizmeta.record.undoBulk', (input, ctx) =>
    inWriteContext(parts, ctx, 'bizmeta.record.undoBulk', input, (w) =>
      undoBulkChange(w, input, ctx.session.isBuilder),
    ),
  );
  routes.route('bizmeta.record.bulkUndo', (input, ctx) =>
    inWriteContext(parts, ctx, 'bizmeta.record.bulkUndo', input, bulkUndoState),
  );
  routes.route('bizmeta.record.bulkChanges', (input, ctx) =>
    inWriteContext(parts, ctx, 'bizmeta.record.bulkChanges', input, bulkChanges),
  );
  routes.route('bizmeta.record.transfer', (input, ctx) =>
    inWriteContext(parts, ctx, 'bizmeta.record.transfer', input, transferRecords),
  );
  routes.route('bizmeta.record.copy', (input, ctx) =>
    inWriteContext(parts, ctx, 'bizmeta.record.copy', input, (w, { ids }) => copyRecords(w, ids)),
  );
  routes.route('bizmeta.record.bulkDelete', (input, ctx) =>
    inWriteContext(parts, ctx, 'bizmeta.record.bulkDelete', input, (w, { ids }) =>
      deleteRecords(w, ids),
    ),
  );
  routes.route('bizmeta.record.restore', (input, ctx) =>
    inWriteContext(parts, ctx, 'bizmeta.record.restore', input, restoreRecords),
  );
  routes.route('bizmeta.record.transact', (input, ctx) => inTransactionContext(parts, ctx, input));
  routes.route('bizmeta.search', (input, ctx) => searchRecords(parts, input, ctx));
  routes.readRoute('bizmeta.record.list', (input, ctx) => listThroughView(parts, input, ctx));
  routes.readRoute('bizmeta.record.version', (input, ctx) => recordVersion(parts, input, ctx));
  routes.readRoute('bizmeta.record.detail', (input, ctx) => recordDetail(parts, input, ctx));
}
