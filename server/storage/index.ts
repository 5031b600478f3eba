import { migrationsOf, type Service } from '../kernel/index.ts';
import { download } from './download.ts';
import { upload } from './upload.ts';

export { removeFiles } from './remove.ts';
export { upload, type Sender, type Taking } from './upload.ts';

/** Uploaded files. Other services check an attachment's ids against FILES under the tenant's role. */
export const FILES = { table: 'storage.file', tenant: 'tenant_id', id: 'id', name: 'name', size: 'size', mime: 'mime' } as const;

export const storage: Service = {
  name: 'storage',
  migrations: migrationsOf('storage', import.meta.url),
  start({ db, routes, config }) {
    routes.route('storage.attachment.upload', (_input, ctx) => upload(db, config.dataDir, ctx));
    routes.route('storage.attachment.att', (input, ctx) => download(db, config.dataDir, ctx, input));
  },
};
