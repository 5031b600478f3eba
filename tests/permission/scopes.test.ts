import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  CallId,
  DataOf,
  GroupMembers,
  InputOf,
  ObjectGrant,
  RecordValues,
} from '../../src/contract/index.ts';
import type { TenantRef } from '../../src/server/kernel/index.ts';
import { testServer, type Auth, type TestServer } from '../../src/server/testing.ts';
import { newMember } from './members.ts';

/**
 * A hospital: patients, their visits, the prescriptions of a visit. 周 is in charge of the clinic, to
 * 周 reports 吴; 郑 sits at the desk and sees phones masked; 王 sees those of 王's own patients.
 */
let server: TestServer;
let tenant: TenantRef;
let builder: Auth;
let [zhou, wu, zheng, wang]: Auth[] = [];
let [clinic, ward] = ['', ''];
const ids: Record<string, string> = {};

async function made<I extends CallId>(id: I, input: InputOf<I>, as = builder): Promise<DataOf<I>> {
  const told = await server.call(id, input, as);
  expect(told.error?.errors ?? told.msg).toBe('ok');
  return told.data;
}
/** Reasons a call is refused for, with their places. */
async function refused<I extends CallId>(id: I, input: InputOf<I>, as: Auth): Promise<string> {
  const { status, error } = await server.call(id, input, as);
  const [first] = error?.errors ?? [];
  return first ? `${status} ${first.path} ${first.reason}` : `${status} ${error?.reason ?? ''}`;
}
let groups = 0;
const group = async (
  objects: Record<string, ObjectGrant>,
  members: GroupMembers,
): Promise<string> => {
  const name = `组${(groups += 1)}`;
  const given = { scopeType: 'project', scopeId: '', name, members, grants: { objects } } as const;
  return (await made('bizmeta.authgroup.create', given)).id;
};
const people = (...of: (Auth | undefined)[]): GroupMembers => ({
  userIds: of.map((each) => each!.userid),
});
const drop = (id: string) => made('bizmeta.authgroup.remove', { id });

async function fill(object: string, by: Auth, records: readonly RecordValues[]): Promise<void> {
  const given = { object, records: [...records] };
  const { ids: own } = await made('bizmeta.record.bulkCreate', given, by);
  records.forEach((record, i) => (ids[String(record['name'])] = own[i]!));
}
const namesSeen = async (object: string, as: Auth): Promise<string> => {
  const { records } = await made('bizmeta.record.list', { object, size: 50 }, as);
  return records
    .map(({ name }) => String(name))
    .toSorted()
    .join();
};

beforeAll(async () => {
  server = await testServer();
  const company = await server.newTenant('clinic');
  tenant = company.tenant;
  builder = company.auth;
  clinic = (await made('upm.org.addOrgGroup', { title: '门诊', parentId: null })).id;
  ward = (await made('upm.org.addOrgGroup', { title: '一病区', parentId: clinic })).id;
  zhou = await newMember(server, tenant, '周');
  wu = await newMember(server, tenant, '吴', { deptIds: [ward] });
  zheng = await newMember(server, tenant, '郑');
  wang = await newMember(server, tenant, '王');
  const app = await made('bizmeta.app.save', { name: '门诊' });
  await made('bizmeta.app.active', { id: app.id, active: true });
  const define = (
    apiName: string,
    fields: InputOf<'bizmeta.describe.create'>['describe']['fields'],
  ) =>
    made('bizmeta.describe.create', {
      appId: app.id,
      describe: { apiName, label: apiName, fields },
    });
  const name = { apiName: 'name', label: 'name', type: 'text' } as const;
  const lookup = (apiName: string) =>
    ({ apiName, label: apiName, type: 'lookup', refObject: apiName }) as const;
  await define('patient', [
    name,
    { apiName: 'phone', label: '手机', type: 'phone', unique: true },
    { apiName: 'mail', label: '邮箱', type: 'email' },
    { apiName: 'card', label: '身份证', type: 'text', textFormat: 'idCard' },
    { apiName: 'note', label: '备注', type: 'longText' },
    { apiName: 'age', label: '年龄', type: 'integer' },
    { apiName: 'call', label: '称呼', type: 'formula', formula: 'name & phone' },
  ]);
  await define('visit', [name, lookup('patient')]);
  await define('script', [name, lookup('visit')]);
  await fill('patient', wu, [
    {
      name: '张三丰',
      phone: '13812345678',
      mail: 'zhang@x.com',
      card: '11010519491231002X',
      note: '怕针',
    },
  ]);
  await fill('patient', wang, [{ name: '李', phone: '010-1234', mail: 'l@x.com' }]);
  const [zhang, li] = [ids['张三丰'], ids['李']];
  await fill('visit', wu, [
    { name: 'v1', patient: zhang },
    { name: 'v2', patient: li },
    { name: 'v3' },
  ]);
  await fill('script', wu, [
    { name: 's1', visit: ids['v1'] },
    { name: 's2', visit: ids['v2'] },
    { name: 's3', visit: ids['v3'] },
  ]);
  for (const objectApiName of ['patient', 'visit', 'script'])
    await made('bizmeta.authgroup.config', { objectApiName, defaultAccess: 'none' });
});
afterAll(() => server?.close());

const MASKED: ObjectGrant = {
  ops: ['view', 'edit', 'create', 'changeLog', 'comment'],
  scope: { view: 'all' },
  fields: { name: 'masked', phone: 'masked', mail: 'masked', card: 'masked', note: 'masked' },
};
const OPEN: ObjectGrant = { ops: ['view', 'edit'], scope: { view: 'self' } };
/** Texts that only a whole value has. */
const WHOLE = /张三|12345|1234\b|zhang|110105|49123|怕针/;

describe('a masked field', () => {
  let mine: string[] = [];
  beforeAll(async () => {
    mine = [
      await group({ patient: MASKED, visit: { ops: ['view'] } }, people(zheng, wang)),
      await group({ patient: OPEN }, people(wang)),
    ];
  });
  afterAll(async () => {
    for (const id of mine) await drop(id);
  });

  it('is a masked text in lists, records, labels and what is found', async () => {
    const { records } = await made('bizmeta.record.list', { object: 'patient' }, zheng);
    expect(records.find(({ id }) => id === ids['张三丰'])).toMatchObject({
      name: '张***',
      phone: '138****5678',
      mail: 'z***@x.com',
      card: '1***',
      note: '怕***',
      age: null,
    });
    expect(records.find(({ id }) => id === ids['李'])).toMatchObject({
      name: '***',
      phone: '0***',
      mail: '***@x.com',
      card: null,
    });
    expect(records[0]).not.toHaveProperty('call');
    const asked = { object: 'patient', id: ids['张三丰']! };
    const { record } = await made('bizmeta.record.detail', asked, zheng);
    expect(record).toMatchObject({ phone: '138****5678', note: '怕***' });
    const visits = await made(
      'bizmeta.record.list',
      { object: 'visit', groupBy: ['patient'] },
      zheng,
    );
    expect(visits.labels['patient']).toMatchObject({ [ids['张三丰']!]: '张***' });
    const picked = await made(
      'bizmeta.record.linkList',
      { object: 'visit', field: 'patient', fields: ['phone'] },
      zheng,
    );
    expect([picked.titleField, picked.records[0]?.['phone']]).toEqual([
      'name',
      expect.stringContaining('***'),
    ]);
    const found = await made('bizmeta.search', { text: '张三' }, zheng);
    expect(found.groups).toEqual([]);
  });

  it('is described as a text that nothing may be asked of', async () => {
    const { fields, titleField, searchFields } = await made(
      'bizmeta.describe.detail',
      { apiName: 'patient' },
      zheng,
    );
    const phone = fields.find(({ apiName }) => apiName === 'phone');
    expect(phone).toMatchObject({ masked: true, type: 'text', label: '手机' });
    expect(phone).not.toHaveProperty('unique');
    expect(fields.find(({ apiName }) => apiName === 'card')).not.toHaveProperty('textFormat');
    expect([titleField, searchFields ?? []]).toEqual(['name', []]);
    const list = (more: object) =>
      refused('bizmeta.record.list', { object: 'patient', ...more }, zheng!);
    const filter = { field: 'phone', op: 'starts', value: '138' } as const;
    expect([
      await list({ filter }),
      await list({ sort: [{ field: 'phone', dir: 'asc' }] }),
      await list({ groupBy: ['phone'] }),
      await list({ summary: [{ field: 'phone', fn: 'max' }] }),
      await list({ where: { expression: "phone > '1'", values: [] } }),
      await list({ fields: ['phone'] }),
      await refused('bizmeta.record.distinctList', { object: 'patient', field: 'phone' }, zheng!),
    ]).toEqual([
      '400 /filter/field FILTER_INVALID',
      '400 /sort/0/field SORT_INVALID',
      '400 /groupBy/0 SORT_INVALID',
      '400 /summary/0 SORT_INVALID',
      '400 /where/expression EXPRESSION_INVALID',
      '200 ',
      '400 /groupBy/0 SORT_INVALID',
    ]);
  });

  it('is whole where another group reads it, and conditions hold only there', async () => {
    const { records } = await made('bizmeta.record.list', { object: 'patient' }, wang);
    expect(new Set(records.map(({ phone }) => phone))).toEqual(
      new Set(['138****5678', '010-1234']),
    );
    const starting = async (value: string) =>
      (
        await made(
          'bizmeta.record.list',
          { object: 'patient', filter: { field: 'phone', op: 'starts', value } },
          wang,
        )
      ).total;
    expect([await starting('138'), await starting('010')]).toEqual([0, 1]);
    const grouped = await made(
      'bizmeta.record.list',
      { object: 'patient', groupBy: ['phone'], sort: [{ field: 'phone', dir: 'asc' }] },
      wang,
    );
    expect(grouped.groups?.map(({ values }) => values)).toEqual([['010-1234'], [null]]);
    const { fields } = await made('bizmeta.describe.detail', { apiName: 'patient' }, wang);
    const phone = fields.find(({ apiName }) => apiName === 'phone');
    expect([phone?.masked, phone?.maskedInSome]).toEqual([undefined, true]);
  });

  it('is a column of views, and in no figure or condition of theirs', async () => {
    const view = {
      name: '电话簿',
      scope: 'shared',
      showFields: [{ field: 'name' }, { field: 'phone', agg: 'filled' }],
    } as const;
    const create = (as: Auth, more: object = {}) =>
      server.call(
        'bizmeta.customView.create',
        { object: 'patient', view: { ...view, ...more } as never },
        as,
      );
    const { id } = (await create(builder)).data;
    const seen = await made('bizmeta.customView.detail', { id }, zheng);
    expect(seen.showFields).toEqual([{ field: 'name' }, { field: 'phone' }]);
    const { records } = await made('bizmeta.record.list', { object: 'patient', viewId: id }, zheng);
    expect(new Set(records.map(({ phone }) => phone))).toEqual(new Set(['138****5678', '0***']));
    const own = { scope: 'personal', showFields: [{ field: 'phone' }] };
    expect((await create(zheng!, own)).status).toBe(200);
    expect((await create(zheng!, { ...own, showFields: view.showFields })).status).toBe(400);
    const filtered = { ...own, dataFilter: { field: 'phone', op: 'empty' } };
    expect((await create(zheng!, filtered)).status).toBe(400);
  });

  it('is not written, and its masked text sent back changes nothing', async () => {
    const id = ids['张三丰']!;
    const edit = (values: RecordValues, as: Auth) =>
      server.call(
        'bizmeta.record.bulkEdit',
        { object: 'patient', records: [{ id, version: 1, ...values }] },
        as,
      );
    const forbidden = await edit({ phone: '13900000000' }, wang!);
    expect(forbidden.error?.errors).toMatchObject([{ reason: 'FIELD_FORBIDDEN' }]);
    expect((await edit({ phone: '138****5678', age: 7 }, zheng!)).status).toBe(200);
    expect((await made('bizmeta.record.detail', { object: 'patient', id })).record).toMatchObject({
      phone: '13812345678',
      age: 7,
    });
    const taken = await edit({ mail: 'a@b.cn' }, zheng!);
    expect(taken.status).toBe(403);
  });

  it('is whole nowhere: not in the change log, copies, explanations, messages or the bin', async () => {
    const id = ids['张三丰']!;
    const tell = async <I extends CallId>(call: I, input: InputOf<I>) =>
      JSON.stringify(await server.call(call, input, zheng!));
    const texts = [
      await tell('bizmeta.dataChangeLog.list', { object: 'patient', recordId: id }),
      await tell('bizmeta.dataChangeLog.list', { object: 'patient', recordId: id, field: 'phone' }),
      await tell('bizmeta.record.explain', { object: 'patient', id, field: 'phone' }),
      await tell('bizmeta.record.explain', { object: 'patient', id, field: 'call' }),
      await tell('bizmeta.record.copy', { object: 'patient', ids: [id] }),
      await tell('bizmeta.record.list', { object: 'patient', search: '1' }),
      await tell('bizmeta.record.bulkEdit', {
        object: 'patient',
        records: [{ id, version: 1, age: 8 }],
        read: true,
      }),
      await tell('bizmeta.record.bulkSet', {
        object: 'patient',
        ids: [id],
        changes: [{ field: 'phone', value: '1' }],
      }),
      await tell('bizmeta.calculate.calculate', { object: 'patient', expression: 'phone', id }),
    ];
    expect(texts.filter((text) => WHOLE.test(text))).toEqual([]);
  });

  it('is refused where no text can be masked', async () => {
    const save = (fields: ObjectGrant['fields']) =>
      server.call(
        'bizmeta.authgroup.create',
        {
          scopeType: 'project',
          name: 'x',
          grants: { objects: { patient: { ops: ['view'], fields } } },
        },
        builder,
      );
    const { error } = await save({ age: 'masked', '*': 'masked', call: 'masked' });
    expect(error?.errors?.map(({ path, msg }) => `${path} ${msg}`)).toEqual([
      '/grants/objects/patient/fields/age 授权组设置有误：字段“年龄”是整数，不能脱敏，只有文本类字段可以',
      '/grants/objects/patient/fields/* 授权组设置有误：脱敏只能逐个字段设置，不能用于“其他字段”',
      '/grants/objects/patient/fields/call 授权组设置有误：字段“称呼”是公式，不能脱敏，只有文本类字段可以',
    ]);
  });
});

describe('a scope through a lookup', () => {
  const through = (field: string, ...ops: ObjectGrant['ops']): ObjectGrant => ({
    ops: ['view', ...ops],
    scope: { view: { through: field } },
  });

  it('holds where the record it names is seen, through several objects', async () => {
    const id = await group(
      { patient: OPEN, visit: through('patient', 'edit'), script: through('visit', 'delete') },
      people(wang),
    );
    expect([await namesSeen('visit', wang!), await namesSeen('script', wang!)]).toEqual([
      'v2',
      's2',
    ]);
    const listed = await made(
      'bizmeta.record.list',
      { object: 'script', groupBy: ['visit'] },
      wang,
    );
    expect([listed.total, listed.groups?.length]).toEqual([1, 1]);
    const edit = (name: string, object: string) =>
      refused(
        'bizmeta.record.bulkEdit',
        { object, records: [{ id: ids[name]!, version: 1, name: `${name}` }] },
        wang!,
      );
    expect([await edit('v1', 'visit'), await edit('v2', 'visit')]).toEqual([
      '404 /records/0/id RECORD_UNKNOWN',
      '200 ',
    ]);
    // Deleting asks for editing the visit, which asks for editing the patient: they are 王's.
    const remove = (name: string) =>
      refused('bizmeta.record.bulkDelete', { object: 'script', ids: [ids[name]!] }, wang!);
    expect(await remove('s1')).toBe('404 /ids/0 RECORD_UNKNOWN');
    await made('bizmeta.authgroup.update', {
      id,
      grants: {
        objects: {
          patient: { ops: ['view'], scope: { view: 'self' } },
          visit: through('patient', 'edit', 'create'),
          script: through('visit', 'delete'),
        },
      },
    });
    // Who only sees the patient neither changes the visit nor deletes its prescription.
    expect([await edit('v2', 'visit'), await remove('s2')]).toEqual([
      '403 /records/0/id RECORD_FORBIDDEN',
      '403 /ids/0 RECORD_FORBIDDEN',
    ]);
    const create = refused(
      'bizmeta.record.bulkCreate',
      { object: 'visit', records: [{ name: 'v4', patient: ids['李'] }] },
      wang!,
    );
    expect(await create).toBe('403 /records/0 RECORD_FORBIDDEN');
    await drop(id);
  });

  it('is refused to the object itself, safe in a circle, and keeps its lookup', async () => {
    const { version } = await made('bizmeta.describe.detail', { apiName: 'patient' });
    const fields = [
      { apiName: 'mother', label: 'mother', type: 'lookup', refObject: 'patient' },
      { apiName: 'last', label: 'last', type: 'lookup', refObject: 'script' },
    ] as const;
    const describe = { apiName: 'patient', label: 'patient', version, fields: [...fields] };
    await made('bizmeta.describe.update', { describe });
    const save = (field: string) =>
      refused(
        'bizmeta.authgroup.create',
        {
          scopeType: 'project',
          name: 'x',
          grants: { objects: { patient: through(field) } },
        },
        builder,
      );
    const at = '400 /grants/objects/patient/scope/view/through AUTH_GROUP_SETTING';
    expect([await save('mother'), await save('age'), await save('nope')]).toEqual([at, at, at]);
    const id = await group(
      { patient: through('last'), visit: through('patient'), script: through('visit') },
      people(zheng),
    );
    expect(await namesSeen('visit', zheng!)).toBe('');
    const listed = await made('bizmeta.authgroup.list', { id });
    expect(listed.groups[0]?.grants.objects['visit']?.scope).toEqual({
      view: { through: 'patient' },
    });
    const visit = await made('bizmeta.describe.detail', { apiName: 'visit' });
    const rename = (more: object) =>
      refused(
        'bizmeta.describe.update',
        {
          describe: {
            apiName: 'visit',
            label: 'visit',
            version: visit.version,
            fields: [{ id: visit.fields[1]!.id, label: 'who', type: 'lookup', ...more }],
          },
        },
        builder,
      );
    expect(await rename({ removed: true })).toBe('400 /describe/fields AUTH_GROUP_SETTING');
    await drop(id);
  });
});

describe('scopes through lookups in a row', () => {
  it('are followed five lookups far, from an object that everybody uses', async () => {
    const chain = Array.from({ length: 7 }, (_, i) => `link${i}`);
    let before: string | undefined;
    for (const [i, apiName] of chain.entries()) {
      const refObject = chain[i - 1];
      const lookup = { apiName: 'up', label: 'up', type: 'lookup' as const };
      await made('bizmeta.describe.create', {
        describe: {
          apiName,
          label: apiName,
          fields: [
            { apiName: 'name', label: 'name', type: 'text' },
            ...(refObject === undefined ? [] : [{ ...lookup, refObject }]),
          ],
        },
      });
      const record = { name: apiName, ...(before !== undefined && { up: before }) };
      const { ids: own } = await made('bizmeta.record.bulkCreate', {
        object: apiName,
        records: [record],
      });
      [before] = own;
      if (i > 0)
        await made('bizmeta.authgroup.config', { objectApiName: apiName, defaultAccess: 'none' });
    }
    const through: ObjectGrant = { ops: ['view'], scope: { view: { through: 'up' } } };
    const grants = Object.fromEntries(chain.slice(1).map((name) => [name, through]));
    const id = await group(grants, people(zheng));
    const seen = await Promise.all(chain.map((name) => namesSeen(name, zheng!)));
    expect(seen).toEqual([...chain.slice(0, 6), '']);
    await drop(id);
  });
});

describe('who belongs by the organisation', () => {
  const setOwners = (ownerIds: string[]) =>
    made('upm.org.updateOrgGroup', { id: clinic, ownerIds });

  it('is in the group, and sees what lies below, from the next call on', async () => {
    const id = await group(
      { visit: { ops: ['view'], scope: { view: 'ledDepts' } } },
      { dynamic: ['deptOwners'] },
    );
    const sees = async () => {
      const told = await server.call('bizmeta.record.list', { object: 'visit' }, zhou);
      return told.status === 200 ? told.data.total : told.status;
    };
    expect(await sees()).toBe(403);
    const count = async () =>
      (await made('bizmeta.authgroup.overview', {})).objects.find(
        ({ apiName }) => apiName === 'visit',
      )?.readers;
    const before = (await count()) ?? 0;
    await setOwners([zhou!.userid]);
    expect([await sees(), await count()]).toEqual([3, before + 1]);
    await setOwners([]);
    expect(await sees()).toBe(403);
    await made('bizmeta.authgroup.update', {
      id,
      members: { dynamic: ['superiors'] },
      grants: { objects: { visit: { ops: ['view'], scope: { view: 'selfAndSub' } } } },
    });
    expect(await sees()).toBe(403);
    await server.db.withTenant({ tenant }, (tx) =>
      tx.run('update upm.member set superior_id = $3 where tenant_id = $1 and user_id = $2', [
        tenant.id,
        wu!.userid,
        zhou!.userid,
      ]),
    );
    expect([await sees(), await count()]).toEqual([3, 1]);
    const log = await made('log.operationLog.search', { search: `授权组 组${groups}` });
    expect(log.records.map(({ sentence }) => sentence).join()).toContain('所有有下属的人');
    await drop(id);
  });
});

describe('new objects', () => {
  it('are closed from their creation where the company says so', async () => {
    expect(await made('bizmeta.authgroup.config', {})).toEqual({ newObjects: 'all' });
    expect(await made('bizmeta.authgroup.config', { newObjects: 'none' })).toEqual({
      newObjects: 'none',
    });
    const describe = { label: '秘方', fields: [{ label: 'name', type: 'text' as const }] };
    await made('bizmeta.describe.create', { describe: { apiName: 'recipe', ...describe } });
    expect((await server.call('bizmeta.record.list', { object: 'recipe' }, wu)).status).toBe(403);
    expect(await made('bizmeta.authgroup.config', { objectApiName: 'recipe' })).toEqual({
      objectApiName: 'recipe',
      defaultAccess: 'none',
    });
    const both = { objectApiName: 'recipe', newObjects: 'all' } as const;
    expect((await server.call('bizmeta.authgroup.config', both, builder)).status).toBe(400);
    expect((await server.call('bizmeta.authgroup.config', {}, wu)).status).toBe(403);
    expect((await made('bizmeta.authgroup.overview', {})).newObjects).toBe('none');
    await made('bizmeta.authgroup.config', { newObjects: 'all' });
  });
});
