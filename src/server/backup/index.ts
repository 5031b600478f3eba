import { migrationsOf, type Service } from '../kernel/index.ts';
import { folderFault, startSchedule } from './schedule.ts';
import { backupState } from './state.ts';

export { BackupError } from './backup-error.ts';
export { folderFault };
export { backupCommand, restoreCommand, type CommandOptions } from './command.ts';

/** The whole installation saved to a folder, by command or every day, and made again from it. */
export const backup: Service = {
  name: 'backup',
  migrations: migrationsOf('backup', import.meta.url),

  start({ config, db, log, routes }) {
    routes.route('backup.state', (_input, ctx) => backupState(db, config, ctx));
    // A copy would remove the original's backups as old ones.
    return config.quiet || config.backup?.at === undefined
      ? {}
      : { stop: startSchedule({ config, db, log }) };
  },
};
