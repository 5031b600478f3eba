import { idempotent, type Context, type Routes } from '../../kernel/index.ts';
import type { Parts } from '../routes.ts';
import { usagesOf } from './blocks.ts';
import { Desk } from './desk.ts';
import { discardDraft, getDraft, resolveDraft, saveDraft } from './drafts.ts';
import { comparePages, pageHistory, pageRevision } from './history.ts';
import { listPages } from './list.ts';
import { createPage, removePage } from './own.ts';
import { publishDraft, resetPage, restoreRevision } from './publish.ts';
import { servePage } from './serve.ts';

/** A builder's work on pages, in one transaction. */
const atDesk = <T>(parts: Parts, ctx: Context, work: (desk: Desk) => Promise<T>): Promise<T> =>
  parts.db.withTenant(ctx, (tx) => work(new Desk(tx, parts, ctx.userId, ctx.session)));
/** As atDesk, for what a lost answer may have asked twice. */
const once = <I extends { requestId?: string | undefined }, T>(
  parts: Parts,
  ctx: Context,
  callId: string,
  input: I,
  work: (desk: Desk) => Promise<T>,
): Promise<T> =>
  atDesk(parts, ctx, (desk) => idempotent(desk.tx, ctx, callId, input, () => work(desk)));

export function pageRoutes(routes: Routes, parts: Parts): void {
  routes.openRoute('bizmeta.page.schema', ({ pageKey }, ctx) => servePage(parts, pageKey, ctx));
  routes.route('bizmeta.page.usages', ({ pageKey }, ctx) =>
    atDesk(parts, ctx, ({ tx, library }) => usagesOf(tx, library, pageKey)),
  );
  routes.route('bizmeta.page.list', (input, ctx) =>
    atDesk(parts, ctx, (desk) => listPages(desk, input)),
  );
  routes.route('bizmeta.page.create', (input, ctx) =>
    once(parts, ctx, 'bizmeta.page.create', input, (desk) => createPage(desk, input)),
  );
  routes.route('bizmeta.page.remove', ({ pageKey }, ctx) =>
    atDesk(parts, ctx, (desk) => removePage(desk, pageKey)),
  );
  draftRoutes(routes, parts);
  publishedRoutes(routes, parts);
}

function draftRoutes(routes: Routes, parts: Parts): void {
  routes.route('bizmeta.page.draft.get', ({ pageKey }, ctx) =>
    atDesk(parts, ctx, (desk) => getDraft(desk, pageKey)),
  );
  routes.route('bizmeta.page.draft.save', (input, ctx) =>
    once(parts, ctx, 'bizmeta.page.draft.save', input, (desk) => saveDraft(desk, input)),
  );
  routes.route('bizmeta.page.draft.resolve', (input, ctx) =>
    once(parts, ctx, 'bizmeta.page.draft.resolve', input, (desk) => resolveDraft(desk, input)),
  );
  routes.route('bizmeta.page.draft.discard', (input, ctx) =>
    atDesk(parts, ctx, (desk) => discardDraft(desk, input)),
  );
}

function publishedRoutes(routes: Routes, parts: Parts): void {
  routes.route('bizmeta.page.publish', (input, ctx) =>
    once(parts, ctx, 'bizmeta.page.publish', input, (desk) => publishDraft(desk, input)),
  );
  routes.route('bizmeta.page.restore', (input, ctx) =>
    once(parts, ctx, 'bizmeta.page.restore', input, (desk) => restoreRevision(desk, input)),
  );
  routes.route('bizmeta.page.reset', (input, ctx) =>
    atDesk(parts, ctx, (desk) => resetPage(desk, input)),
  );
  routes.route('bizmeta.page.history', (input, ctx) =>
    atDesk(parts, ctx, (desk) => pageHistory(desk, input)),
  );
  routes.route('bizmeta.page.revision', (input, ctx) =>
    atDesk(parts, ctx, (desk) => pageRevision(desk, input)),
  );
  routes.route('bizmeta.page.compare', (input, ctx) =>
    atDesk(parts, ctx, (desk) => comparePages(desk, input)),
  );
}
