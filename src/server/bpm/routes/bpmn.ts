import { MAX_BPMN_BYTES } from '../../../contract/index.ts';
import { AppError, RawResponse, smallFile, type Routes } from '../../kernel/index.ts';
import type { Parts } from '../parts.ts';
import { readNested } from '../templates/document.ts';
import { documentOf } from '../templates/manage.ts';
import { templateRow } from '../templates/rows.ts';

/** Templates for and from other tools; BPMN is loaded when it is first asked for. */
export function bpmnRoutes(routes: Routes, { db }: Parts): void {
  routes.route('bpm.template.exportBpmn', ({ id }, ctx) =>
    db.withTenant(ctx, async (tx) => {
      const row = await templateRow(tx, id);
      const { exportBpmn } = await import('../bpmn/export.ts');
      const xml = await exportBpmn(await documentOf(tx, row), row.name);
      return new RawResponse(Buffer.from(xml), {
        'content-type': 'application/xml; charset=utf-8',
        'content-disposition': `attachment; filename="flow.bpmn"; filename*=UTF-8''${encodeURIComponent(`${row.name}.bpmn`)}`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
    }),
  );
  routes.route('bpm.template.importBpmn', async (_input, ctx) => {
    const { bytes } = await smallFile(ctx.request, MAX_BPMN_BYTES);
    const { importBpmn, Unmappable } = await import('../bpmn/import.ts');
    try {
      const read = await importBpmn(textOf(bytes));
      readNested(read.nodes, {});
      return { ...read, lost: [...read.lost] };
    } catch (error) {
      if (error instanceof Unmappable) throw new AppError('FLOW_BPMN', { why: error.message });
      throw error;
    }
  });
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError('FLOW_BPMN', { why: '文件应是 UTF-8 编码的文字' });
  }
}
