import { migrationsOf, type Service } from '../kernel/index.ts';
import { UsageLines } from '../upm/index.ts';
import { download } from './download.ts';
import { FileReaders } from './readers.ts';
import { spaceOf } from './quota.ts';
import { storageState } from './state.ts';
import { sweepOrphans, sweepUnattached } from './sweep.ts';
import { Thumbnails } from './thumbnails.ts';
import { upload } from './upload.ts';
import { watchDisk } from './disk-watch.ts';

export { FileReaders, type UsedAt } from './readers.ts';
export { spaceOf } from './quota.ts';
export { removeFiles } from './remove.ts';
export { filesDir } from './disk.ts';
export { claimFolder, isFolderOf, releaseFolder } from './folder.ts';
export { presentPlaces, storedFiles, type StoredFile } from './stored-files.ts';
export { storeMade, upload, type UploadStore, type UploadRules } from './upload.ts';
export {
  attachable,
  copyRecordUsages,
  dropRecordUsages,
  dropUsagesOfRecords,
  filesOfRecordsAlone,
  recordDocumentUsages,
  recordUsages,
} from './uses.ts';

const HOUR_MS = 3_600_000;
const MEGABYTE = 1024 * 1024;

/**
 * Uploaded files. Other services take ids of files through `attachable` and say with `noteUses`
 * where they use them.
 */
export const storage: Service = {
  name: 'storage',
  migrations: migrationsOf('storage', import.meta.url),
  start(kernel) {
    const { db, routes, config, log } = kernel;
    const { storageQuota: quota } = config;
    const dataDir = config.filesDir ?? config.dataDir;
    db.state.of(UsageLines).add({
      key: 'files',
      title: '附件',
      unit: 'MB',
      async count(tx) {
        const { used, limit } = await spaceOf(tx, quota);
        return { used: Math.ceil(used / MEGABYTE), limit: Math.floor(limit / MEGABYTE) };
      },
    });
    const readers = db.state.of(FileReaders);
    const files = { db, dataDir, thumbnails: new Thumbnails(dataDir), readers };
    routes.route('storage.attachment.upload', (_input, ctx) => upload({ db, dataDir, quota }, ctx));
    routes.route('storage.attachment.att', (input, ctx) => download(files, ctx, input));
    routes.route('storage.state', (_input, ctx) => storageState(kernel, ctx));
    const parts = { db: db.background, dataDir, log };
    const failed = (error: unknown): void => log.warn({ err: error }, 'sweep');
    const sweep = async (since = 0): Promise<void> => {
      await sweepOrphans(parts, { since }).catch(failed);
      await sweepUnattached(parts);
    };
    // What the last process left is found now or, when it is too fresh to be distinguished from an
    // upload, by the next sweep.
    let cleaning: Promise<unknown> = sweep().catch(failed);
    const sweeping = setInterval(() => {
      cleaning = sweep(Date.now() - 2 * HOUR_MS).catch(failed);
    }, HOUR_MS).unref();
    const stopWatch = watchDisk(parts);
    return {
      async stop() {
        await stopWatch();
        clearInterval(sweeping);
        await cleaning;
      },
    };
  },
};
