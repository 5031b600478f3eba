import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

let server: TestServer;
let admin: Auth;
let other: Awaited<ReturnType<TestServer['newTenant']>>;
const setPackage = (tenantId: string, type: 'std' | 'er_std') =>
  server.db.withOwner(
    (tx) => tx.run('update upm.tenant set version_type = $2 where id = $1', [tenantId, type]),
    tenantId,
  );
beforeAll(async () => {
  server = await testServer();
  [admin, other] = [await server.signIn('admin'), await server.newTenant('industryother')];
  await setPackage(other.tenant.id, 'er_std');
});
afterAll(() => server.close());

type Fields = InputOf<'upm.industryResource.create'>;
const create = (over: Partial<Fields> = {}, as = admin) =>
  server.call(
    'upm.industryResource.create',
    { title: '冷链运输', category: 'service', visibility: 'public', ...over },
    as,
  );
const update = (input: InputOf<'upm.industryResource.update'>, as = admin) =>
  server.call('upm.industryResource.update', input, as);
const listed = async (over: Partial<Fields> = {}) => {
  const { id } = (await create(over)).data;
  await update({ id, version: 1, status: 'reviewing' });
  expect((await update({ id, version: 2, status: 'listed' })).msg).toBe('ok');
  return id;
};
const titles = async (scope: 'own' | 'listed', as: Auth) =>
  (await server.call('upm.industryResource.pages', { scope }, as)).data.records.map(
    ({ title }) => title,
  );
const detail = (id: string, as: Auth) => server.call('upm.industryResource.detail', { id }, as);

describe('a resource for the industry', () => {
  it('goes from a draft through review to the list and off it, and no other way', async () => {
    const { id } = (await create({ title: '走流程' })).data;
    expect((await update({ id, version: 1, status: 'listed' })).msg).toBe(
      '“走流程”还是草稿，不能上架',
    );
    await update({ id, version: 1, status: 'reviewing' });
    expect((await update({ id, version: 1, status: 'listed' })).error.reason).toBe('STALE_VERSION');
    await update({ id, version: 2, status: 'listed' });
    expect((await update({ id, version: 3, title: '改名' })).msg).toBe(
      '“走流程”已上架，不能修改，请先下架',
    );
    expect((await server.call('upm.industryResource.remove', { id }, admin)).error.reason).toBe(
      'RESOURCE_STATE',
    );
    await update({ id, version: 3, status: 'delisted' });
    expect((await update({ id, version: 4, title: '改名' })).data.version).toBe(5);
    expect((await server.call('upm.industryResource.remove', { id }, admin)).code).toBe(200);
    expect((await detail(id, admin)).error.reason).toBe('RESOURCE_UNKNOWN');
  });
  it('is seen by other companies when listed, each by its visibility, with the company behind it', async () => {
    await create({ title: '草稿' });
    const all = await listed({ title: '给所有' });
    await listed({ title: '给本区', visibility: 'region' });
    const some = await listed({
      title: '给受邀',
      visibility: 'invited',
      invited: [other.tenant.id],
    });
    const none = await listed({ title: '给别人', visibility: 'invited', invited: ['somebody'] });
    expect((await titles('listed', other.auth)).toSorted()).toEqual(
      ['给受邀', '给所有', '给本区'].toSorted(),
    );
    expect((await detail(some, other.auth)).data).toMatchObject({
      title: '给受邀',
      own: false,
      invited: [],
    });
    expect(
      (await server.call('upm.industryResource.detailProvider', { id: all }, other.auth)).data,
    ).toMatchObject({ tenantId: server.demo.tenant.id, listed: 3 });
    for (const unknown of [none, 'nothing']) {
      expect((await detail(unknown, other.auth)).error).toEqual({
        reason: 'RESOURCE_UNKNOWN',
        params: {},
        errors: [],
      });
      expect(
        (await server.call('upm.industryResource.detailProvider', { id: unknown }, other.auth))
          .error.reason,
      ).toBe('RESOURCE_UNKNOWN');
    }
    expect(
      (await update({ id: all, version: 3, status: 'delisted' }, other.auth)).error.reason,
    ).toBe('RESOURCE_UNKNOWN');
    await setPackage(other.tenant.id, 'std');
    expect(await titles('listed', other.auth)).toEqual([]);
    await setPackage(other.tenant.id, 'er_std');
  });
  it('is guarded by the database as well: a statement without the company condition sees only what is visible to it', async () => {
    const seen = await server.db.withTenant(other, (tx) =>
      tx.query<{ title: string }>('select title from upm.industry_resource'),
    );
    expect(seen.map(({ title }) => title)).not.toContain('草稿');
    expect(
      await server.db.withTenant(other, (tx) =>
        tx.run("update upm.industry_resource set title = 'x'"),
      ),
    ).toBe(0);
  });
  it('has a category of the dictionary, which is then in use', async () => {
    expect((await create({ category: 'nothing' })).error.errors).toMatchObject([
      { path: '/category', reason: 'VALUE_OPTION' },
    ]);
    const { id } = (
      await server.call(
        'system.dict.submit',
        { pcode: 'resourceCategory', code: 'own', name: '自有' },
        admin,
      )
    ).data;
    await create({ category: 'own' });
    expect((await server.call('system.dict.remove', { id }, admin)).data).toEqual({
      removed: 0,
      disabled: 1,
    });
    expect((await create({ category: 'own' })).error.reason).toBe('VALUE_OPTION');
  });
  it('is made by those who manage the company; drafts are theirs', async () => {
    const user = await server.signIn('user');
    expect((await create({}, user)).code).toBe(403);
    expect((await server.call('upm.industryResource.pages', { scope: 'own' }, user)).code).toBe(
      403,
    );
    const { id } = (await create({ title: '秘密' })).data;
    expect((await detail(id, user)).error.reason).toBe('RESOURCE_UNKNOWN');
  });
});
