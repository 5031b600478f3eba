import { idempotent, type Context, type Routes } from '../../kernel/index.ts';
import type { Readers } from '../records/read.ts';
import { createComment, deleteComment, listComments } from './comments.ts';
import { listChanges } from './log.ts';
import type { Reading } from './reading.ts';
import { distinctList, linkList, refList, relatedList } from './related.ts';

const reading = <T>(
  { db, catalog, neighbours }: Readers,
  ctx: Context,
  work: (reading: Reading) => Promise<T>,
): Promise<T> =>
  db.withTenant(ctx, (tx) =>
    work({ tx, catalog, neighbours, userId: ctx.userId, isSuper: ctx.session.isSuper }),
  );

/** What happened to a record, what people say of it, and which others it is tied to. */
export function activityRoutes(routes: Routes, parts: Readers): void {
  routes.route('bizmeta.dataChangeLog.list', (input, ctx) =>
    reading(parts, ctx, (r) => listChanges(r, input)),
  );
  routes.route('bizmeta.comments.list', (input, ctx) =>
    reading(parts, ctx, (r) => listComments(r, input)),
  );
  routes.route('bizmeta.comments.create', (input, ctx) =>
    reading(parts, ctx, (r) =>
      idempotent(r.tx, ctx, 'bizmeta.comments.create', input, () => createComment(r, input)),
    ),
  );
  routes.route('bizmeta.comments.delete', ({ id }, ctx) =>
    reading(parts, ctx, (r) => deleteComment(r, id)),
  );
  routes.readRoute('bizmeta.record.relatedList', (input, ctx) => relatedList(parts, input, ctx));
  routes.readRoute('bizmeta.record.linkList', (input, ctx) => linkList(parts, input, ctx));
  routes.readRoute('bizmeta.record.distinctList', (input, ctx) => distinctList(parts, input, ctx));
  routes.route('bizmeta.record.refList', (input, ctx) =>
    reading(parts, ctx, (r) => refList(r, input)),
  );
}
