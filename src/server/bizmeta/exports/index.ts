import type { Routes } from '../../kernel/index.ts';
import type { Parts } from '../parts.ts';
import { listExports, startExport } from './start.ts';

export { EXPORT_JOB, Exporter } from './job.ts';
export { sweepExports } from './sweep.ts';

/** Files of records. */
export function exportRoutes(routes: Routes, parts: Parts): void {
  routes.route('bizmeta.export.start', (input, ctx) => startExport(parts, ctx, input));
  routes.route('bizmeta.export.list', (input, ctx) => listExports(parts, ctx, input));
}
