import { migrationsOf, type Service } from '../kernel/index.ts';

export { serveAddresses } from './addresses.ts';

/** Dictionaries, code rules and parameters of a company. */
export const system: Service = {
  name: 'system',
  migrations: migrationsOf('system', import.meta.url),
  start() {},
};
