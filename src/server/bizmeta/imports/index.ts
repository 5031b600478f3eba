import type { Routes } from '../../kernel/index.ts';
import type { Parts } from '../parts.ts';
import {
  checkImport,
  confirmImport,
  importReport,
  listImports,
  stateOfImport,
  undoImport,
} from './calls.ts';
import { importTemplate, uploadImport } from './upload.ts';

export { IMPORT_JOB, Importer } from './job.ts';
export { sweepImports } from './sweep.ts';

/** Records from files. */
export function importRoutes(routes: Routes, parts: Parts): void {
  routes.route('bizmeta.import.template', (input, ctx) => importTemplate(parts, ctx, input));
  routes.route('bizmeta.import.upload', (input, ctx) => uploadImport(parts, ctx, input));
  routes.route('bizmeta.import.check', (input, ctx) => checkImport(parts, ctx, input));
  routes.route('bizmeta.import.state', (input, ctx) => stateOfImport(parts, ctx, input));
  routes.route('bizmeta.import.confirm', (input, ctx) => confirmImport(parts, ctx, input));
  routes.route('bizmeta.import.undo', (input, ctx) => undoImport(parts, ctx, input));
  routes.route('bizmeta.import.list', (input, ctx) => listImports(parts, ctx, input));
  routes.route('bizmeta.import.report', (input, ctx) => importReport(parts, ctx, input));
}
