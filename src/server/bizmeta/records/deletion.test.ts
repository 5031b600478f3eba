import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  MAX_DELETED_ALONG,
  MAX_DELETION_DEPTH,
  type FieldInput,
  type RecordValues,
} from '../../../contract/index.ts';
import { Catalog } from '../meta/catalog.ts';
import { TestClient, f, places } from '../testing/index.ts';

let client: TestClient;
beforeAll(async () => {
  client = await TestClient.open();
  const name = f('name', '名称', 'text');
  const to = (apiName: string, label: string, refObject: string, more: Partial<FieldInput> = {}) =>
    f(apiName, label, 'lookup', { refObject, ...more });
  await client.made('device', [name]);
  await client.made('repair', [
    name,
    to('device', '设备', 'device', { onTargetDeleted: 'cascade' }),
    to('spare', '备用设备', 'device', { onTargetDeleted: 'clear' }),
    f('others', '相关设备', 'lookups', { refObject: 'device', onTargetDeleted: 'clear' }),
    f('lines', '明细', 'subTable', {
      fields: [
        f('what', '品名', 'text'),
        f('qty', '数量', 'decimal', { precision: 15, scale: 4 }),
        f('on', '日期', 'date'),
        f('who', '人员', 'users'),
        to('part', '配件', 'device', { onTargetDeleted: 'cascade' }),
        to('old', '旧件', 'device', { onTargetDeleted: 'clear' }),
      ],
    }),
  ]);
  await client.made('visit', [
    name,
    to('repair', '工单', 'repair', { onTargetDeleted: 'cascade' }),
    to('keeper', '看管的设备', 'device'),
  ]);
  await client.made('node', [name, to('parent', '上级', 'node', { onTargetDeleted: 'cascade' })]);
});
afterAll(() => client?.close());

const titles = async (object: string) =>
  (await client.list(object)).records.map((each: RecordValues) => each['name']).sort();
const preview = (object: string, ...ids: string[]) =>
  client.server.call('bizmeta.record.deletion', { object, ids }, client.user);
const history = async (object: string, recordId: string) =>
  (
    await client.server.call('bizmeta.dataChangeLog.list', { object, recordId }, client.user)
  ).data.records.map(({ op, diff }) => [op, ...diff.map(({ label }) => label)].join(' '));
const bin = async (object: string) =>
  (await client.server.call('bizmeta.recordBin.list', { object }, client.user)).data.records;

describe('what points to a deleted record', () => {
  it('goes with it, loses its link or row, and gets all of it back; its history says so', async () => {
    const [a, b] = (await client.create('device', [{ name: '甲' }, { name: '乙' }])).data.ids as [
      string,
      string,
    ];
    const gone = await client.one('repair', { name: '随甲', device: a });
    await client.one('visit', { name: '回访', repair: gone });
    const more = { qty: 12345678901.2345, on: '2026-01-05', who: [client.user.userid] };
    const kept = await client.one('repair', {
      name: '留下',
      device: b,
      spare: a,
      others: [b, a],
      lines: [
        { what: '轮胎', part: a, ...more },
        { what: '机油', part: b, old: a },
      ],
    });
    expect((await preview('device', a)).data).toEqual({
      ids: [a],
      gone: 0,
      along: [
        { object: 'repair', label: 'repair表', count: 1 },
        { object: 'visit', label: 'visit表', count: 1 },
      ],
      emptied: [
        { label: 'repair表', field: '备用设备', count: 1 },
        { label: 'repair表', field: '相关设备', count: 1 },
        { label: 'repair表', field: '旧件', count: 1 },
      ],
      text: expect.stringContaining(
        '同时删除 1 条repair表、1 条visit表，清空 1 条repair表的“备用设备”',
      ),
    });

    expect((await client.remove('device', a)).data).toEqual({ count: 1, along: 2 });
    expect([await titles('repair'), await titles('visit')]).toEqual([['留下'], []]);
    const after = await client.detail('repair', kept);
    expect(after).toMatchObject({
      spare: null,
      others: [b],
      lines: [{ what: '机油', part: b, old: null }],
    });
    expect((await bin('repair'))[0]).toMatchObject({ title: '随甲', because: 'device表“甲”' });
    expect((await bin('device'))[0]).toMatchObject({
      title: '甲',
      along: 2,
      deletedByName: '许清和',
    });

    // Its order alone cannot come back before it; it comes back with everything.
    expect(places(await client.restore('repair', gone))).toEqual([
      '/ids/0/device REFERENCE_BINNED',
    ]);
    expect((await client.restore('device', a)).data).toEqual({ count: 1, along: 2 });
    expect([await titles('repair'), await titles('visit')]).toEqual([['留下', '随甲'], ['回访']]);
    const back = await client.detail('repair', kept);
    expect(back).toMatchObject({ spare: a, others: [b, a] });
    expect(back['lines']).toMatchObject([
      { what: '轮胎', part: a, ...more },
      { what: '机油', part: b, old: a },
    ]);
    expect(new Set((await history('repair', kept)).slice(0, -1))).toEqual(
      new Set(['edit 备用设备', 'edit 相关设备', 'edit 明细']),
    );
    expect((await history('repair', gone)).slice(0, 2)).toEqual(['restore', 'delete']);
  });

  it('holds it back unless it goes too, and is named and counted', async () => {
    const a = await client.one('device', { name: '有人看管' });
    const order = await client.one('repair', { name: '单', device: a });
    const keepers = (
      await client.create(
        'visit',
        [1, 2, 3, 4].map((n) => ({ name: `看管${n}`, keeper: a })),
      )
    ).data.ids;
    const refused = await client.remove('device', a);
    expect(places(refused)).toEqual(['/ids/0 RECORD_IN_USE']);
    expect(refused.msg).toMatch(
      /visit表的“看管的设备”（4 条：看管1、看管2、看管3 等）引用，不能删除/,
    );
    expect((await preview('device', a)).msg).toBe(refused.msg);
    // Titles of an object the person may not use are not named.
    const active = (on: boolean) =>
      client.server.call(
        'bizmeta.describe.active',
        { apiName: 'visit', active: on },
        client.builder,
      );
    await active(false);
    expect((await client.remove('device', a)).msg).toContain('的“看管的设备”（4 条）引用');
    await active(true);
    expect(await titles('repair')).toContain('单');
    // What goes along holds nothing back.
    for (const [at, id] of keepers.entries())
      await client.edit('visit', id, 1, at === 0 ? { repair: order } : { keeper: null });
    expect((await client.remove('device', a)).data).toEqual({ count: 1, along: 2 });
  });

  it('a record that is gone by then is left out and counted, and the others go', async () => {
    const [a, gone, held] = (
      await client.create('device', [{ name: '甲二' }, { name: '已删' }, { name: '被看管' }])
    ).data.ids as [string, string, string];
    await client.remove('device', gone);
    expect((await preview('device', gone, a)).data).toMatchObject({ ids: [a], gone: 1 });
    expect(places(await preview('device', gone))).toEqual(['/ids/0 RECORD_UNKNOWN']);
    await client.one('visit', { name: '看管', keeper: held });
    expect(places(await preview('device', gone, a, held))).toEqual(['/ids/2 RECORD_IN_USE']);
  });

  it('comes back alone, or with links others have filled since left as they are', async () => {
    const [a, b] = (await client.create('device', [{ name: '子' }, { name: '丑' }])).data.ids as [
      string,
      string,
    ];
    const [with_, moved] = (
      await client.create('repair', [
        { name: '随子', device: a },
        { name: '改投', device: b, spare: a },
      ])
    ).data.ids as [string, string];
    await client.remove('device', a);
    const version = Number((await client.detail('repair', moved))['version']);
    await client.edit('repair', moved, version, { spare: b });
    const alone = await client.server.call(
      'bizmeta.record.restore',
      { object: 'device', ids: [a], alone: true },
      client.user,
    );
    expect(alone.data).toEqual({ count: 1, along: 0 });
    expect((await client.detail('repair', moved))['spare']).toBe(b);
    expect((await client.restore('repair', with_)).data).toEqual({ count: 1, along: 0 });
  });

  it('gets its links back in whatever order it and what it pointed to come back', async () => {
    const spare = await client.one('device', { name: '先删的' });
    const order = await client.one('repair', { name: '后删的', spare, others: [spare] });
    await client.remove('device', spare);
    await client.remove('repair', order);
    await client.restore('repair', order);
    expect(await client.detail('repair', order)).toMatchObject({ spare: null, others: null });
    await client.restore('device', spare);
    expect(await client.detail('repair', order)).toMatchObject({ spare, others: [spare] });
  });

  it('gets its rows back without what is gone for good; what is in the bin comes back first', async () => {
    const [part, purged, binned] = (
      await client.create('device', [{ name: '件' }, { name: '旧件甲' }, { name: '旧件乙' }])
    ).data.ids as [string, string, string];
    const order = await client.one('repair', {
      name: '换件',
      lines: [
        { what: '一', part, old: purged },
        { what: '二', part, old: binned },
      ],
    });
    await client.remove('device', part);
    await client.remove('device', purged, binned);
    const gone = await client.server.call(
      'bizmeta.recordBin.purge',
      { object: 'device', ids: [purged] },
      client.builder,
    );
    expect(gone.data).toEqual({ count: 1 });
    const early = await client.restore('device', part);
    expect([places(early), early.msg]).toEqual([
      ['/ids/0/old REFERENCE_BINNED'],
      expect.stringContaining('旧件乙'),
    ]);
    await client.restore('device', binned);
    expect((await client.restore('device', part)).msg).toBe('ok');
    expect((await client.detail('repair', order))['lines']).toMatchObject([
      { what: '一', part, old: null },
      { what: '二', part, old: binned },
    ]);
  });

  it('gets nothing back while an approval has locked it', async () => {
    const lock = async (id: string, instance: string | null) => {
      const scope = { tenant: client.server.demo.tenant };
      const { table } = await new Catalog(client.server.db).view(scope, 'repair');
      await client.server.db.withTenant(scope, (tx) =>
        tx.run(`update ${table.name} set flow_lock = $2::uuid where id = $1`, [id, instance]),
      );
    };
    const instance = '01900000-0000-7000-8000-000000000001';
    for (const [how, holding] of [
      ['spare', (device: string) => ({ spare: device })],
      ['others', (device: string) => ({ others: [device] })],
      ['row', (device: string) => ({ lines: [{ what: '一', part: device }] })],
      ['row link', (device: string) => ({ lines: [{ what: '一', old: device }] })],
    ] as const) {
      const device = await client.one('device', { name: how });
      const order = await client.one('repair', { name: how, ...holding(device) });
      await client.remove('device', device);
      const emptied = await client.detail('repair', order);
      await lock(order, instance);
      expect((await client.restore('device', device)).error.reason).toBe('FLOW_RECORD_LOCKED');
      expect(await client.detail('repair', order)).toEqual(emptied);
      await lock(order, null);
      expect((await client.restore('device', device)).msg).toBe('ok');
    }
  });

  it('may go in circles, and is bounded in depth; a batch goes in one transaction', async () => {
    const [first, second] = (await client.create('node', [{ name: '圈1' }, { name: '圈2' }])).data
      .ids as [string, string];
    await client.edit('node', first, 1, { parent: second });
    await client.edit('node', second, 1, { parent: first });
    expect((await client.remove('node', first)).data).toEqual({ count: 1, along: 1 });
    expect((await client.restore('node', second, first)).data).toEqual({ count: 2, along: 0 });

    const chain = [await client.one('node', { name: '链0' })];
    for (let depth = 1; depth <= MAX_DELETION_DEPTH + 1; depth += 1)
      chain.push(await client.one('node', { name: `链${depth}`, parent: chain.at(-1)! }));
    expect((await client.remove('node', chain[0]!)).error.reason).toBe('DELETION_TOO_DEEP');
    expect((await client.remove('node', chain[0]!, first)).error.reason).toBe('DELETION_TOO_DEEP');
    expect(await titles('node')).toContain('圈1');
    expect((await client.remove('node', chain[1]!)).data.along).toBe(MAX_DELETION_DEPTH);

    const crowd = await client.one('node', { name: '人多' });
    for (const count of [MAX_DELETED_ALONG, 1])
      await client.create(
        'node',
        Array.from({ length: count }, () => ({ parent: crowd })),
      );
    expect((await client.remove('node', crowd)).msg).toBe(
      '删除会牵动超过 5000 条其他记录，请先处理指向它的记录，或分批删除',
    );
  });

  it('two deleters, and a new pointer at the same moment, leave nothing that points nowhere', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [a, b] = (
        await client.create('node', [{ name: `争a${round}` }, { name: `争b${round}` }])
      ).data.ids as [string, string];
      await client.edit('node', a, 1, { parent: b });
      await client.edit('node', b, 1, { parent: a });
      const device = await client.one('device', { name: `争${round}` });
      const answers = await Promise.all([
        client.remove('node', a),
        client.remove('node', b),
        client.remove('device', device),
        client.create('repair', [{ name: `争单${round}`, device }]),
        client.create('repair', [{ name: `争备${round}`, device: null, spare: device }]),
      ]);
      const refusals = answers.flatMap((answer) => (answer.code === 200 ? [] : places(answer)!));
      for (const each of refusals) expect(each).toMatch(/RECORD_UNKNOWN|REFERENCE_MISSING/);
      expect(answers.slice(0, 2).filter(({ code }) => code === 200)).toHaveLength(1);
    }
    const dangling = await client.list('repair', {
      filter: {
        op: 'or',
        items: [
          { field: 'device', op: 'nempty' },
          { field: 'spare', op: 'nempty' },
        ],
      },
    });
    const devices = new Set(
      (await client.list('device')).records.map(({ id }: RecordValues) => id),
    );
    for (const order of dangling.records as RecordValues[])
      for (const id of [order['device'], order['spare']])
        if (id !== null) expect(devices.has(id)).toBe(true);
  });

  it('is chosen at the field, where it makes sense', async () => {
    const wrong = await client.define({
      apiName: 'wrong',
      label: '错的',
      fields: [
        f('a', '甲', 'lookup', { refObject: 'device', required: true, onTargetDeleted: 'clear' }),
        f('b', '乙', 'lookups', { refObject: 'device', onTargetDeleted: 'cascade' }),
        f('c', '丙', 'text', { onTargetDeleted: 'clear' }),
      ],
    });
    expect(places(wrong)).toEqual([
      '/describe/fields/0/onTargetDeleted FIELD_SETTING',
      '/describe/fields/1/onTargetDeleted FIELD_SETTING',
      '/describe/fields/2/onTargetDeleted FIELD_SETTING',
    ]);
    const { fields } = await client.describe('repair');
    expect(fields.map(({ onTargetDeleted }) => onTargetDeleted)).toEqual([
      undefined,
      'cascade',
      'clear',
      'clear',
      undefined,
    ]);
  });
});
