import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import type { InputOf, ObjectGrant } from '../../../contract/index.ts';
import { filesOf } from '../testing/files.ts';
import { builder, create, list, openRecordsServer, server, user } from '../testing/records.ts';

openRecordsServer();

type Files = ReturnType<typeof filesOf>;
let deals: Files;
const textOf = (bytes: Buffer) => bytes.toString('utf8').replace('\uFEFF', '').trim().split('\r\n');
const csv = async (
  input: Omit<InputOf<'bizmeta.export.start'>, 'object' | 'format'>,
  as = user,
  files = deals,
) => textOf((await files.exported({ format: 'csv', ...input }, as)).bytes);

beforeAll(async () => {
  deals = filesOf(server, 'deal');
  const { data } = await create('client', [
    { name: '海星', code: 'A1' },
    { name: '山岳', code: 'A2' },
  ]);
  const [sea, hill] = data.ids;
  await create('deal', [
    {
      title: '=HYPERLINK("http://x","点我")',
      client: sea,
      count: 3,
      price: 1234.5,
      day: '2026-03-04',
      at: '2026-03-04T01:30:00Z',
      done: true,
      tags: ['p', 'q'],
      owner: user.userid,
    },
    { title: '乙, "二"', client: hill, count: 20, price: 0.07, state: 'x' },
    { title: '+1', count: 7 },
  ]);
});

describe('records are exported as a file', () => {
  it('in the order and with the fields of the list; what looks like a formula is text', async () => {
    const fields = ['title', 'client', 'count', 'price', 'day', 'at', 'done', 'tags', 'owner'];
    const lines = await csv({ fields, sort: [{ field: 'count', dir: 'desc' }] });
    expect(lines).toEqual([
      '标题,客户,数量,单价,日期,时间,完成,标签,负责人',
      '"乙, ""二""",山岳,20,0.07,,,,,',
      `'+1,,7,,,,,,`,
      expect.stringMatching(
        /^"'=HYPERLINK\(""http:\/\/x"",""点我""\)",海星,3,1234\.5,2026-03-04,2026-03-04 09:30:00,是,一、二,.+$/,
      ),
    ]);
  });

  it('as a workbook whose numbers and days are numbers and days', async () => {
    const { name, bytes, total } = await deals.exported(
      {
        format: 'xlsx',
        fields: ['title', 'price', 'day', 'at'],
        sort: [{ field: 'count', dir: 'asc' }],
      },
      user,
    );
    expect(name).toMatch(/^deal表 \d{4}-\d\d-\d\d\.xlsx$/);
    expect(total).toBe(3);
    const [sheet] = (await readXlsx(bytes)).sheets;
    expect(sheet!.rows.slice(0, 2)).toEqual([
      ['标题', '单价', '日期', '时间'],
      [
        '=HYPERLINK("http://x","点我")',
        1234.5,
        new Date('2026-03-04T00:00:00Z'),
        new Date('2026-03-04T09:30:00Z'),
      ],
    ]);
    expect(sheet!.cells?.get('1,0')?.formula).toBeUndefined();
  });

  it('only what the filter, the search and the ticks leave', async () => {
    const fields = ['title'];
    const filter = { field: 'count', op: 'gt', value: 5 } as const;
    expect(await csv({ fields, filter })).toHaveLength(3);
    expect(await csv({ fields, filter, search: '乙' })).toHaveLength(2);
    const { records } = await list('deal', { filter: { field: 'count', op: 'eq', value: 7 } });
    expect(await csv({ fields, ids: [String(records[0]!['id'])] })).toEqual(['标题', `'+1`]);
    const refused = await server.call(
      'bizmeta.export.start',
      { object: 'deal', format: 'csv', fields: ['nothing'] },
      user,
    );
    expect(refused.error.errors).toMatchObject([{ path: '/fields/0', reason: 'UNKNOWN_FIELD' }]);
  });

  it('belongs to its maker alone, and is in the operation log', async () => {
    const { id } = (
      await server.call('bizmeta.export.start', { object: 'deal', format: 'csv' }, user)
    ).data;
    const theirs = await server.call('bizmeta.export.list', { object: 'deal' }, builder);
    expect(theirs.data.some((each) => each.id === id)).toBe(false);
    await csv({});
    const mine = await server.call('bizmeta.export.list', { object: 'deal' }, user);
    const { fileId } = mine.data.find((each) => each.fileId)!;
    const taken = await server.inject({
      method: 'GET',
      url: `/storage/attachment/att?fileId=${fileId}`,
      headers: { ...builder },
    });
    expect(taken.json()).toMatchObject({ code: 404 });
    const admin = await server.signIn('admin');
    const log = await server.call('log.operationLog.search', { size: 20 }, admin);
    expect(JSON.stringify(log.data)).toContain('导出记录（csv）');
  });
});

describe('in a closed object', () => {
  const grant: ObjectGrant = {
    ops: ['view', 'export'],
    scope: { view: 'all', export: { condition: 'count > 5' } },
    fields: { price: 'none', title: 'masked' },
  };
  let groupId = '';
  const setGrant = async (objectGrant: ObjectGrant) => {
    const input = {
      name: '导出的人',
      members: { userIds: [user.userid] },
      grants: { objects: { deal: objectGrant } },
    };
    const answer = groupId
      ? await server.call('bizmeta.authgroup.update', { id: groupId, ...input }, builder)
      : await server.call(
          'bizmeta.authgroup.create',
          { scopeType: 'project', scopeId: '', ...input },
          builder,
        );
    expect(answer.msg).toBe('ok');
    groupId ||= (answer.data as { id: string }).id;
  };
  beforeAll(async () => {
    await setGrant(grant);
    await server.call(
      'bizmeta.authgroup.config',
      { objectApiName: 'deal', defaultAccess: 'none' },
      builder,
    );
  });

  it('has the records one may export, without hidden fields, masked as one sees them', async () => {
    const lines = await csv({ sort: [{ field: 'count', dir: 'asc' }] });
    expect(lines[0]).not.toContain('单价');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual([`'+***`, '乙***']);
    const hidden = await server.call(
      'bizmeta.export.start',
      { object: 'deal', format: 'csv', fields: ['price'] },
      user,
    );
    expect(hidden.error.errors).toMatchObject([{ path: '/fields/0', reason: 'UNKNOWN_FIELD' }]);
    const asked = await server.call(
      'bizmeta.export.start',
      { object: 'deal', format: 'csv', filter: { field: 'price', op: 'gt', value: 1 } },
      user,
    );
    expect(asked.code).toBe(400);
  });

  it('is refused to who may only view', async () => {
    await setGrant({ ...grant, ops: ['view'] });
    const refused = await server.call(
      'bizmeta.export.start',
      { object: 'deal', format: 'csv' },
      user,
    );
    expect(refused.error.reason).toBe('NO_ACCESS');
    expect((await server.call('bizmeta.export.list', { object: 'deal' }, user)).code).toBe(403);
  });
});
