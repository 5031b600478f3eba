import { AppError, idempotent, type Routes } from '../../kernel/index.ts';
import { requireHandover } from '../../upm/index.ts';
import { readItemId } from '../instances/rows.ts';
import { draftDetail, saveDraftProcess, startForm, startProcess } from '../instances/start.ts';
import type { Parts } from '../parts.ts';
import { decideAll } from '../work/batch.ts';
import { appCounts, markRead, workCounts, workGroups } from '../work/counts.ts';
import { listWork, todoRow } from '../work/lists.ts';
import { removeInstances, restoreInstances } from '../work/removal.ts';
import { setFavourite, startList } from '../work/start-list.ts';
import { transferCounts, transferList, transferWork } from '../work/transfer.ts';

export function workRoutes(routes: Routes, parts: Parts): void {
  const { db } = parts;
  routes.readRoute('bpm.work.todo', (input, ctx) => listWork(parts, ctx, 'todo', input as never));
  routes.readRoute('bpm.work.owner', (input, ctx) => listWork(parts, ctx, 'owner', input));
  routes.readRoute('bpm.work.finished', (input, ctx) => listWork(parts, ctx, 'finished', input));
  routes.readRoute('bpm.work.cc', (input, ctx) => listWork(parts, ctx, 'cc', input));
  routes.readRoute('bpm.work.viewDraft', (input, ctx) => listWork(parts, ctx, 'draft', input));
  routes.readRoute('bpm.work.delete', (input, ctx) => listWork(parts, ctx, 'deleted', input));
  routes.readRoute('bpm.work.groups', (input, ctx) => workGroups(parts, ctx, input));
  routes.readRoute('bpm.work.dashboardCount', (_input, ctx) => workCounts(parts, ctx));
  routes.readRoute('bpm.work.flowCenterCount', (_input, ctx) => appCounts(parts, ctx));
  routes.readRoute('bpm.work.startList', (input, ctx) => startList(db, ctx, input));
  routes.route('bpm.work.todoTaskInfo', ({ itemId }, ctx) =>
    db.withTenant(ctx, async (tx) => {
      const { instanceId, no } = readItemId(itemId);
      const row = await todoRow(parts, tx, ctx.userId, instanceId, no);
      if (!row) throw new AppError('FLOW_ITEM_GONE');
      return row;
    }),
  );
  doingRoutes(routes, parts);
}

function doingRoutes(routes: Routes, parts: Parts): void {
  const { db } = parts;
  routes.route('bpm.work.approval', (input, ctx) => decideAll(parts, ctx, input));
  routes.route('bpm.work.mask', (input, ctx) =>
    db.withTenant(ctx, (tx) => markRead(tx, ctx.userId, input)),
  );
  routes.route('bpm.work.favourite', (input, ctx) =>
    db.withTenant(ctx, (tx) => setFavourite(tx, ctx.userId, input)),
  );
  routes.route('bpm.work.start', (input, ctx) =>
    db.withTenant(ctx, (tx) =>
      idempotent(tx, ctx, 'bpm.work.start', input, () => startProcess({ tx, parts, ctx }, input)),
    ),
  );
  routes.route('bpm.work.saveDraft', (input, ctx) =>
    db.withTenant(ctx, (tx) =>
      idempotent(tx, ctx, 'bpm.work.saveDraft', input, () =>
        saveDraftProcess({ tx, parts, ctx }, input),
      ),
    ),
  );
  routes.route('bpm.work.draft', ({ instanceId }, ctx) =>
    db.withTenant(ctx, (tx) => draftDetail({ tx, parts, ctx }, instanceId)),
  );
  routes.route('bpm.work.startForm', ({ templateId }, ctx) =>
    db.withTenant(ctx, (tx) => startForm({ tx, parts, ctx }, templateId)),
  );
  routes.route('bpm.work.remove', ({ instanceIds }, ctx) =>
    db.withTenant(ctx, (tx) => removeInstances(tx, ctx.userId, instanceIds)),
  );
  routes.route('bpm.work.restore', ({ instanceIds }, ctx) =>
    db.withTenant(ctx, (tx) => restoreInstances(tx, ctx.userId, instanceIds)),
  );
  routes.route('bpm.work.transferCount', ({ userId }, ctx) =>
    db.withTenant(ctx, async (tx) => {
      await requireHandover(tx, ctx, userId);
      return transferCounts(tx, userId);
    }),
  );
  routes.route('bpm.work.transferQuery', (input, ctx) =>
    db.withTenant(ctx, async (tx) => {
      await requireHandover(tx, ctx, input.userId);
      return transferList(tx, input);
    }),
  );
  routes.route('bpm.work.transferUpdate', (input, ctx) =>
    db.withTenant(ctx, (tx) =>
      idempotent(tx, ctx, 'bpm.work.transferUpdate', input, async () => {
        await requireHandover(tx, ctx, input.userId, input.toUserId);
        return transferWork(tx, parts, ctx, input);
      }),
    ),
  );
}
