import type { Routes } from '../../kernel/index.ts';
import { inMetadataChange } from '../metadata-change.ts';
import type { Parts } from '../parts.ts';
import { cancelChange, resumeChange, undoChange, undoPlan } from './decide.ts';
import { typeChanges } from './list.ts';
import { lostFile, lostFileBefore, lostOfChange } from './lost.ts';

/** Changes of a field's type in the background. */
export function typeChangeRoutes(routes: Routes, parts: Parts): void {
  const { db } = parts;
  routes.route('bizmeta.typeChange.list', (input, ctx) =>
    db.withTenant(ctx, (tx) => typeChanges(tx, input)),
  );
  routes.route('bizmeta.typeChange.lost', (input, ctx) =>
    db.withTenant(ctx, (tx) => lostOfChange(tx, input)),
  );
  routes.route('bizmeta.typeChange.lostFile', (input, ctx) => lostFile(db, ctx, input));
  routes.route('bizmeta.describe.lostFile', (input, ctx) => lostFileBefore(db, ctx, input));
  routes.route('bizmeta.typeChange.resume', (input, ctx) =>
    inMetadataChange(parts, ctx, (tx) => resumeChange(tx, ctx.userId, input)),
  );
  routes.route('bizmeta.typeChange.cancel', ({ id }, ctx) =>
    inMetadataChange(parts, ctx, (tx) => cancelChange(tx, id)),
  );
  routes.route('bizmeta.typeChange.undoPlan', (input, ctx) =>
    db.withTenant(ctx, (tx) => undoPlan(tx, input)),
  );
  routes.route('bizmeta.typeChange.undo', (input, ctx) =>
    inMetadataChange(parts, ctx, (tx) => undoChange(tx, ctx.userId, input)),
  );
}
