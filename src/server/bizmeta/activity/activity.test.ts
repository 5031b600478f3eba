import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordValues } from '../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

let server: TestServer;
let builder: Auth;
let user: Auth;
let admin: Auth;
let stranger: Auth;
let firm: string;
let other: string;

beforeAll(async () => {
  server = await testServer();
  [builder, user, admin] = [
    await server.signIn('builder'),
    await server.signIn('user'),
    await server.signIn('admin'),
  ];
  stranger = (await server.newTenant('stranger')).auth;
  const options = ['won', 'open'].map((code) => ({ code, label: code }));
  await server.call(
    'bizmeta.describe.create',
    {
      describe: {
        apiName: 'firm',
        label: '公司',
        fields: [
          { apiName: 'name', label: '名称', type: 'text' },
          { apiName: 'parent', label: '母公司', type: 'lookup', refObject: 'firm' },
        ],
      },
    },
    builder,
  );
  await server.call(
    'bizmeta.describe.create',
    {
      describe: {
        apiName: 'deal',
        label: '商机',
        fields: [
          { apiName: 'title', label: '标题', type: 'text', required: true },
          { apiName: 'state', label: '状态', type: 'singleSelect', options },
          { apiName: 'amount', label: '金额', type: 'currency' },
          { apiName: 'at', label: '时间', type: 'dateTime' },
          { apiName: 'firm', label: '公司', type: 'lookup', refObject: 'firm' },
          { apiName: 'owner', label: '负责人', type: 'user' },
          { apiName: 'kinds', label: '种类', type: 'multiSelect', options },
          { apiName: 'gone', label: '旧', type: 'text' },
        ],
      },
    },
    builder,
  );
  await server.call(
    'bizmeta.describe.create',
    {
      describe: {
        apiName: 'firm',
        label: '公司',
        fields: [{ apiName: 'name', label: '名称', type: 'text' }],
      },
    },
    stranger,
  );
  [firm, other] = (
    await server.call(
      'bizmeta.record.bulkCreate',
      { object: 'firm', records: [{ name: '云帆' }, { name: '安达' }] },
      builder,
    )
  ).data.ids as [string, string];
});
afterAll(() => server?.close());

const make = async (values: RecordValues, as = builder, object = 'deal') => {
  const answer = await server.call('bizmeta.record.bulkCreate', { object, records: [values] }, as);
  expect(answer.msg).toBe('ok');
  return answer.data.ids[0]!;
};
const edit = (id: string, version: number, values: RecordValues, as = user) =>
  server.call(
    'bizmeta.record.bulkEdit',
    { object: 'deal', records: [{ id, version, ...values }] },
    as,
  );
const history = (recordId: string, more: object = {}, as = user) =>
  server.call('bizmeta.dataChangeLog.list', { object: 'deal', recordId, ...more }, as);
const changes = async (recordId: string) =>
  (await history(recordId)).data.records.map(({ version, op, userId, diff }) => [
    version,
    op,
    userId,
    ...diff.map((each) => [each.field, each.old, each.new]),
  ]);

describe('the history of a record', () => {
  it('lists every change field by field, the creation last, with its first values', async () => {
    const id = await make({ title: '甲', amount: 10, state: 'open', firm });
    await edit(id, 1, { amount: 20.5, firm: other, title: '甲' });
    await edit(id, 2, {
      state: null,
      at: '2026-03-01 08:00:00',
      kinds: ['won', 'open'],
      owner: user.userid,
    });
    expect(await changes(id)).toEqual([
      [
        3,
        'edit',
        user.userid,
        ['state', 'open', null],
        ['at', null, '2026-03-01T00:00:00.000Z'],
        ['owner', null, user.userid],
        ['kinds', null, ['won', 'open']],
        // The field named owner says who owns the record, and their department goes along.
        ['ownerDept', expect.any(String), expect.any(String)],
      ],
      [2, 'edit', user.userid, ['amount', 10, 20.5], ['firm', firm, other]],
      [
        1,
        'create',
        builder.userid,
        ['title', null, '甲'],
        ['state', null, 'open'],
        ['amount', null, 10],
        ['firm', null, firm],
      ],
    ]);
    const { data } = await history(id);
    expect(data.labels).toMatchObject({
      firm: { [firm]: '云帆', [other]: '安达' },
      user: { [user.userid]: expect.any(String), [builder.userid]: expect.any(String) },
    });
    expect(data.records[1]!.diff[0]).toMatchObject({ label: '金额', type: 'currency' });
  });
  it('lists deleting and restoring, and nothing for a save that changed nothing', async () => {
    const id = await make({ title: '乙' });
    await edit(id, 1, { title: '乙' });
    await server.call('bizmeta.record.bulkDelete', { object: 'deal', ids: [id] }, admin);
    expect((await history(id)).error.reason).toBe('RECORD_UNKNOWN');
    await server.call('bizmeta.record.restore', { object: 'deal', ids: [id] }, builder);
    expect(await changes(id)).toEqual([
      [4, 'restore', builder.userid],
      [3, 'delete', admin.userid],
      [1, 'create', builder.userid, ['title', null, '乙']],
    ]);
  });
  it('can be filtered by user or field, the creation included when it matches', async () => {
    const id = await make({ title: '丁', amount: 1 });
    await edit(id, 1, { amount: 2, state: 'open' }, builder);
    await edit(id, 2, { amount: 3 });
    await edit(id, 3, { state: 'won' });
    const told = async (more: object) => {
      const { data } = await history(id, more);
      return [
        data.total,
        ...data.records.map(({ version, diff }) => [version, ...diff.map(({ field }) => field)]),
      ];
    };
    expect(await told({ userId: builder.userid })).toEqual([
      2,
      [2, 'state', 'amount'],
      [1, 'title', 'amount'],
    ]);
    expect(await told({ field: 'state' })).toEqual([2, [4, 'state'], [2, 'state']]);
    expect(await told({ field: 'amount', userId: user.userid, size: 1 })).toEqual([
      1,
      [3, 'amount'],
    ]);
    expect((await history(id, { field: 'state' })).data.people.toSorted()).toEqual(
      [builder.userid, user.userid].toSorted(),
    );
    expect((await history(id, { field: 'nothing' })).code).toBe(400);
  });
  it('is read page by page, each change once', async () => {
    const id = await make({ title: '丙', amount: 0 });
    for (let version = 1; version <= 5; version++) await edit(id, version, { amount: version });
    const pages = await Promise.all(
      [1, 2, 3, 4].map((current) => history(id, { current, size: 2 })),
    );
    expect(
      pages.map(({ data }) => [data.total, ...data.records.map(({ version }) => version)]),
    ).toEqual([[6, 6, 5], [6, 4, 3], [6, 2, 1], [6]]);
  });
  it('of a batch is written completely or not at all', async () => {
    const ids = (
      await server.call(
        'bizmeta.record.bulkCreate',
        {
          object: 'deal',
          records: Array.from({ length: 150 }, (_, i) => ({ title: `批${i}`, amount: i })),
        },
        builder,
      )
    ).data.ids;
    const refused = await server.call(
      'bizmeta.record.bulkEdit',
      {
        object: 'deal',
        records: ids.map((id, i) => ({ id, version: i === 149 ? 7 : 1, amount: 999 })),
      },
      user,
    );
    expect([refused.code, (await history(ids[0]!)).data.total]).toEqual([409, 1]);
    await server.call(
      'bizmeta.record.bulkEdit',
      {
        object: 'deal',
        records: ids.map((id, i) => ({
          id,
          version: 1,
          ...(i % 2 ? { amount: 999 } : { title: 'x' }),
        })),
      },
      user,
    );
    const found = await Promise.all([0, 1, 149].map((i) => changes(ids[i]!)));
    expect(found.map(([first]) => first)).toEqual([
      [2, 'edit', user.userid, ['title', '批0', 'x']],
      [2, 'edit', user.userid, ['amount', 1, 999]],
      [2, 'edit', user.userid, ['amount', 149, 999]],
    ]);
  });
  it('leaves out removed fields and shows renamed ones by their new names', async () => {
    const id = await make({ title: '丁', gone: '旧值', amount: 1 });
    await edit(id, 1, { gone: '新值', amount: 2 });
    const now = (await server.call('bizmeta.describe.detail', { apiName: 'deal' }, builder)).data;
    const at = (name: string) => now.fields.find((field) => field.apiName === name)!;
    await server.call(
      'bizmeta.describe.update',
      {
        describe: {
          apiName: 'deal',
          label: '商机',
          version: now.version,
          fields: [
            { id: at('gone').id, label: '旧', type: 'text', removed: true },
            { id: at('amount').id, apiName: 'price', label: '价格', type: 'currency' },
          ],
        },
      },
      builder,
    );
    const answer = await history(id);
    expect(JSON.stringify(answer.data)).not.toMatch(/旧值|新值|"gone"/);
    expect(await changes(id)).toEqual([
      [2, 'edit', user.userid, ['price', 1, 2]],
      [1, 'create', builder.userid, ['title', null, '丁'], ['price', null, 1]],
    ]);
  });
  it('of another company’s record is not there', async () => {
    expect(
      (
        await server.call(
          'bizmeta.dataChangeLog.list',
          { object: 'firm', recordId: firm },
          stranger,
        )
      ).error.reason,
    ).toBe('RECORD_UNKNOWN');
    expect((await history('x')).error.reason).toBe('RECORD_UNKNOWN');
  });
});

describe('comments', () => {
  const say = (recordId: string, content: string, as = user, parentId?: string) =>
    server.call(
      'bizmeta.comments.create',
      { object: 'firm', recordId, content, ...(parentId && { parentId }) },
      as,
    );
  const list = (recordId: string, as = user, more: object = {}) =>
    server.call('bizmeta.comments.list', { object: 'firm', recordId, ...more }, as);
  it('are listed newest first, with the names of author and mentioned members', async () => {
    const id = await make({ name: '评论' }, builder, 'firm');
    await say(id, '第一条');
    const {
      data: { id: second },
    } = await say(id, `请 @{${builder.userid}} 看看，@{${builder.userid}}`, builder);
    const { data } = await list(id);
    expect(
      data.records.map(({ content, userId, mentions, canDelete }) => [
        content,
        userId,
        mentions,
        canDelete,
      ]),
    ).toEqual([
      [
        `请 @{${builder.userid}} 看看，@{${builder.userid}}`,
        builder.userid,
        [builder.userid],
        false,
      ],
      ['第一条', user.userid, [], true],
    ]);
    expect([data.total, Object.keys(data.labels['user'] ?? {}).sort()]).toEqual([
      2,
      [builder.userid, user.userid].sort(),
    ]);
    expect(data.records[0]!.id).toBe(second);
    expect((await list(id, user, { current: 2, size: 1 })).data).toMatchObject({
      total: 2,
      records: [{ content: '第一条' }],
    });
    expect((await list(id, user, { current: 9, size: 1 })).data).toMatchObject({
      total: 2,
      records: [],
    });
  });
  it('mention members only, are not empty, have a length limit, and need an existing record', async () => {
    expect((await say(firm, '@{nobody} 好')).error.errors).toEqual([
      expect.objectContaining({ path: '/content', reason: 'REFERENCE_MISSING' }),
    ]);
    expect((await say(firm, '  ')).error.errors?.[0]?.reason).toBe('REQUIRED');
    expect((await say(firm, '长'.repeat(2_001))).error.errors?.[0]?.reason).toBe('VALUE_LENGTH');
    expect((await say(firm, '空\0')).code).toBe(400);
    expect((await say('00000000-0000-7000-8000-000000000000', '你好')).error.reason).toBe(
      'RECORD_UNKNOWN',
    );
  });
  it('are removed by their author or an administrator; one with replies keeps its place without text', async () => {
    const id = await make({ name: '删' }, builder, 'firm');
    const first = (await say(id, '问题')).data.id;
    const answer = (await say(id, '回答', builder, first)).data.id;
    expect((await server.call('bizmeta.comments.delete', { id: first }, builder)).code).toBe(403);
    expect((await server.call('bizmeta.comments.delete', { id: first }, user)).code).toBe(200);
    expect(
      (await list(id)).data.records.map(({ content, deleted, parentId }) => [
        content,
        deleted,
        parentId,
      ]),
    ).toEqual([
      ['回答', false, first],
      ['', true, null],
    ]);
    expect((await say(id, '再答', user, first)).error.reason).toBe('COMMENT_UNKNOWN');
    expect((await server.call('bizmeta.comments.delete', { id: answer }, admin)).code).toBe(200);
    expect((await list(id)).data).toMatchObject({ records: [], total: 0 });
    expect((await server.call('bizmeta.comments.delete', { id: answer }, admin)).error.reason).toBe(
      'COMMENT_UNKNOWN',
    );
  });
  it('of another company are not there', async () => {
    const { id } = (await say(firm, '内部')).data;
    expect((await list(firm, stranger)).error.reason).toBe('RECORD_UNKNOWN');
    expect((await server.call('bizmeta.comments.delete', { id }, stranger)).error.reason).toBe(
      'COMMENT_UNKNOWN',
    );
  });
});

describe('related records', () => {
  it('are listed from the record they point to, with everything a list can do', async () => {
    const home = await make({ name: '总部' }, builder, 'firm');
    const [a] = [
      await make({ title: 'A', firm: home, state: 'open' }),
      await make({ title: 'B', firm: home, state: 'won' }),
      await make({ title: 'C', firm: other, state: 'open' }),
    ];
    const ask = (more: object = {}) =>
      server.call(
        'bizmeta.record.relatedList',
        { object: 'deal', field: 'firm', recordId: home, ...more },
        user,
      );
    expect(
      (await ask({ sort: [{ field: 'title', dir: 'asc' }] })).data.records.map(
        (row) => row['title'],
      ),
    ).toEqual(['A', 'B']);
    expect(
      (await ask({ filter: { field: 'state', op: 'eq', value: 'open' } })).data.records.map(
        (row) => row['id'],
      ),
    ).toEqual([a]);
    expect((await ask({ field: 'title' })).error.errors).toEqual([
      expect.objectContaining({ path: '/field' }),
    ]);
    const pointing = (field: string) => ({
      filter: { field, op: 'eq', value: home },
      preset: { [field]: home },
    });
    expect(
      (await server.call('bizmeta.record.refList', { object: 'firm', id: home }, user)).data,
    ).toEqual([
      {
        key: 'firm.parent',
        segment: 'firm',
        title: '公司',
        object: 'firm',
        label: '公司',
        icon: '',
        field: 'parent',
        fieldLabel: '母公司',
        ...pointing('parent'),
        count: 0,
        countIsEstimate: false,
      },
      {
        key: 'deal.firm',
        segment: 'deal',
        title: '商机',
        object: 'deal',
        label: '商机',
        icon: '',
        field: 'firm',
        fieldLabel: '公司',
        ...pointing('firm'),
        count: 2,
        countIsEstimate: false,
      },
    ]);
    expect(
      (await server.call('bizmeta.record.refList', { object: 'firm', id: home }, stranger)).error
        .reason,
    ).toBe('RECORD_UNKNOWN');
  });
  it('offer what a field may point to, and the values a field has', async () => {
    const { data } = await server.call(
      'bizmeta.record.linkList',
      { object: 'deal', field: 'firm', search: '云' },
      user,
    );
    expect([data.object, data.titleField, data.records.map((row) => row['name'])]).toEqual([
      'firm',
      'name',
      ['云帆'],
    ]);
    const { data: values } = await server.call(
      'bizmeta.record.distinctList',
      { object: 'deal', field: 'firm', search: 'A' },
      user,
    );
    expect([
      values.values.map(({ count }) => count),
      values.more,
      Object.values(values.labels['firm'] ?? {}),
    ]).toEqual([[1], false, ['总部']]);
    expect(
      (await server.call('bizmeta.record.distinctList', { object: 'deal', field: 'kinds' }, user))
        .code,
    ).toBe(400);
  });
});

describe('fields stored in other tables', () => {
  it('have their changes in the history too: rows of a sub-table and several records named', async () => {
    const made = await server.call(
      'bizmeta.describe.create',
      {
        describe: {
          apiName: 'offer',
          label: '报价',
          fields: [
            { apiName: 'name', label: '名称', type: 'text' },
            { apiName: 'firms', label: '公司', type: 'lookups', refObject: 'firm' },
            {
              apiName: 'lines',
              label: '明细',
              type: 'subTable',
              fields: [{ apiName: 'item', label: '品名', type: 'text' }],
            },
          ],
        },
      },
      builder,
    );
    expect(made.msg).toBe('ok');
    const id = await make({ name: '一', firms: [firm], lines: [{ item: '甲' }] }, builder, 'offer');
    const saved = await server.call(
      'bizmeta.record.bulkEdit',
      {
        object: 'offer',
        records: [
          {
            id,
            version: 1,
            name: '二',
            firms: [firm, other],
            lines: [{ item: '甲' }, { item: '乙' }],
          },
        ],
      },
      user,
    );
    expect(saved.msg).toBe('ok');
    const { records, labels } = (
      await server.call('bizmeta.dataChangeLog.list', { object: 'offer', recordId: id }, user)
    ).data;
    expect(records[0]).toMatchObject({ version: 2, op: 'edit', userId: user.userid });
    expect(records[0]!.diff.map(({ field }) => field)).toEqual(['name', 'firms', 'lines']);
    expect(records[0]!.diff[1]).toMatchObject({ old: [firm], new: [firm, other] });
    expect(labels['firm']).toMatchObject({ [other]: '安达' });
    const grouped = await server.call(
      'bizmeta.record.list',
      { object: 'offer', groupBy: ['name'], summary: [{ field: 'lines', fn: 'filled' }], size: 0 },
      user,
    );
    expect(grouped.code).toBe(200);
  });
});
