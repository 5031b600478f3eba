import { idempotent, type Routes } from '../kernel/index.ts';
import { binContents } from './bin/contents.ts';
import { deleteApp } from './bin/delete-app.ts';
import { listBin } from './bin/list.ts';
import { emptyBin, purge } from './bin/purge.ts';
import { restore } from './bin/restore.ts';
import { copyApp } from './copies/copy.ts';
import { createFromTemplate, listTemplates } from './templates/use.ts';
import { inMetadataChange } from './metadata-change.ts';
import type { Parts } from './parts.ts';
import {
  appByDomain,
  changeNavigation,
  createApp,
  setAppActive,
  setDomain,
  setDomainActive,
  sortApps,
  updateApp,
} from './apps/apps.ts';
import { appDetail, getApp, listApps } from './apps/rows.ts';

/** Applications, and the bin of applications and objects. */
export function appRoutes(routes: Routes, parts: Parts): void {
  const { db, catalog } = parts;
  routes.route('bizmeta.app.list', (input, ctx) => listApps(parts, ctx, input));
  routes.route('bizmeta.app.get', ({ id }, ctx) => getApp(parts, ctx, id));
  routes.route('bizmeta.app.detail', ({ id }, ctx) => appDetail(db, ctx, id));
  routes.route('bizmeta.app.idByDomain', ({ domain }, ctx) => appByDomain(parts, ctx, domain));
  routes.route('bizmeta.app.save', (input, ctx) =>
    db.withTenant(ctx, (tx) => createApp(tx, ctx.userId, input)),
  );
  routes.route('bizmeta.app.update', (input, ctx) =>
    db.withTenant(ctx, (tx) => updateApp(tx, input)),
  );
  routes.route('bizmeta.app.domainUpdate', (input, ctx) =>
    db.withTenant(ctx, (tx) => setDomain(tx, input)),
  );
  routes.route('bizmeta.app.domainStatus', (input, ctx) =>
    db.withTenant(ctx, (tx) => setDomainActive(tx, input)),
  );
  routes.route('bizmeta.app.sort', (input, ctx) => db.withTenant(ctx, (tx) => sortApps(tx, input)));
  routes.route('bizmeta.app.navigation', (input, ctx) =>
    db.withTenant(ctx, (tx) => changeNavigation(tx, input)),
  );
  routes.route('bizmeta.app.active', (input, ctx) =>
    inMetadataChange(parts, ctx, (tx) => setAppActive(tx, input)),
  );
  routes.route('bizmeta.app.delete', (input, ctx) =>
    inMetadataChange(parts, ctx, (tx) => deleteApp(tx, ctx.userId, input)),
  );
  routes.route('bizmeta.app.copy', (input, ctx) =>
    inMetadataChange(parts, ctx, (tx) =>
      idempotent(tx, ctx, 'bizmeta.app.copy', input, () =>
        copyApp({ tx, catalog, userId: ctx.userId }, input),
      ),
    ),
  );
  routes.route('bizmeta.template.list', (_input, ctx) => db.withTenant(ctx, listTemplates));
  routes.route('bizmeta.template.create', (input, ctx) =>
    inMetadataChange(parts, ctx, (tx) =>
      idempotent(tx, ctx, 'bizmeta.template.create', input, () =>
        createFromTemplate({ tx, catalog, services: parts.services, userId: ctx.userId }, input),
      ),
    ),
  );
  routes.route('bizmeta.bin.contents', (input, ctx) =>
    db.withTenant(ctx, (tx) => binContents(tx, input)),
  );
  routes.route('bizmeta.bin.list', (_input, ctx) => listBin(db, ctx));
  routes.route('bizmeta.bin.restore', (input, ctx) =>
    inMetadataChange(parts, ctx, (tx) => restore(tx, input)),
  );
  routes.route('bizmeta.bin.purge', (input, ctx) =>
    inMetadataChange(parts, ctx, (tx) => purge(tx, input)),
  );
  routes.route('bizmeta.bin.empty', (_input, ctx) =>
    inMetadataChange(parts, ctx, (tx) => emptyBin(tx)),
  );
}
