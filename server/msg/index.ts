import { migrationsOf, type Service } from '../kernel/index.ts';

/** Messages to members, mails and text messages: delivers what the outbox holds. */
export const msg: Service = {
  name: 'msg',
  migrations: migrationsOf('msg', import.meta.url),
  start() {},
};
