import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

let server: TestServer;
let auth: Auth;
let tenant: string;
let serial = 0;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.close());
beforeEach(async () => {
  const made = await server.newTenant(`boss-${++serial}`);
  [auth, tenant] = [made.auth, made.tenant.id];
  await server.call(
    'bizmeta.describe.create',
    {
      describe: {
        apiName: 'job',
        label: '工单',
        fields: [{ apiName: 'name', label: '名称', type: 'text' }],
      },
    },
    auth,
  );
  for (let i = 0; i < 2; i++) expect((await list()).code).toBe(200);
});

const list = (as: Auth = auth, input: object = {}) =>
  server.call('bizmeta.record.list', { object: 'job', ...input }, as);
const asOwner = (text: string, values: unknown[]) =>
  server.db.withOwner((tx) => tx.run(text, values), tenant);

describe('a session that was seen before', () => {
  it('is confirmed by the read itself: the anonymous role runs no statement of its own', async () => {
    await Promise.all(Array.from({ length: 30 }, () => list()));
    const door = vi.spyOn(server.db, 'asAnonymous');
    expect((await list()).code).toBe(200);
    expect(door).not.toHaveBeenCalled();
    door.mockRestore();
  });

  it('reads again when it has changed meanwhile who may do what with records', async () => {
    const reads = vi.spyOn(server.db, 'readTenant');
    const readsOf = async () => {
      reads.mockClear();
      expect((await list()).code).toBe(200);
      return reads.mock.calls.length;
    };
    const once = await readsOf();
    await asOwner('update upm.rights set version = version + 1 where tenant_id = $1', [tenant]);
    expect([await readsOf(), await readsOf()]).toEqual([2 * once, once]);
    reads.mockRestore();
  });

  it('opens nothing once its person has signed out, not even what is wrong with the question', async () => {
    const wrong = { filter: { field: 'nope', op: 'eq', value: '1' } };
    await server.call('upm.tenant.logout', {}, auth);
    for (const answer of [await list(), await list(auth, wrong), await list()])
      expect(answer).toMatchObject({ code: 401, error: { reason: 'TOKEN_INVALID' } });
  });

  it('opens nothing once it has run out', async () => {
    await asOwner(
      `update upm.session set expires_at = now() - interval '1 second' where user_id = $1`,
      [auth.userid],
    );
    expect(await list()).toMatchObject({ code: 401, error: { reason: 'TOKEN_EXPIRED' } });
  });

  it('opens nothing for a person or a company that was switched off', async () => {
    await asOwner(`update upm.member set state = 'off' where user_id = $1`, [auth.userid]);
    expect((await list()).code).toBe(401);
    await asOwner(`update upm.member set state = 'active' where user_id = $1`, [auth.userid]);
    expect((await list()).code).toBe(200);
    await asOwner(`update upm.tenant set state = 'off' where id = $1`, [tenant]);
    expect((await list()).code).toBe(401);
  });

  it('is refused under another name, company or region, and gives no access to another company', async () => {
    const other = await server.newTenant(`other-${serial}`);
    for (const lie of [{ tenant: other.tenant.id }, { userid: 'x' }, { regionid: 'moon' }])
      expect(await list({ ...auth, ...lie })).toMatchObject({
        code: 403,
        error: { reason: 'TENANT_MISMATCH' },
      });
    expect(await list(other.auth)).toMatchObject({
      code: 404,
      error: { reason: 'OBJECT_UNKNOWN' },
    });
    expect((await list()).code).toBe(200);
  });

  it('reads on with the rights it has now', async () => {
    await asOwner('delete from upm.user_role where user_id = $1', [auth.userid]);
    for (let i = 0; i < 2; i++) expect((await list()).code).toBe(200);
    expect(
      (
        await server.call(
          'bizmeta.describe.create',
          { describe: { apiName: 'more', label: '更多', fields: [] } },
          auth,
        )
      ).code,
    ).toBe(403);
  });
});
