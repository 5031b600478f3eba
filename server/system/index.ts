import { migrationsOf, type Service } from '../kernel/index.ts';
import { listParams, removeParam, submitParam } from './params/params.ts';

export { serveAddresses } from './addresses.ts';
export { paramAtGate, paramOf } from './params/values.ts';

/** Dictionaries, code rules and parameters of a company. */
export const system: Service = {
  name: 'system',
  migrations: migrationsOf('system', import.meta.url),
  start({ db, routes }) {
    routes.readRoute('system.param.list', (input, ctx) => listParams(db, ctx, input));
    routes.route('system.param.submit', (input, ctx) => submitParam(db, ctx, input));
    routes.route('system.param.remove', (input, ctx) => removeParam(db, ctx, input));
  },
};
