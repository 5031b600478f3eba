import { AppError, idempotent, type Routes } from '../../kernel/index.ts';
import { forecastProcess } from '../insight/look-ahead.ts';
import { instanceForm, instanceHistory, nodeDetail, openInstance } from '../instances/detail.ts';
import { operate } from '../instances/operate.ts';
import type { Parts } from '../parts.ts';
import { nodeRows } from '../templates/manage.ts';
import { managedInstances, managedTemplateRows } from '../work/managed.ts';
import { recordFlows } from '../work/of-record.ts';

export function instanceRoutes(routes: Routes, parts: Parts): void {
  const { db } = parts;
  routes.route('bpm.process.operate', (input, ctx) =>
    db.withTenant(ctx, (tx) =>
      idempotent(tx, ctx, 'bpm.process.operate', input, () => operate({ tx, parts, ctx }, input)),
    ),
  );
  routes.readRoute('bpm.process.detail', ({ instanceId }, ctx) =>
    openInstance(parts, ctx, instanceId),
  );
  routes.route('bpm.process.form', ({ instanceId }, ctx) =>
    db.withTenant(ctx, (tx) => instanceForm({ tx, parts, ctx }, instanceId)),
  );
  routes.route('bpm.process.history', ({ instanceId }, ctx) =>
    db.withTenant(ctx, (tx) => instanceHistory({ tx, parts, ctx }, instanceId)),
  );
  routes.route('bpm.process.forecast', (input, ctx) =>
    db.withTenant(ctx, (tx) => forecastProcess({ tx, parts, ctx }, input)),
  );
  routes.route('bpm.process.viewAll', (input, ctx) =>
    db.withTenant(ctx, (tx) => managedInstances(parts, tx, ctx, input)),
  );
  routes.route('bpm.template.managed', (_input, ctx) =>
    db.withTenant(ctx, (tx) => managedTemplateRows(tx, ctx)),
  );
  routes.route('bpm.node.detail', (input, ctx) =>
    db.withTenant(ctx, async (tx) => {
      const { prepared, ...detail } = await nodeDetail({ tx, parts, ctx }, input);
      const node = nodeRows(prepared.document).find(({ id }) => id === input.nodeId);
      if (!node) throw new AppError('FLOW_UNKNOWN');
      return { ...detail, node: { ...node, settings: {} } };
    }),
  );
  routes.route('bizmeta.object.flowDetail', (input, ctx) =>
    db.withTenant(ctx, (tx) => recordFlows({ tx, parts, ctx }, input)),
  );
}
