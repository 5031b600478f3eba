import { migrationsOf, type Service } from '../kernel/index.ts';
import { exportLogins, exportOperations } from './export.ts';
import { listLogins, searchOperations } from './lists.ts';
import { ChainChecks } from './verify-own.ts';
import { OperationLimits } from './limits.ts';
import { auditOperations } from './operation.ts';
import { logWordings } from './log-wordings.ts';
import { Wordings } from './wording.ts';
export { csvHead, csvLine, csvOf } from './csv.ts';
export { timeOf } from './export.ts';
export { deviceOf } from './device.ts';
export { signInsOf } from './history.ts';
export { logLogin } from './login.ts';
export { purgeExpiredLogs } from './sweep.ts';
export { verifyChain, type ChainReport } from './chain.ts';
export { HIDDEN, isSecret } from './redact.ts';
export { Wordings, type Thing, type Wording } from './wording.ts';

/** What happened: sign-ins and operations. Written by the services to its right. */
export const log: Service = {
  name: 'log',
  migrations: migrationsOf('log', import.meta.url),

  start({ db, log: logger, routes }) {
    routes.onOperation(auditOperations({ db, log: logger, limits: new OperationLimits() }));
    db.state.of(Wordings).add(logWordings);
    const checks = new ChainChecks(db);
    routes.readRoute('log.loginLog.list', (input, ctx) => listLogins(db, ctx, input));
    routes.route('log.loginLog.export', (input, ctx) => exportLogins(db, ctx, input));
    routes.readRoute('log.operationLog.search', (input, ctx) => searchOperations(db, ctx, input));
    routes.route('log.operationLog.export', (input, ctx) => exportOperations(db, ctx, input));
    routes.route('log.operationLog.verify', (_input, ctx) => checks.verify(ctx));
  },
};
