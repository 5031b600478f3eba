import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectGrant } from '../../../contract/index.ts';
import { TestClient, f } from '../testing/index.ts';

let client: TestClient;

beforeAll(async () => {
  client = await TestClient.open();
  await client.made('visit', [
    f('name', '名称', 'text'),
    f('day', '日期', 'date', { defaultFrom: { source: 'now' } }),
    f('moment', '时刻', 'dateTime', { defaultFrom: { source: 'now' } }),
    f('month', '月份', 'yearMonth', { defaultFrom: { source: 'now' } }),
    f('who', '填写人', 'user', { defaultFrom: { source: 'user' } }),
    f('whose', '同行', 'users', { defaultFrom: { source: 'user' } }),
    f('dept', '部门', 'dept', { defaultFrom: { source: 'dept' } }),
    f('place', '地点', 'text', { defaultFrom: { source: 'last' } }),
    f('remind', '提醒', 'date', {
      defaultFrom: { source: 'formula', formula: '到期 - 天数(1)' },
    }),
    f('due', '到期', 'date', { defaultFrom: { source: 'formula', formula: '日期 + 天数(30)' } }),
    f('rate', '税率', 'percent', {
      scale: 2,
      defaultFrom: { source: 'formula', formula: "如果(名称 = '小', 0.03, 0.13456)" },
    }),
    f('lines', '明细', 'subTable', {
      fields: [
        f('qty', '数量', 'integer', { defaultValue: 1 }),
        f('on', '日期', 'date', { defaultFrom: { source: 'now' } }),
        f('double', '双倍', 'integer', {
          defaultFrom: { source: 'formula', formula: '数量 * 2' },
        }),
        f('title', '题', 'text', {
          defaultFrom: { source: 'formula', formula: '名称 & 转文本(数量)' },
        }),
      ],
    }),
  ]);
});
afterAll(() => client?.close());
const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

describe('the first value of a field', () => {
  it('is what the address of the form says, where the builder opened the field to it', async () => {
    await client.made('device', [f('name', '名称', 'text')]);
    const device = await client.one('device', { name: '空压机' });
    const address = { defaultFrom: { source: 'address' as const } };
    await client.made('repair', [
      f('device', '设备', 'lookup', { refObject: 'device', ...address }),
      f('urgent', '紧急', 'boolean', address),
      f('cost', '费用', 'integer', { max: 100, ...address }),
      f('note', '备注', 'text'),
    ]);
    const first = async (given: Record<string, string>) =>
      (
        await client.server.call(
          'bizmeta.record.defaults',
          { object: 'repair', address: given },
          client.user,
        )
      ).data.values;
    expect(await first({ device, urgent: '是', cost: '12', note: '不该填入' })).toEqual({
      device,
      urgent: true,
      cost: 12,
    });
    const missing = '018f0000-0000-7000-8000-000000000000';
    expect(await first({ device: missing, urgent: '也许', cost: '101' })).toEqual({});
  });
  it('is the day, the person, their department, or what a formula gives', async () => {
    const id = await client.one('visit', { name: '小', lines: [{ qty: 3 }, { double: 7 }] });
    const me = (await client.detail('visit', id))['createdBy'];
    expect(await client.detail('visit', id)).toMatchObject({
      day: today(),
      month: today().slice(0, 7),
      who: me,
      whose: [me],
      dept: expect.any(String),
      place: null,
      rate: 3,
      lines: [
        { qty: 3, on: today(), double: 6 },
        { qty: 1, on: today(), double: 7 },
      ],
    });
  });
  it('of a row that is added to a record reads the record as it is stored', async () => {
    const id = await client.one('visit', { name: '旧', lines: [] });
    const added = await client.edit('visit', id, 1, { lines: [{ qty: 4 }] });
    expect(added.msg).toBe('ok');
    expect(await client.detail('visit', id)).toMatchObject({
      lines: [{ qty: 4, on: today(), double: 8, title: '旧4' }],
    });
  });
  it('reads the first value of another field, before or after its own', async () => {
    const id = await client.one('visit', { name: 'x', day: '2026-02-01' });
    expect(await client.detail('visit', id)).toMatchObject({
      remind: '2026-03-02',
      due: '2026-03-03',
    });
  });
  it('gives way to what is given, also to nothing at all, and fits the field', async () => {
    const id = await client.one('visit', { name: '大', day: '2026-01-01', who: null, dept: null });
    expect(await client.detail('visit', id)).toMatchObject({
      day: '2026-01-01',
      due: '2026-01-31',
      who: null,
      dept: null,
      rate: 13.46,
    });
  });
  it('of the last record is the person’s own, and offered to their next form', async () => {
    await client.one('visit', { name: 'a', place: '仓库' });
    const asked = async (as = client.user) =>
      (await client.server.call('bizmeta.record.defaults', { object: 'visit' }, as)).data;
    const first = await asked();
    expect(first.values).toMatchObject({ place: '仓库', day: today() });
    expect(first.rows).toEqual({ lines: { on: today() } });
    expect(Object.values(first.labels['user'] ?? {})).toHaveLength(1);
    expect((await asked(client.builder)).values['place']).toBeUndefined();
    const id = await client.one('visit', { name: 'b' });
    expect(await client.detail('visit', id)).toMatchObject({ place: '仓库' });
    const other = await client.server.newTenant('visitors');
    const foreign = await client.server.call(
      'bizmeta.record.defaults',
      { object: 'visit' },
      other.auth,
    );
    expect(foreign.error).toMatchObject({ reason: 'OBJECT_UNKNOWN' });
  });
  it('of the last record is given to who still reads it: the field, whole, in that record', async () => {
    await client.made('offer', [
      f('quote', '报价', 'text', { defaultFrom: { source: 'last' } }),
      f('phone', '电话', 'phone', { defaultFrom: { source: 'last' } }),
    ]);
    const { server, user, builder } = client;
    const given = { quote: '一百', phone: '13800138000' };
    await server.call('bizmeta.record.bulkCreate', { object: 'offer', records: [given] }, user);
    const last = async () => {
      const { data } = await server.call('bizmeta.record.defaults', { object: 'offer' }, user);
      return data.values;
    };
    expect(await last()).toEqual({ quote: '一百', phone: '13800138000' });
    const userIds = [user.userid];
    const { data: group } = await server.call(
      'bizmeta.authgroup.create',
      {
        scopeType: 'object',
        scopeId: 'offer',
        name: '只填写',
        members: { userIds },
        grants: { objects: { offer: { ops: ['create'] } } },
      },
      builder,
    );
    const closed = { objectApiName: 'offer', defaultAccess: 'none' } as const;
    await server.call('bizmeta.authgroup.config', closed, builder);
    expect(await last()).toEqual({});
    let version = 1;
    const update = async (offer: ObjectGrant) => {
      const grants = { objects: { offer } };
      const change = { id: group.id, version, grants };
      const { code } = await server.call('bizmeta.authgroup.update', change, builder);
      expect(code).toBe(200);
      version += 1;
    };
    await update({
      ops: ['view', 'create'],
      scope: { view: 'self' },
      fields: { phone: 'masked', '*': 'write' },
    });
    expect(await last()).toEqual({ quote: '一百' });
    await update({ ops: ['view', 'create'], scope: { view: 'none', create: 'all' } });
    expect(await last()).toEqual({});
  });
  it.each([
    [f('x', '文', 'text', { defaultFrom: { source: 'now' } }), '/defaultFrom', '没有这种默认值'],
    [
      f('x', '数', 'integer', { defaultValue: 1, defaultFrom: { source: 'last' } }),
      '/defaultFrom',
      '已有固定的默认值',
    ],
    [
      f('x', '数', 'integer', { defaultFrom: { source: 'formula', formula: "'a'" } }),
      '/defaultFrom/formula',
      '默认值应为数字，这里是文本',
    ],
    [
      f('x', '数', 'integer', { defaultFrom: { source: 'formula', formula: '数 + 1' } }),
      '/defaultFrom',
      '数 → 数',
    ],
  ])('%j is refused at its place', async (field, path, why) => {
    const answer = await client.define({ apiName: 'wrongFirst', label: '错', fields: [field] });
    expect(answer.error.errors?.[0]?.path).toBe(`/describe/fields/0${path}`);
    expect(answer.error.errors?.[0]?.msg).toContain(why);
  });
});
