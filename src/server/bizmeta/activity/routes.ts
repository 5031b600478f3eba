import { idempotent, type Context, type Routes } from '../../kernel/index.ts';
import { createComment, deleteComment, listComments } from './comments.ts';
import { listChanges } from './log.ts';
import { readContextIn, type ActivityParts, type ReadContext } from './read-context.ts';
import { recordSubmission } from './submission.ts';
import { distinctList, linkList, refList, relatedList } from './related.ts';

const inReadContext = <T>(
  parts: ActivityParts,
  ctx: Context,
  work: (reading: ReadContext) => Promise<T>,
): Promise<T> => parts.db.withTenant(ctx, async (tx) => work(await readContextIn(tx, parts, ctx)));

/** History, comments and related records of a record. */
export function activityRoutes(routes: Routes, parts: ActivityParts): void {
  routes.route('bizmeta.dataChangeLog.list', (input, ctx) =>
    inReadContext(parts, ctx, (r) => listChanges(r, input)),
  );
  routes.route('bizmeta.comments.list', (input, ctx) =>
    inReadContext(parts, ctx, (r) => listComments(r, input)),
  );
  routes.route('bizmeta.comments.create', (input, ctx) =>
    inReadContext(parts, ctx, (r) =>
      idempotent(r.tx, ctx, 'bizmeta.comments.create', input, () => createComment(r, input)),
    ),
  );
  routes.route('bizmeta.comments.delete', ({ id }, ctx) =>
    inReadContext(parts, ctx, (r) => deleteComment(r, id)),
  );
  routes.route('bizmeta.record.submission', (input, ctx) =>
    inReadContext(parts, ctx, (r) => recordSubmission(r, input)),
  );
  routes.readRoute('bizmeta.record.relatedList', (input, ctx) => relatedList(parts, input, ctx));
  routes.readRoute('bizmeta.record.linkList', (input, ctx) => linkList(parts, input, ctx));
  routes.readRoute('bizmeta.record.distinctList', (input, ctx) => distinctList(parts, input, ctx));
  routes.route('bizmeta.record.refList', (input, ctx) =>
    inReadContext(parts, ctx, (r) => refList(r, input)),
  );
}
