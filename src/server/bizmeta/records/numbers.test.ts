import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CodeSegment, FieldInput, InputOf, NumberRule } from '../../../contract/index.ts';
import type { Auth } from '../../testing.ts';
import { TestClient, f, places } from '../testing/index.ts';

let client: TestClient;
let admin: Auth;
beforeAll(async () => {
  client = await TestClient.open();
  admin = await client.server.signIn('admin');
});
afterAll(() => client?.close());

const fixed = (text: string): CodeSegment => ({ kind: 'const', text });
const seq = (length = 4): CodeSegment => ({ kind: 'seq', length });
const rule = (
  given: Pick<InputOf<'system.coderule.submit'>, 'code' | 'segments'> &
    Partial<InputOf<'system.coderule.submit'>>,
) =>
  client.server.call(
    'system.coderule.submit',
    { name: given.code, reset: 'never', mode: 'gapless', ...given },
    admin,
  );
const numbered = (numberRule: NumberRule, ...fields: FieldInput[]) => [
  f('name', '名称', 'text'),
  ...fields,
  f('no', '编号', 'autoNumber', { numberRule }),
];
const numbersOf = async (object: string) =>
  (await client.list(object, { sort: [{ field: 'no', dir: 'asc' }], size: 200 })).records.map(
    (record) => record['no'] as string,
  );
const renumber = async (object: string, numberRule: NumberRule) => {
  const was = await client.describe(object);
  return client.update({
    ...was,
    fields: was.fields.map((field) => (field.apiName === 'no' ? { ...field, numberRule } : field)),
  });
};

describe('numbers by a code rule of the company', () => {
  it('share one sequence among all objects that name it and other users of the rule', async () => {
    await rule({ code: 'shared', segments: [fixed('S-'), seq()] });
    await client.made('sharedA', numbered({ rule: 'shared' }));
    await client.made('sharedB', numbered({ rule: 'shared' }));
    await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        client.create(i % 2 === 0 ? 'sharedA' : 'sharedB', [{ name: `n${i}` }]),
      ),
    );
    const all = [...(await numbersOf('sharedA')), ...(await numbersOf('sharedB'))].toSorted();
    expect(all).toEqual(
      Array.from({ length: 50 }, (_, i) => `S-${String(i + 1).padStart(4, '0')}`),
    );
    expect(
      (await client.server.call('system.coderule.code', { code: 'shared' }, admin)).data.codes,
    ).toEqual(['S-0051']);
  });
  it('in blocks make no one wait, and are never duplicated', async () => {
    await rule({ code: 'blocks', mode: 'block', segments: [fixed('B'), seq()] });
    await client.made('blocky', numbered({ rule: 'blocks' }));
    await Promise.all([
      ...Array.from({ length: 20 }, () => client.create('blocky', [{ name: 'one' }])),
      client.create(
        'blocky',
        Array.from({ length: 150 }, () => ({ name: 'many' })),
      ),
    ]);
    expect(new Set(await numbersOf('blocky')).size).toBe(170);
  });
  it('contain values of the record and the department of its creator; a record without one gets the problem at its field', async () => {
    await rule({
      code: 'valued',
      segments: [
        { kind: 'field', field: 'city', length: 2 },
        fixed('-'),
        { kind: 'dept' },
        fixed('-'),
        seq(2),
      ],
    });
    await client.made('valued', numbered({ rule: 'valued' }, f('city', '城市', 'text')));
    expect((await client.create('valued', [{ city: 'SHANGHAI' }])).msg).toBe('ok');
    expect((await numbersOf('valued'))[0]).toMatch(/^SH-[^-]*-01$/);
    expect(places(await client.create('valued', [{ city: 'BJ' }, { name: '没有城市' }]))).toEqual([
      '/records/1/city REQUIRED',
    ]);
    await client.create('valued', [{ city: 'BJ' }]);
    expect((await numbersOf('valued')).map((no) => no.slice(-2)).toSorted()).toEqual(['01', '02']);
  });
  it('need of the object only what it has', async () => {
    await rule({ code: 'asks', segments: [{ kind: 'field', field: 'region' }, seq()] });
    expect(
      places(
        await client.define({ apiName: 'lacks', label: '缺', fields: numbered({ rule: 'asks' }) }),
      ),
    ).toEqual(['/describe/fields/1/numberRule FIELD_SETTING']);
    expect(
      places(
        await client.define({
          apiName: 'lacks',
          label: '缺',
          fields: numbered({ rule: 'asks' }, f('region', '地区', 'boolean')),
        }),
      ),
    ).toEqual(['/describe/fields/2/numberRule FIELD_SETTING']);
    expect(
      places(
        await client.define({
          apiName: 'lacks',
          label: '缺',
          fields: numbered({ rule: 'nowhere' }),
        }),
      ),
    ).toEqual(['/describe/fields/1/numberRule/rule FIELD_SETTING']);
    expect(
      places(
        await client.define({
          apiName: 'lacks',
          label: '缺',
          fields: numbered({ rule: 'asks', segments: [seq()] }, f('region', '地区', 'text')),
        }),
      ),
    ).toEqual(['/describe/fields/2/numberRule/segments FIELD_SETTING']);
    await client.made('has', numbered({ rule: 'asks' }, f('region', '地区', 'text')));
    const was = await client.describe('has');
    const away = was.fields.map((field) =>
      field.apiName === 'region' ? { ...field, removed: true } : field,
    );
    expect(places(await client.update({ ...was, fields: away }))).toEqual([
      '/describe/fields/2/numberRule FIELD_SETTING',
    ]);
  });
  it('are no setting of other fields, even when a form sends its empty list of segments', async () => {
    await client.made('blank', [
      f('name', '名称', 'text', { numberRule: { segments: [] } }),
      f('no', '编号', 'autoNumber', { numberRule: { segments: [] } }),
    ]);
    await client.create('blank', [{ name: 'a' }]);
    expect(await numbersOf('blank')).toEqual(['0001']);
    expect(
      places(
        await client.define({
          apiName: 'notblank',
          label: '非空',
          fields: [f('name', '名称', 'text', { numberRule: { segments: [seq()] } })],
        }),
      ),
    ).toEqual(['/describe/fields/0/numberRule FIELD_SETTING']);
  });
  it('number the existing records, each by its own values', async () => {
    await rule({ code: 'late', segments: [{ kind: 'field', field: 'city' }, seq(2)] });
    await client.made('late', [f('city', '城市', 'text')]);
    await client.create('late', [{ city: 'A' }, { city: 'B' }]);
    const was = await client.describe('late');
    await client.update({
      ...was,
      fields: [...was.fields, f('no', '编号', 'autoNumber', { numberRule: { rule: 'late' } })],
    });
    await client.create('late', [{ city: 'C' }]);
    expect(await numbersOf('late')).toEqual(['A01', 'B02', 'C03']);
  });
});

describe('a rule that fields number by', () => {
  it('is neither removed nor switched off nor made impossible to fill, and reports its users', async () => {
    const { data } = await rule({ code: 'used', name: '合同号', segments: [fixed('U'), seq()] });
    await client.made('usedBy', numbered({ rule: 'used' }));
    const removed = await client.server.call('system.coderule.remove', { id: data.id }, admin);
    expect([removed.error.reason, removed.msg]).toEqual([
      'CODE_RULE_IN_USE',
      '“合同号”正由 usedBy表的“编号”使用，不能删除',
    ]);
    expect(
      (
        await rule({
          code: 'used',
          id: data.id,
          version: 1,
          enabled: false,
          segments: [fixed('U'), seq()],
        })
      ).error.reason,
    ).toBe('CODE_RULE_IN_USE');
    expect(
      places(
        await rule({
          code: 'used',
          id: data.id,
          version: 1,
          segments: [{ kind: 'field', field: 'city' }, seq()],
        }),
      ),
    ).toEqual(['/segments CODE_RULE_SETTING']);
    await renumber('usedBy', { segments: [seq()], reset: 'never' });
    expect((await client.server.call('system.coderule.remove', { id: data.id }, admin)).msg).toBe(
      'ok',
    );
  });
  it('of another company is unknown here', async () => {
    const other = await client.server.newTenant('ruleother');
    await client.server.call(
      'system.coderule.submit',
      { code: 'theirs', name: '别家', segments: [seq()], reset: 'never', mode: 'gapless' },
      other.auth,
    );
    expect(
      places(
        await client.define({
          apiName: 'thief',
          label: '偷',
          fields: numbered({ rule: 'theirs' }),
        }),
      ),
    ).toEqual(['/describe/fields/1/numberRule/rule FIELD_SETTING']);
    expect(
      (await client.server.call('system.coderule.choices', {}, client.builder)).data.map(
        ({ code }) => code,
      ),
    ).not.toContain('theirs');
    expect((await client.server.call('system.coderule.choices', {}, client.user)).code).toBe(403);
  });
});

describe('a field whose rule changes', () => {
  it('continues after the numbers already given, also over to a rule of the company and back', async () => {
    await client.made('moves', numbered({ segments: [fixed('M'), seq()], reset: 'never' }));
    await client.create('moves', [{ name: 'a' }, { name: 'b' }]);
    await rule({ code: 'moves', segments: [fixed('M'), seq()] });
    expect((await renumber('moves', { rule: 'moves' })).msg).toBe('ok');
    await client.create('moves', [{ name: 'c' }]);
    await renumber('moves', { segments: [fixed('M'), { kind: 'seq', length: 5 }], reset: 'never' });
    await client.create('moves', [{ name: 'd' }]);
    expect(await numbersOf('moves')).toEqual(['M0001', 'M0002', 'M0003', 'M00004'].toSorted());
  });
});

describe('fields with counters of their own from earlier versions', () => {
  it('continue where they were, with and without a counter', async () => {
    const sql = readFileSync(new URL('../sql/0053_number-rules.sql', import.meta.url), 'utf8');
    await client.made(
      'before',
      numbered(
        { segments: [seq()] },
        f('found', '补编', 'autoNumber', { numberRule: { segments: [seq()] } }),
      ),
    );
    await client.create('before', [{ name: 'a' }, { name: 'b' }]);
    const { db, demo } = client.server;
    const [no, found] = ['no', 'found'].map(
      (name) =>
        `(select id from bizmeta.field where api_name = '${name}'
          and object_id = (select id from bizmeta.object where api_name = 'before'))`,
    );
    await db.withOwner(async (tx) => {
      for (const step of [
        'create table bizmeta.counter (tenant_id text, field_id uuid, period text, value bigint)',
        `delete from system.code_counter where rule_id in (${no}::text, ${found}::text)`,
        `update bizmeta.field
          set settings = '{"numberRule":{"prefix":"HT-","date":"YYYY","digits":3,"reset":"year","start":1}}' where id = ${no}`,
        `update bizmeta.field
          set settings = '{"numberRule":{"prefix":"B","date":"none","digits":4,"reset":"never","start":1}}' where id = ${found}`,
        `insert into bizmeta.counter
          values ('${demo.tenant.id}', ${no}, to_char(now() at time zone 'Asia/Shanghai', 'YYYY'),
          41)`,
      ])
        await tx.query(step);
      const [at] = await tx.query<{ place: string; f: string }>(
        `select 't_' || ${demo.tenant.no} || '.o_' || o.no as place, 'f_' || f.no as f
          from bizmeta.field f join bizmeta.object o on o.id = f.object_id where f.id = ${found}`,
      );
      await tx.query(`update ${at!.place} set ${at!.f} = 'B' || (70 + ${at!.f}::integer)`);
      await tx.query(sql);
    }, demo.tenant.id);
    await client.create('before', [{ name: 'c' }]);
    const [last] = (
      await client.list('before', { filter: { field: 'name', op: 'eq', value: 'c' } })
    ).records;
    const year = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' })
      .format(new Date())
      .slice(0, 4);
    expect([last?.['no'], last?.['found']]).toEqual([`HT-${year}042`, 'B0073']);
    const { fields } = await client.describe('before');
    expect(fields.find(({ apiName }) => apiName === 'no')?.numberRule).toEqual({
      segments: [
        { kind: 'const', text: 'HT-' },
        { kind: 'date', format: 'YYYY' },
        { kind: 'seq', length: 3, start: 1 },
      ],
      reset: 'year',
    });
  });
});
