import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing.ts';
import { FAILURES_WITHOUT_CAPTCHA } from './attempts.ts';
import { hashingLoad } from './password.ts';
import { holds } from './sign-in.testing.ts';

/** Statements sent on behalf of the request that is being looked at, and of no other. */
const sent = new AsyncLocalStorage<string[]>();
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
/** The statements every new connection starts with. */
const CONNECTING = /^(set role huozi_gate;|select where set_config\('role')/;
let server: TestServer;

beforeAll(async () => {
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text?: string }];
    const text = (typeof first === 'string' ? first : (first.text ?? ''))
      .replace(/\s+/g, ' ')
      .trim();
    if (!CONNECTING.test(text)) sent.getStore()?.push(text.slice(0, 40));
    return query.apply(this, args);
  } as typeof pg.Client.prototype.query;
  server = await testServer();
  const { auth } = await server.newTenant('existing');
  await holds(server, auth.userid, { mobile: '13300000001', email: 'existing@huozi.example' });
  const { auth: off } = await server.newTenant('switched-off');
  await holds(server, off.userid, { mobile: '13300000002', email: 'off@huozi.example' });
  await server.db.withOwner((tx) =>
    tx.run(`update upm.app_user set state = 'off' where id = $1`, [off.userid]),
  );
  await server.db.withOwner((tx) =>
    tx.run(
      `insert into upm.app_user (id, account, mobile, email, state)
        values ('asked', 'asked-only', '13300000003', 'asked@huozi.example', 'invited')`,
    ),
  );
});
afterAll(async () => {
  pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
  await server?.close();
});
beforeEach(async () => {
  await server.db.withOwner((tx) => tx.run('delete from upm.code'));
});

interface Done {
  answer: unknown;
  statements: string[];
  hashes: number;
}

/**
 * What a request answers, and all it does: its statements in order, and how many passwords it
 * hashes.
 */
async function doing(url: string, payload: object): Promise<Done> {
  const before = hashingLoad(server.db).begun;
  const statements: string[] = [];
  const response = await sent.run(
    statements,
    async () => await server.app.inject({ method: 'POST', url, payload }),
  );
  return {
    answer: [response.statusCode, response.json()],
    statements,
    hashes: hashingLoad(server.db).begun - before,
  };
}

/** Does the same for each contact or name, and expects no difference at all. */
async function alike(url: string, payloads: readonly object[]): Promise<Done> {
  const [first, ...others] = [
    await doing(url, payloads[0]!),
    ...(await payloads
      .slice(1)
      .reduce<Promise<Done[]>>(
        async (done, payload) => [...(await done), await doing(url, payload)],
        Promise.resolve([]),
      )),
  ];
  expect(first!.statements.length).toBeGreaterThan(0);
  for (const other of others) expect(other).toEqual(first);
  return first!;
}

const NAMES = [
  'existing',
  'nobody-here',
  'switched-off',
  'asked-only',
  'staff01',
  '13300000001',
  '13399999999',
  'existing@huozi.example',
  'nobody@huozi.example',
];
const MOBILES = ['13300000001', '13399999999', '13300000002', '13300000003'];
const EMAILS = [
  'existing@huozi.example',
  'nobody@huozi.example',
  'off@huozi.example',
  'asked@huozi.example',
];

describe('neither the answer nor the work done reveals whether an account exists', () => {
  it('when a password is wrong: one hash, the same statements', async () => {
    const { hashes } = await alike(
      '/upm/anno/signIn',
      NAMES.map((account) => ({ account, password: 'Wrong@2026' })),
    );
    expect(hashes).toBe(1);
  });

  it('when it was wrong too often', async () => {
    const tried = ['existing', 'nobody-here'];
    for (const account of tried)
      for (let i = 0; i < FAILURES_WITHOUT_CAPTCHA; i += 1)
        await doing('/upm/anno/signIn', { account, password: 'Wrong@2026' });
    const { hashes } = await alike(
      '/upm/anno/signIn',
      tried.map((account) => ({ account, password: 'Wrong@2026' })),
    );
    expect(hashes).toBe(0);
  });

  it('when a code is wrong, asked for or not', async () => {
    await alike(
      '/upm/anno/signIn',
      MOBILES.map((account) => ({ account, code: '000000' })),
    );
    await alike(
      '/upm/public/sms/code',
      MOBILES.map((mobile) => ({ mobile, purpose: 'reset', code: '000000' })),
    );
    await alike(
      '/upm/public/checkByMail',
      EMAILS.map((email) => ({ email, purpose: 'register', code: '000000' })),
    );
  });

  it.each(['signIn', 'reset', 'register', 'activate'])(
    'when a code is sent for %s',
    async (purpose) => {
      await alike(
        '/upm/public/sendSMS',
        MOBILES.map((mobile) => ({ mobile, purpose })),
      );
      await server.db.withOwner((tx) => tx.run('delete from upm.code'));
      await alike(
        '/upm/public/email/code',
        EMAILS.map((email) => ({ email, purpose })),
      );
    },
  );

  it('when a link is sent: for a forgotten password, for a company that is registered, and again', async () => {
    for (const [url, more] of [
      ['/upm/public/forgetPwd', {}],
      ['/upm/public/register', { company: '某公司', realName: '某人' }],
      ['/upm/tenant/reSendTenantMail', {}],
    ] as const) {
      await server.db.withOwner((tx) => tx.run('delete from upm.code'));
      await alike(
        url,
        EMAILS.map((email) => ({ email, ...more })),
      );
    }
  });
});
