import { migrationsOf, type Service } from '../kernel/index.ts';
import { countUsage } from '../upm/index.ts';
import { download } from './download.ts';
import { upload } from './upload.ts';

export { removeFiles } from './remove.ts';
export { storedFiles, type StoredFile } from './stored.ts';
export { filesDir, upload, type Sender, type Taking } from './upload.ts';

/** Uploaded files. Other services check an attachment's ids against FILES under the tenant's role. */
export const FILES = { table: 'storage.file', tenant: 'tenant_id', id: 'id', name: 'name', size: 'size', mime: 'mime' } as const;

export const storage: Service = {
  name: 'storage',
  migrations: migrationsOf('storage', import.meta.url),
  start({ db, routes, config }) {
    countUsage({ key: 'files', title: '附件', unit: 'MB', count: async (tx) => (await tx.query<{ mb: number }>('select ceil(coalesce(sum(size), 0) / 1048576.0)::int as mb from storage.file where tenant_id = $1', [tx.tenant.id]))[0]?.mb ?? 0 });
    routes.route('storage.attachment.upload', (_input, ctx) => upload(db, config.dataDir, ctx));
    routes.route('storage.attachment.att', (input, ctx) => download(db, config.dataDir, ctx, input));
  },
};
