import { migrationsOf, type Service } from '../kernel/index.ts';
import { exportLogins, exportOperations } from './export.ts';
import { listLogins, searchOperations } from './lists.ts';
import { OperationWriter } from './operation.ts';

export { csvOf } from './csv.ts';
export { deviceOf } from './device.ts';
export { signInsOf, type OwnSignIn } from './history.ts';
export { logLogin, type LoginLine } from './login.ts';
export { sweepLogs } from './sweep.ts';

let writer: OperationWriter | undefined;

/** What happened: sign-ins and operations. Written by the services to its right. */
export const log: Service = {
  name: 'log',
  migrations: migrationsOf('log', import.meta.url),

  start({ db, log: logger, routes }) {
    const lines = writer = new OperationWriter(db, logger);
    routes.onOperation(lines.hear);
    routes.readRoute('log.loginLog.list', (input, ctx) => listLogins(db, ctx, input));
    routes.route('log.loginLog.export', (input, ctx) => exportLogins(db, ctx, input));
    // Whoever looks up what they have just done finds it: what waits here is written first.
    routes.readRoute('log.operationLog.search', async (input, ctx) => { await lines.flush(); return searchOperations(db, ctx, input); });
    routes.route('log.operationLog.export', async (input, ctx) => { await lines.flush(); return exportOperations(db, ctx, input); });
  },

  async stop() {
    await writer?.stop();
  },
};
