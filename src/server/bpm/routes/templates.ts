import type { CallId, DataOf, InputOf } from '../../../contract/index.ts';
import { idempotent, type Context, type Routes } from '../../kernel/index.ts';
import { moveInstances, planMove } from '../insight/migration.ts';
import { simulateTemplate } from '../insight/look-ahead.ts';
import { replayTemplate } from '../insight/replay.ts';
import { statisticsOf } from '../insight/statistics.ts';
import { cancelAll } from '../instances/cancel-all.ts';
import type { Doing } from '../instances/start.ts';
import type { Parts } from '../parts.ts';
import {
  restoreTemplate,
  switchTemplate,
  updateTemplate,
  type Editing,
} from '../templates/commit.ts';
import {
  checkDraft,
  compareSides,
  discardDraft,
  getDraft,
  publishDraft,
  resolveDraft,
  restoreVersion,
  saveDraft,
  sideOf,
} from '../templates/drafts.ts';
import { libraryRows } from '../templates/library.ts';
import {
  appTemplates,
  commit,
  createTemplate,
  deleteTemplate,
  listTemplates,
  manageInfo,
  nodesOfObject,
  nodeView,
  startableByObject,
  startableTemplates,
  templateInfo,
  templatesOfObject,
  versionsOf,
} from '../templates/manage.ts';
import { rulesInForce } from '../templates/message-rules.ts';
import { answerOf, templateRow } from '../templates/rows.ts';

type Edit<I extends CallId> = (
  editing: Editing,
  input: InputOf<I>,
  doing: Doing,
) => Promise<DataOf<I>>;

/** Registers a call that changes a template: once per request id. */
function editRoutes(routes: Routes, parts: Parts) {
  return <I extends CallId>(id: I, edit: Edit<I>): void => {
    const handler = (input: InputOf<I>, ctx: Context): Promise<DataOf<I>> =>
      parts.db.withTenant(ctx, (tx) =>
        idempotent(tx, ctx, id, input as { requestId?: string }, () =>
          edit({ tx, parts, userId: ctx.userId }, input, { tx, parts, ctx }),
        ),
      );
    routes.route(id, handler as never);
  };
}

export function templateRoutes(routes: Routes, parts: Parts): void {
  const edits = editRoutes(routes, parts);
  edits('bpm.template.create', createTemplate);
  edits('bpm.template.commit', commit);
  edits('bpm.template.update', async (editing, input) =>
    answerOf(await updateTemplate(editing, input)),
  );
  edits('bpm.template.operate', async (editing, input) =>
    answerOf(await switchTemplate(editing, input)),
  );
  edits('bpm.template.delete', async (editing, { id, cancelRunning }, doing) => {
    const { row, running } = await deleteTemplate(editing, id);
    return { cancelled: await cancelAll(doing, row, running, cancelRunning ?? false) };
  });
  edits('bpm.template.restore', async (editing, { id }) =>
    answerOf(await restoreTemplate(editing, id)),
  );
  edits('bpm.template.publish', publishDraft);
  edits('bpm.template.draft.get', (editing, { id }) => getDraft(editing, id));
  edits('bpm.template.draft.save', saveDraft);
  edits('bpm.template.draft.resolve', resolveDraft);
  edits('bpm.template.draft.discard', discardDraft);
  edits('bpm.template.draft.check', checkDraft);
  edits('bpm.template.draft.restore', restoreVersion);
  edits('bpm.template.compare', compareSides);
  edits('bpm.template.version', async (editing, { id, version }) => ({
    document: await sideOf(editing, id, version),
  }));
  edits('bpm.template.dynamicUpdate', (_, input, doing) => moveInstances(doing, input));
  edits('bpm.template.simulate', (_, input, doing) => simulateTemplate(doing, input));
  edits('bpm.template.replay', (_, input, doing) => replayTemplate(doing, input));
  edits('bpm.template.msg.config', async ({ tx }, { templateId, rules }) => {
    await templateRow(tx, templateId);
    await tx.run('update bpm.flow_template set messages = $3 where tenant_id = $1 and id = $2', [
      tx.tenant.id,
      templateId,
      JSON.stringify(rules),
    ]);
    return rules;
  });
  readRoutes(routes, parts);
}

/** What is read of templates. */
function readRoutes(routes: Routes, parts: Parts): void {
  const { db } = parts;
  routes.route('bpm.template.view', (input, ctx) =>
    db.withTenant(ctx, (tx) => listTemplates(tx, input)),
  );
  routes.route('bpm.template.library', () => Promise.resolve(libraryRows()));
  routes.route('bpm.template.info', ({ id }, ctx) =>
    db.withTenant(ctx, (tx) => templateInfo(tx, ctx, id)),
  );
  routes.route('bpm.manage.templateInfo', ({ bpmTemplateId }, ctx) =>
    db.withTenant(ctx, (tx) => manageInfo(tx, ctx, bpmTemplateId)),
  );
  routes.route('bpm.template.msg.configList', ({ templateId }, ctx) =>
    db.withTenant(ctx, async (tx) => rulesInForce((await templateRow(tx, templateId)).messages)),
  );
  routes.route('bpm.template.history', (input, ctx) =>
    db.withTenant(ctx, (tx) => versionsOf(tx, input)),
  );
  routes.route('bpm.template.ofObject', ({ objectApiName }, ctx) =>
    db.withTenant(ctx, (tx) => startableTemplates(tx, ctx.userId, objectApiName)),
  );
  routes.route('bpm.template.ofObjects', (_input, ctx) =>
    db.withTenant(ctx, (tx) => startableByObject(tx, ctx.userId)),
  );
  routes.route('bpm.template.ofObjectByType', (input, ctx) =>
    db.withTenant(ctx, (tx) => templatesOfObject(tx, input)),
  );
  routes.route('bpm.template.nodesOfObject', ({ id }, ctx) =>
    db.withTenant(ctx, (tx) => nodesOfObject(parts, tx, ctx.userId, id)),
  );
  routes.route('bpm.template.appList', ({ appIds }, ctx) =>
    db.withTenant(ctx, (tx) => appTemplates(parts, tx, ctx.userId, appIds)),
  );
  routes.route('bpm.node.view', (input, ctx) =>
    db.withTenant(ctx, (tx) => nodeView(tx, ctx, input)),
  );
  routes.route('bpm.template.dynamicPlan', (input, ctx) =>
    db.withTenant(ctx, (tx) => planMove({ tx, parts, ctx }, input)),
  );
  routes.route('bpm.template.statistics', (input, ctx) =>
    db.withTenant(ctx, (tx) => statisticsOf(parts, tx, ctx, input)),
  );
}
