import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing.ts';
import { COSTLY_AT_ONCE } from '../../kernel/index.ts';
import { ServerState } from '../../kernel/testing.ts';
import { addMember, hashPassword } from '../index.ts';
import { hashingLoad } from './password.ts';

let server: TestServer;
const PEOPLE = 60;

beforeAll(async () => {
  server = await testServer();
  // At the product's own cost: the storm is that of people whose passwords are costly.
  const passwordHash = await hashPassword({ state: new ServerState() }, 'Huozi@2026');
  await server.db.withOwner(async (tx) => {
    for (let i = 0; i < PEOPLE; i += 1)
      await addMember(tx, server.demo.tenant, {
        account: `storm${i}`,
        realName: `某某${i}`,
        passwordHash,
        roles: [],
      });
  }, server.demo.tenant.id);
});
afterAll(() => server?.close());

it('all who sign in at the same moment get in, one after the other, also from one address', async () => {
  const signIn = (i: number) =>
    server.inject({
      method: 'POST',
      url: '/upm/anno/signIn',
      payload: { account: `storm${i}`, password: 'Huozi@2026' },
    });
  // A few more wrong ones require a captcha of the address; waiting in the queue counts as none.
  await server.db.withOwner((tx) =>
    tx.run(`insert into upm.sign_in_attempt (key, failures) values ('address:127.0.0.1', 55)`),
  );
  let most = 0;
  const watching = setInterval(() => {
    const { running, waiting } = hashingLoad(server.db);
    most = Math.max(most, running + waiting);
  }, 2);
  const answers = await Promise.all(Array.from({ length: PEOPLE }, (_, i) => signIn(i)));
  clearInterval(watching);
  expect(
    answers.map((answer) => answer.json<{ code: number }>().code).filter((code) => code !== 200),
  ).toEqual([]);
  expect(
    new Set(answers.map((answer) => answer.json<{ data: { token: string } }>().data.token)).size,
  ).toBe(PEOPLE);
  // Most wait in the admission queue, where they cost nothing; few hash, or query the database for
  // it.
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(COSTLY_AT_ONCE + 2);
  expect(hashingLoad(server.db)).toMatchObject({ running: 0, waiting: 0 });
});
