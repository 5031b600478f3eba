import type { Routes } from '../../kernel/index.ts';
import { calledBack } from '../exchange/callback.ts';
import { listOutlets, removeOutlet, saveOutlet } from '../outside/outlets.ts';
import type { Parts } from '../parts.ts';
import { templateRow } from '../templates/rows.ts';

export function outsideRoutes(routes: Routes, parts: Parts): void {
  const { db, outside } = parts;
  routes.route('bpm.template.outlet.list', ({ templateId }, ctx) =>
    db.withTenant(ctx, async (tx) => listOutlets(tx, (await templateRow(tx, templateId)).id)),
  );
  routes.route('bpm.template.outlet.save', async (input, ctx) => {
    const key = await outside.key();
    return db.withTenant(ctx, async (tx) => {
      const { id } = await templateRow(tx, input.templateId);
      return saveOutlet({ tx, key, ctx }, { ...input, templateId: id });
    });
  });
  routes.route('bpm.template.outlet.remove', (input, ctx) =>
    db.withTenant(ctx, async (tx) => {
      const { id } = await templateRow(tx, input.templateId);
      return removeOutlet(tx, ctx, { ...input, templateId: id });
    }),
  );
  routes.openRoute('bpm.process.callback', (input) => calledBack(parts, input));
}
