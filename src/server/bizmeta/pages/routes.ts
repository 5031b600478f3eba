import { idempotent, type Context, type Routes } from '../../kernel/index.ts';
import type { Parts } from '../parts.ts';
import { usagesOf } from './blocks.ts';
import { PageEditContext } from './edit-context.ts';
import { discardDraft, getDraft, resolveDraft, saveDraft } from './drafts.ts';
import { comparePages, pageHistory, pageRevision } from './history.ts';
import { listPages } from './list.ts';
import { createPage, removePage } from './own.ts';
import { publishDraft, resetPage, restoreRevision } from './publish.ts';
import { servePage } from './serve.ts';

/** A builder's work on pages, in one transaction. */
const inEditContext = <T>(
  parts: Parts,
  ctx: Context,
  work: (context: PageEditContext) => Promise<T>,
): Promise<T> =>
  parts.db.withTenant(ctx, (tx) => work(new PageEditContext(tx, parts, ctx.userId, ctx.session)));
/** As inEditContext, for calls a client may repeat after a lost response. */
const once = <I extends { requestId?: string | undefined }, T>(
  parts: Parts,
  ctx: Context,
  callId: string,
  input: I,
  work: (context: PageEditContext) => Promise<T>,
): Promise<T> =>
  inEditContext(parts, ctx, (context) =>
    idempotent(context.tx, ctx, callId, input, () => work(context)),
  );

export function pageRoutes(routes: Routes, parts: Parts): void {
  routes.openRoute('bizmeta.page.schema', ({ pageKey }, ctx) => servePage(parts, pageKey, ctx));
  routes.route('bizmeta.page.usages', ({ pageKey }, ctx) =>
    inEditContext(parts, ctx, ({ tx, library }) => usagesOf(tx, library, pageKey)),
  );
  routes.route('bizmeta.page.list', (input, ctx) =>
    inEditContext(parts, ctx, (context) => listPages(context, input)),
  );
  routes.route('bizmeta.page.create', (input, ctx) =>
    once(parts, ctx, 'bizmeta.page.create', input, (context) => createPage(context, input)),
  );
  routes.route('bizmeta.page.remove', ({ pageKey }, ctx) =>
    inEditContext(parts, ctx, (context) => removePage(context, pageKey)),
  );
  draftRoutes(routes, parts);
  publishingRoutes(routes, parts);
  historyRoutes(routes, parts);
}

function draftRoutes(routes: Routes, parts: Parts): void {
  routes.route('bizmeta.page.draft.get', ({ pageKey }, ctx) =>
    inEditContext(parts, ctx, (context) => getDraft(context, pageKey)),
  );
  routes.route('bizmeta.page.draft.save', (input, ctx) =>
    once(parts, ctx, 'bizmeta.page.draft.save', input, (context) => saveDraft(context, input)),
  );
  routes.route('bizmeta.page.draft.resolve', (input, ctx) =>
    once(parts, ctx, 'bizmeta.page.draft.resolve', input, (context) =>
      resolveDraft(context, input),
    ),
  );
  routes.route('bizmeta.page.draft.discard', (input, ctx) =>
    inEditContext(parts, ctx, (context) => discardDraft(context, input)),
  );
}

function publishingRoutes(routes: Routes, parts: Parts): void {
  routes.route('bizmeta.page.publish', (input, ctx) =>
    once(parts, ctx, 'bizmeta.page.publish', input, (context) => publishDraft(context, input)),
  );
  routes.route('bizmeta.page.restore', (input, ctx) =>
    once(parts, ctx, 'bizmeta.page.restore', input, (context) => restoreRevision(context, input)),
  );
  routes.route('bizmeta.page.reset', (input, ctx) =>
    inEditContext(parts, ctx, (context) => resetPage(context, input)),
  );
}

function historyRoutes(routes: Routes, parts: Parts): void {
  routes.route('bizmeta.page.history', (input, ctx) =>
    inEditContext(parts, ctx, (context) => pageHistory(context, input)),
  );
  routes.route('bizmeta.page.revision', (input, ctx) =>
    inEditContext(parts, ctx, (context) => pageRevision(context, input)),
  );
  routes.route('bizmeta.page.compare', (input, ctx) =>
    inEditContext(parts, ctx, (context) => comparePages(context, input)),
  );
}
