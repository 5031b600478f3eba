import {
  FIELDS,
  FIELD_TYPES,
  typesWhere,
  type FieldType,
  type InputOf,
  type TransactionAnswer,
} from '../../contract/index.ts';
import { idempotent, type Context, type Routes, type TenantTx } from '../kernel/index.ts';
import { referrersOf } from './activity/related.ts';
import { appByDomain, createApp, getApp, listApps, updateApp } from './apps/apps.ts';
import { deleteObject } from './meta/delete.ts';
import { findDescribe, listDescribes, queryOf } from './meta/find.ts';
import { createObject, updateObject } from './meta/save.ts';
import { createRecords } from './records/create.ts';
import { readingBack } from './records/read-back.ts';
import { editRecords } from './records/edit.ts';
import { recordDetail } from './records/read.ts';
import { deleteRecords, restoreRecords } from './records/remove.ts';
import { dryRunTransaction, transact, type TransactionContext } from './records/transact.ts';
import type { WriteContext } from './records/write-context.ts';
import { followingObject } from './pages/follow.ts';
import { followedByForms } from './smartforms/follow.ts';
import type { Parts } from './parts.ts';
import { listThroughView } from './views/routes.ts';

/** A change of metadata in one transaction. */
function inMetadataChange<T>(
  { db, lists, statistics }: Parts,
  ctx: Context,
  work: (tx: TenantTx) => Promise<T>,
): Promise<T> {
  return db.withTenant(ctx, async (tx) => {
    tx.afterCommit(() => statistics.noteChange());
    tx.afterCommit(() => lists.changed(ctx));
    return work(tx);
  });
}

const itemOf = (key: FieldType) => {
  const { title, icon, group } = FIELDS[key];
  return { key, title, icon: icon ?? key, group };
};
/** What the object designer offers. */
const OFFERED = {
  types: FIELD_TYPES.map(itemOf),
  columns: typesWhere(({ inRows }) => inRows === 'offered').map(itemOf),
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
        followedByForms(tx, ctx.userId, input.describe, () =>
          followingObject(tx, parts, ctx.userId, input.describe, () =>
            updateObject(tx, ctx.userId, input),
          ),
        ),
      ),
    ),
  );
  routes.route('bizmeta.describe.delete', async ({ apiName }, ctx) => {
    await inMetadataChange(parts, ctx, (tx) => deleteObject(tx, apiName));
    return null;
  });
  routes.route('bizmeta.describe.detail', async ({ apiName }, ctx) => {
    const describe = await findDescribe(queryOf(db, ctx), apiName);
    await parts.validators.issue(ctx, describe);
    return describe;
  });
  routes.route('bizmeta.describe.list', (input, ctx) => listDescribes(db, ctx, input));
  routes.route('bizmeta.describe.fieldTypes', () => Promise.resolve(OFFERED));
  routes.route('bizmeta.describe.referrers', ({ apiName }, ctx) =>
    db.withTenant(ctx, (tx) => referrersOf({ tx, catalog: parts.catalog }, apiName)),
  );
  routes.openRoute('bizmeta.validator.module', ({ name }) => parts.validators.serve(name));
}

type WriteInput = { object: string; requestId?: string | undefined };

/**
 * A write of records: the object's shape is locked, and a repeated request id gets the first
 * response again.
 */
function inWriteContext<I extends WriteInput, T>(
  { db, catalog, services }: Parts,
  ctx: Context,
  callId: string,
  input: I,
  work: (writing: WriteContext, input: I) => Promise<T>,
): Promise<T> {
  return db.withTenant(
    ctx,
    (tx) =>
      idempotent(tx, ctx, callId, input, async () => {
        const view = await catalog.enterObject(tx, input.object);
        return work({ tx, view, userId: ctx.userId, services }, input);
      }),
    { object: input.object },
  );
}

/** Several objects' records in one transaction; a dry run rolls it back and needs no request id. */
function inTransactionContext(
  { db, catalog, services }: Parts,
  ctx: Context,
  input: InputOf<'bizmeta.record.transact'>,
): Promise<TransactionAnswer> {
  const partsOf = (tx: TenantTx): TransactionContext => ({
    tx,
    catalog,
    services,
    userId: ctx.userId,
  });
  if (input.dryRun)
    return dryRunTransaction((work) => db.withTenant(ctx, (tx) => work(partsOf(tx))), input.steps);
  return db.withTenant(ctx, (tx) =>
    idempotent(tx, ctx, 'bizmeta.record.transact', input, () => transact(partsOf(tx), input.steps)),
  );
}

export function recordRoutes(routes: Routes, parts: Parts): void {
  routes.route('bizmeta.record.bulkCreate', (input, ctx) =>
    inWriteContext(parts, ctx, 'bizmeta.record.bulkCreate', input, async (w, { records, read }) =>
      readingBack(w, records, read, await createRecords(w, records), ({ ids }) => ids),
    ),
  );
  routes.route('bizmeta.record.bulkEdit', (input, ctx) =>
    inWriteContext(parts, ctx, 'bizmeta.record.bulkEdit', input, async (w, { records, read }) =>
      readingBack(w, records, read, await editRecords(w, records), (written) =>
        written.records.map(({ id }) => id),
      ),
    ),
  );
  routes.route('bizmeta.record.bulkDelete', (input, ctx) =>
    inWriteContext(parts, ctx, 'bizmeta.record.bulkDelete', input, (w, { ids }) =>
      deleteRecords(w, ids),
    ),
  );
  routes.route('bizmeta.record.restore', (input, ctx) =>
    inWriteContext(parts, ctx, 'bizmeta.record.restore', input, (w, { ids }) =>
      restoreRecords(w, ids),
    ),
  );
  routes.route('bizmeta.record.transact', (input, ctx) => inTransactionContext(parts, ctx, input));
  routes.readRoute('bizmeta.record.list', (input, ctx) => listThroughView(parts, input, ctx));
  routes.readRoute('bizmeta.record.detail', (input, ctx) => recordDetail(parts, input, ctx));
}

export function appRoutes(routes: Routes, { db }: Parts): void {
  routes.route('bizmeta.app.list', (_input, ctx) => listApps(db, ctx));
  routes.route('bizmeta.app.get', ({ id }, ctx) => getApp(db, ctx, id));
  routes.route('bizmeta.app.save', (input, ctx) =>
    db.withTenant(ctx, (tx) => createApp(tx, ctx.userId, input)),
  );
  routes.route('bizmeta.app.idByDomain', ({ domain }, ctx) => appByDomain(db, ctx, domain));
  routes.route('bizmeta.app.update', (input, ctx) =>
    db.withTenant(ctx, (tx) => updateApp(tx, input)),
  );
}
