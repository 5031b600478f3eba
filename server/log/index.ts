import { migrationsOf, type Service } from '../kernel/index.ts';

export { logLogin, type LoginKind, type LoginLine } from './login.ts';

/** What happened: sign-ins and operations. Written by the services to its right. */
export const log: Service = {
  name: 'log',
  migrations: migrationsOf('log', import.meta.url),
  start() {},
};
