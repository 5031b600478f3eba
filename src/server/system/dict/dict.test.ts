import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { DictUses } from './uses.ts';

let server: TestServer;
let admin: Auth;
beforeAll(async () => {
  server = await testServer();
  admin = await server.signIn('admin');
});
afterAll(() => server.close());

const submit = (input: InputOf<'system.dict.submit'>, as = admin) =>
  server.call('system.dict.submit', input, as);
const remove = (id: string, as = admin) => server.call('system.dict.remove', { id }, as);
const items = async (pcode: string, as = admin) =>
  (await server.call('system.dict.list', { pcode }, as)).data;
const options = async (code: string) =>
  (await server.call('system.dict.dictionary', { code }, admin)).data;
const item = async (pcode: string, code: string) =>
  (await items(pcode)).find((each) => each.code === code)!;
const places = (answer: { error: { errors?: { path: string; reason: string }[] } }) =>
  answer.error.errors?.map(({ path, reason }) => `${path} ${reason}`);
const made = async (code: string, tree = false) =>
  (await submit({ code, name: code, tree })).data.id;
const added = async (
  pcode: string,
  code: string,
  over: Partial<InputOf<'system.dict.submit'>> = {},
) => (await submit({ pcode, code, name: code.toUpperCase(), ...over })).data.id;

describe('dictionaries of the platform', () => {
  it('are available to all companies, and become the company’s own with the first change, ids and all', async () => {
    const before = await item('gender', 'male');
    expect(before).toMatchObject({ label: '男', system: true });
    expect(
      (
        await submit({
          id: before.id,
          version: 1,
          pcode: 'gender',
          code: 'male',
          name: '先生',
          color: 'blue',
        })
      ).data,
    ).toEqual({ id: before.id, version: 2 });
    expect(await options('gender')).toEqual([
      { code: 'male', label: '先生', color: 'blue' },
      { code: 'female', label: '女' },
    ]);
    const other = await server.newTenant('dictother');
    expect((await items('gender', other.auth)).map(({ label }) => label)).toEqual(['男', '女']);
    await submit({ id: before.id, version: 2, pcode: 'gender', code: 'male', name: '男' });
  });
  it('cannot be removed, nor their items; items are switched off', async () => {
    expect((await remove('sys.education')).error.reason).toBe('DICT_FIXED');
    expect((await remove('sys.education.master')).msg).toBe(
      '“硕士”是平台自带的，不能删除，可以停用',
    );
    await submit({
      id: 'sys.education.master',
      version: 1,
      pcode: 'education',
      code: 'master',
      name: '硕士',
      enabled: false,
    });
    expect((await options('education')).map(({ code }) => code)).not.toContain('master');
  });
  it('keep their names to themselves', async () => {
    expect(places(await submit({ code: 'gender', name: '又一个性别' }))).toEqual([
      '/code NAME_TAKEN',
    ]);
  });
});

describe('a company’s dictionaries', () => {
  it('are made, changed unless another user changed them, and removed with their items', async () => {
    const id = await made('color1');
    await added('color1', 'red');
    expect((await submit({ id, version: 1, code: 'color1', name: '颜色' })).data.version).toBe(2);
    expect((await submit({ id, version: 1, code: 'color1', name: '色' })).error.reason).toBe(
      'STALE_VERSION',
    );
    expect((await server.call('system.dict.catalog', {}, admin)).data[0]).toMatchObject({
      code: 'color1',
      name: '颜色',
      count: 1,
      system: false,
    });
    expect((await remove(id)).data).toEqual({ removed: 2, disabled: 0 });
    expect((await server.call('system.dict.list', { pcode: 'color1' }, admin)).error.reason).toBe(
      'DICT_UNKNOWN',
    );
  });
  it('refuse names that say nothing, and say where', async () => {
    expect(places(await submit({ code: '', name: ' ' }))).toEqual([
      '/code NAME_EMPTY',
      '/name NAME_EMPTY',
    ]);
    expect(places(await submit({ code: 'Bad-one', name: 'x' }))).toEqual(['/code NAME_FORMAT']);
    await made('twice');
    expect(places(await submit({ code: 'twice', name: 'x' }))).toEqual(['/code NAME_TAKEN']);
    expect(
      places(
        await submit({
          pcode: 'twice',
          code: "a' or 1=1",
          name: 'x',
          effectiveFrom: '2026-02-01',
          effectiveTo: '2026-01-01',
        }),
      ),
    ).toEqual(['/effectiveTo RULE_BROKEN']);
    expect(places(await submit({ pcode: 'twice', code: "a' or 1=1", name: 'x' }))).toEqual([
      '/code VALUE_FORMAT',
    ]);
  });
  it('offer what is in force today, below what is in force', async () => {
    await made('plan', true);
    const old = await added('plan', 'old', { effectiveTo: '2020-01-01' });
    await added('plan', 'child', { parentId: old });
    const now = await added('plan', 'now', {
      effectiveFrom: '2020-01-01',
      effectiveTo: '2999-01-01',
    });
    await added('plan', 'part', { parentId: now });
    await added('plan', 'later', { effectiveFrom: '2999-01-01' });
    expect(await options('plan')).toEqual([
      { code: 'now', label: 'NOW', children: [{ code: 'part', label: 'PART' }] },
    ]);
    expect((await items('plan')).map(({ code, inForce }) => [code, inForce])).toEqual([
      ['old', false],
      ['child', true],
      ['now', true],
      ['part', true],
      ['later', false],
    ]);
  });
  it('are trees of five levels without circles, in the given order', async () => {
    await made('deep', true);
    const ids: string[] = [];
    for (let level = 0; level < 5; level += 1)
      ids.push(await added('deep', `l${level}`, { parentId: ids.at(-1) ?? null }));
    expect(
      places(await submit({ pcode: 'deep', code: 'l5', name: '六级', parentId: ids[4]! })),
    ).toEqual(['/parentId RULE_BROKEN']);
    const move = (id: string, parentId: string | null, beforeId: string | null = null) =>
      server.call('system.dict.move', { id, parentId, beforeId }, admin);
    expect(places(await move(ids[0]!, ids[3]!))).toEqual(['/parentId OWN_ANCESTOR']);
    const [a, b] = [await added('deep', 'a'), await added('deep', 'b')];
    await move(b, null, ids[0]!);
    await move(a, null, b);
    expect(
      (await items('deep')).filter(({ parentId }) => parentId === null).map(({ code }) => code),
    ).toEqual(['a', 'b', 'l0']);
    expect(places(await move(ids[1]!, (await item('gender', 'male')).id))).toEqual([
      '/parentId REFERENCE_MISSING',
    ]);
    expect((await remove(ids[1]!)).data).toEqual({ removed: 4, disabled: 0 });
  });
  it('switch off what is in use instead of removing it', async () => {
    server.db.state
      .of(DictUses)
      .add(async (_tx, dict, codes) =>
        dict === 'used' ? codes.filter((code) => code === 'b') : [],
      );
    const dict = await made('used');
    const [a, b] = [await added('used', 'a'), await added('used', 'b')];
    expect((await remove(a)).data).toEqual({ removed: 1, disabled: 0 });
    expect((await remove(b)).data).toEqual({ removed: 0, disabled: 1 });
    expect(await item('used', 'b')).toMatchObject({ enabled: false, inForce: false });
    expect((await remove(dict)).msg).toBe('“used”里的 B 正在使用，不能删除；可以停用字典项');
  });
  it('keep codes apart when two people add the same one at the same time', async () => {
    await made('race');
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => submit({ pcode: 'race', code: 'same', name: '同' })),
    );
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 400, 400, 400]);
  });
  it('of another company are as unknown as those that are not there', async () => {
    const other = await server.newTenant('dictforeign');
    const id = (await submit({ code: 'theirs', name: '他们的' }, other.auth)).data.id;
    for (const unknown of [id, 'nothing']) {
      expect((await remove(unknown)).error.reason).toBe('DICT_UNKNOWN');
      expect((await server.call('system.dict.move', { id: unknown }, admin)).error.reason).toBe(
        'DICT_ITEM_UNKNOWN',
      );
    }
    expect((await server.call('system.dict.detail', { code: 'theirs' }, admin)).error.reason).toBe(
      'DICT_UNKNOWN',
    );
    expect((await submit({ pcode: 'theirs', code: 'a', name: 'a' })).error.reason).toBe(
      'DICT_UNKNOWN',
    );
  });
  it('are read by every member and changed by those who may', async () => {
    const user = await server.signIn('user');
    expect((await items('gender', user)).length).toBe(2);
    expect((await submit({ code: 'mine', name: '我的' }, user)).code).toBe(403);
  });
});
