import { AppError, type Routes } from '../../kernel/index.ts';
import type { Parts } from '../parts.ts';
import { documentOf } from '../templates/manage.ts';
import { templateRow } from '../templates/rows.ts';

/** Templates for and from other tools; BPMN is loaded when it is first asked for. */
export function bpmnRoutes(routes: Routes, { db }: Parts): void {
  routes.route('bpm.template.exportBpmn', ({ id }, ctx) =>
    db.withTenant(ctx, async (tx) => {
      const row = await templateRow(tx, id);
      const { exportBpmn } = await import('../bpmn/export.ts');
      return { name: row.name, xml: await exportBpmn(await documentOf(tx, row), row.name) };
    }),
  );
  routes.route('bpm.template.importBpmn', async ({ xml }) => {
    const { importBpmn, Unmappable } = await import('../bpmn/import.ts');
    try {
      return { nodes: await importBpmn(xml) };
    } catch (error) {
      if (error instanceof Unmappable) throw new AppError('FLOW_INVALID', { why: error.message });
      throw error;
    }
  });
}
