import { describe, expect, it } from 'vitest';
import { MAX_BULK, type RecordValues } from '../../../contract/index.ts';
import {
  builder,
  create,
  define,
  detail,
  edit,
  f,
  list,
  one,
  openRecordsServer,
  places,
  remove,
  restore,
  server,
  user,
} from '../testing/records.ts';

openRecordsServer();

describe('a record that breaks its schema', () => {
  const wrong: [string, RecordValues, string][] = [
    ['a missing title', { title: undefined }, '/title REQUIRED'],
    ['an empty title', { title: '' }, '/title REQUIRED'],
    ['a number for text', { title: 5 }, '/title VALUE_TYPE'],
    ['text for a number', { count: 'abc' }, '/count VALUE_TYPE'],
    ['a fraction for an integer', { count: 1.5 }, '/count VALUE_TYPE'],
    ['beyond the bounds', { count: 101 }, '/count VALUE_RANGE'],
    ['too many digits', { price: 123456.7 }, '/price VALUE_PRECISION'],
    ['too many decimals', { price: 1.234 }, '/price VALUE_PRECISION'],
    ['words for yes or no', { done: '是' }, '/done VALUE_TYPE'],
    ['a day that is none', { day: '2026-02-30' }, '/day VALUE_FORMAT'],
    ['the year zero', { day: '0000-01-01' }, '/day VALUE_FORMAT'],
    ['a time that is none', { at: '2026-01-01 25:00' }, '/at VALUE_FORMAT'],
    ['an unknown option', { state: 'z' }, '/state VALUE_OPTION'],
    ['one unknown of several', { tags: ['p', 'z'] }, '/tags VALUE_OPTION'],
    ['an option twice', { tags: ['p', 'p'] }, '/tags VALUE_FORMAT'],
    ['nobody', { owner: 'nobody' }, '/owner REFERENCE_MISSING'],
    ['no department', { unit: 'nowhere' }, '/unit REFERENCE_MISSING'],
    ['no record', { client: '00000000-0000-7000-8000-000000000000' }, '/client REFERENCE_MISSING'],
    ['not an id', { client: "x' or 1=1" }, '/client REFERENCE_MISSING'],
    [
      'no file',
      { files: [{ fileId: 'nothing', name: 'a', size: 1, mime: 'a/b' }] },
      '/files FILE_UNKNOWN',
    ],
    ['no list of files', { files: 'x' }, '/files VALUE_TYPE'],
    ['no address', { mail: 'a@b' }, '/mail VALUE_FORMAT'],
    ['no number', { tel: '电话' }, '/tel VALUE_FORMAT'],
    ['a script for an address', { site: 'javascript:alert(1)' }, '/site VALUE_FORMAT'],
    ['a field that is none', { nothing: 1 }, '/nothing UNKNOWN_FIELD'],
    ['a system field', { createdAt: '2026-01-01' }, '/createdAt READONLY_FIELD'],
    ['an id of its own', { id: 'x' }, '/id READONLY_FIELD'],
    ['a property of objects', { constructor: 1 }, '/constructor UNKNOWN_FIELD'],
    ['an infinite number', { price: 1e300 }, '/price VALUE_TYPE'],
    ['an object for text', { title: { a: 1 } }, '/title VALUE_TYPE'],
  ];
  it.each(wrong)('is refused at its place: %s', async (_why, values, expected) => {
    const before = (await list('deal')).total;
    const answer = await create('deal', [{ title: '好的' }, { title: '标题', ...values }]);
    expect(answer.code).toBe(expected.includes('FILE_UNKNOWN') ? 404 : 400);
    expect(places(answer)).toEqual([`/records/1${expected}`]);
    expect(answer.msg).toMatch(/\p{Script=Han}/u);
    expect((await list('deal')).total).toBe(before);
  });

  it('all wrong places are reported at once, a hundred at most', async () => {
    const answer = await create(
      'deal',
      Array.from({ length: 200 }, () => ({ title: '', count: 0 })),
    );
    expect(answer.error.errors?.length).toBe(100);
    expect(places(answer)?.slice(0, 2)).toEqual([
      '/records/0/title REQUIRED',
      '/records/0/count VALUE_RANGE',
    ]);
  });

  it('a batch that is too large is refused before it is read', async () => {
    expect(
      await create(
        'deal',
        Array.from({ length: MAX_BULK + 1 }, () => ({ title: 'x' })),
      ),
    ).toMatchObject({ code: 400, error: { reason: 'TOO_MANY' } });
  });
});

describe('a new record', () => {
  it('gets defaults for values not given, and nothing for values given empty', async () => {
    const {
      data: { record },
    } = await detail('deal', await one('deal', { title: '默认', state: null }));
    expect(record).toMatchObject({ total: 9.5, state: null, version: 1 });
  });

  it('takes numbers as text without losing a digit', async () => {
    const {
      data: { record },
    } = await detail(
      'deal',
      await one('deal', { title: '数', price: '12345.67', total: '1234567890123.45' }),
    );
    expect(record).toMatchObject({ price: 12345.67, total: 1234567890123.45 });
  });

  it("reads a wall clock time in the tenant's zone", async () => {
    expect(
      (await detail('deal', await one('deal', { title: '时', at: '2026-05-01 08:30:00' }))).data
        .record['at'],
    ).toBe('2026-05-01T00:30:00.000Z');
  });

  it('names what it points to', async () => {
    const client = await one('client', { name: '云岚' });
    const id = await one('deal', {
      title: '有客户',
      client,
      owner: user.userid,
      unit: server.demo.deptIds[1],
    });
    const { labels } = (await detail('deal', id)).data;
    expect(labels).toMatchObject({
      client: { [client]: '云岚' },
      user: { [user.userid]: '许清和' },
      dept: { [server.demo.deptIds[1]!]: '销售中心' },
    });
  });

  it('stores what storage knows of a file, not what the request says of it', async () => {
    const boundary = 'xx';
    const sent = await server.inject({
      method: 'POST',
      url: '/storage/attachment/upload',
      headers: { ...user, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="合同.txt"\r\ncontent-type: text/plain\r\n\r\nabc\r\n--${boundary}--\r\n`,
    });
    const { fileId } = (JSON.parse(sent.body) as { data: { fileId: string } }).data;
    const id = await one('deal', {
      title: '附件',
      files: [{ fileId, name: '改名.exe', size: 9e9, mime: 'x/x' }],
    });
    expect((await detail('deal', id)).data.record['files']).toMatchObject([
      { fileId, name: '合同.txt', size: 3 },
    ]);
  });

  it('is created once for one request id, however often it is sent', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => create('deal', [{ title: '一次' }], 'req-1')),
    );
    expect(new Set(answers.map((answer) => answer.data.ids[0])).size).toBe(1);
    expect((await list('deal', { search: '一次' })).total).toBe(1);
    expect(await create('deal', [{ title: '另一次' }], 'req-1')).toMatchObject({
      code: 400,
      error: { reason: 'REQUEST_ID_REUSED' },
    });
  });

  it('five thousand go in at once', async () => {
    await define('many', [f('n', '数', 'integer')]);
    expect(
      (
        await create(
          'many',
          Array.from({ length: MAX_BULK }, (_, n) => ({ n })),
        )
      ).data.ids.length,
    ).toBe(MAX_BULK);
    expect(await list('many', { size: 3, sort: [{ field: 'n', dir: 'desc' }] })).toMatchObject({
      total: 1000,
      totalIsEstimate: true,
      records: [{ n: 4999 }, { n: 4998 }, { n: 4997 }],
    });
  });
});

describe('a value that may not repeat', () => {
  it('is refused when the batch or a record has it, in a race as well', async () => {
    await one('client', { name: '一', code: 'A1' });
    expect(
      places(
        await create('client', [
          { name: '二', code: 'A2' },
          { name: '三', code: 'A1' },
        ]),
      ),
    ).toEqual(['/records/1/code VALUE_TAKEN']);
    expect(
      places(
        await create('client', [
          { name: '二', code: 'B' },
          { name: '三', code: 'B' },
        ]),
      ),
    ).toEqual(['/records/1/code VALUE_TAKEN']);
    const raced = await Promise.all(
      [1, 2, 3, 4].map(() => create('client', [{ name: '争', code: 'RACE' }])),
    );
    expect(raced.map((answer) => answer.code).sort()).toEqual([200, 400, 400, 400]);
    expect(
      raced.filter((answer) => answer.code === 400).map((answer) => places(answer)?.[0]),
    ).toEqual(Array(3).fill('/records/0/code VALUE_TAKEN'));
  });

  it('is free again once its record is deleted, and then prevents restoring it', async () => {
    const first = await one('client', { name: '旧', code: 'FREE' });
    await remove('client', [first]);
    const second = await one('client', { name: '新', code: 'FREE' });
    expect(places(await restore('client', [first]))).toEqual(['/ids/0/code VALUE_TAKEN']);
    await remove('client', [second]);
    expect((await restore('client', [first])).data).toEqual({ count: 1, along: 0 });
  });

  it('may be retained by its own record and swapped between two', async () => {
    const [a, b] = [
      await one('client', { name: '甲', code: 'S1' }),
      await one('client', { name: '乙', code: 'S2' }),
    ];
    expect((await edit('client', [{ id: a, version: 1, code: 'S1', name: '甲甲' }])).code).toBe(
      200,
    );
    const swapped = await edit('client', [
      { id: a, version: 2, code: 'S2' },
      { id: b, version: 1, code: 'S1', name: '乙乙' },
    ]);
    expect(swapped.data.records).toEqual([
      { id: a, version: 3 },
      { id: b, version: 2 },
    ]);
    const log = await server.call(
      'bizmeta.dataChangeLog.list',
      { object: 'client', recordId: b },
      user,
    );
    expect(log.data.records[0]!.diff.map(({ label, old, new: now }) => [label, old, now])).toEqual([
      ['名称', '乙', '乙乙'],
      ['编号', 'S2', 'S1'],
    ]);
  });

  it('is passed on within one save, whatever the order; one that stays elsewhere is refused', async () => {
    const { ids } = (
      await create(
        'client',
        ['P1', 'P2', 'P3'].map((code) => ({ name: code, code })),
      )
    ).data;
    const [a, b, c] = ids as [string, string, string];
    const codes = async () =>
      Promise.all(ids.map(async (id) => (await detail('client', id)).data.record['code']));
    const pass = (version: number, ...records: [string, string | null][]) =>
      edit(
        'client',
        records.map(([id, code]) => ({ id, version, code })),
      );
    expect((await pass(1, [a, 'P2'], [b, 'P3'], [c, 'P4'])).msg).toBe('ok');
    expect(await codes()).toEqual(['P2', 'P3', 'P4']);
    expect((await pass(2, [c, 'P3'], [b, 'P2'], [a, null])).msg).toBe('ok');
    expect(await codes()).toEqual([null, 'P2', 'P3']);
    expect(places(await pass(3, [a, 'P3'], [b, 'P9']))).toEqual(['/records/0/code VALUE_TAKEN']);
    expect(await codes()).toEqual([null, 'P2', 'P3']);
  });
});

describe('a change', () => {
  it('changes what it names and counts the version up', async () => {
    const id = await one('deal', { title: '改前', count: 5, note: '留着' });
    expect((await edit('deal', [{ id, version: 1, title: '改后', count: null }])).data).toEqual({
      records: [{ id, version: 2 }],
    });
    expect((await detail('deal', id)).data.record).toMatchObject({
      title: '改后',
      count: null,
      note: '留着',
      version: 2,
      updatedBy: user.userid,
    });
  });

  it('of a field that another changed meanwhile gets 409 with the current record; of two at once, one wins', async () => {
    const id = await one('deal', { title: '争', count: 1 });
    const answers = await Promise.all(
      [2, 3].map((count) => edit('deal', [{ id, version: 1, count }])),
    );
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 409]);
    const stale = answers.find((answer) => answer.code === 409)!;
    expect(places(stale)).toEqual(['/records/0/count EDIT_CONFLICT']);
    expect(stale.error.current).toMatchObject({
      records: [(await detail('deal', id)).data.record],
    });
  });

  it('of several is all or nothing', async () => {
    const [a, b] = [await one('deal', { title: 'a' }), await one('deal', { title: 'b' })];
    expect(
      (
        await edit('deal', [
          { id: a, version: 1, title: 'a2' },
          { id: b, version: 7, title: 'b2' },
        ])
      ).code,
    ).toBe(409);
    expect((await detail('deal', a)).data.record['title']).toBe('a');
    expect(
      places(
        await edit('deal', [
          { id: a, version: 1, title: '' },
          { id: 'x', version: 1 },
          { version: 1 },
          { id: b },
        ]),
      ),
    ).toEqual([
      '/records/0/title REQUIRED',
      '/records/1/id RECORD_UNKNOWN',
      '/records/2/id REQUIRED',
      '/records/3/version REQUIRED',
    ]);
  });

  it('of different fields of different records goes together', async () => {
    const [a, b] = [
      await one('deal', { title: 'a', count: 1 }),
      await one('deal', { title: 'b', count: 1 }),
    ];
    await edit('deal', [
      { id: a, version: 1, count: 2 },
      { id: b, version: 1, title: 'bb', tags: ['q'] },
    ]);
    expect((await detail('deal', a)).data.record).toMatchObject({ title: 'a', count: 2 });
    expect((await detail('deal', b)).data.record).toMatchObject({
      title: 'bb',
      count: 1,
      tags: ['q'],
    });
  });

  it('does not fill in defaults, and does not ask old records for a field that became required', async () => {
    await define('grow', [f('a', '甲', 'text')]);
    const id = await one('grow', { a: '1' });
    await server.call(
      'bizmeta.describe.update',
      {
        describe: {
          apiName: 'grow',
          label: 'grow表',
          version: 1,
          fields: [f('b', '乙', 'text', { required: true, defaultValue: '默认' })],
        },
      },
      builder,
    );
    expect((await edit('grow', [{ id, version: 1, a: '2' }])).code).toBe(200);
    expect((await detail('grow', id)).data.record).toMatchObject({ a: '2', b: null });
    expect(places(await edit('grow', [{ id, version: 2, b: '' }]))).toEqual([
      '/records/0/b REQUIRED',
    ]);
  });
});

describe('deleting', () => {
  it('takes records away and restoring brings them back', async () => {
    const id = await one('deal', { title: '会回来' });
    expect((await remove('deal', [id])).data).toEqual({ count: 1, along: 0 });
    expect((await detail('deal', id)).error.reason).toBe('RECORD_UNKNOWN');
    expect(places(await remove('deal', [id, 'x']))).toEqual([
      '/ids/0 RECORD_UNKNOWN',
      '/ids/1 RECORD_UNKNOWN',
    ]);
    expect((await restore('deal', [id])).data).toEqual({ count: 1, along: 0 });
    expect((await detail('deal', id)).data.record).toMatchObject({ title: '会回来', version: 3 });
  });

  it('of a record that others point to is refused, naming them; and what is deleted cannot be pointed to', async () => {
    const client = await one('client', { name: '被引用' });
    const deal = await one('deal', { title: '引用者', client });
    const refused = await remove('client', [client]);
    expect(places(refused)).toEqual(['/ids/0 RECORD_IN_USE']);
    expect(refused.msg).toBe('“被引用”被 deal表的“客户”（1 条：引用者）引用，不能删除');
    await remove('deal', [deal]);
    expect((await remove('client', [client])).code).toBe(200);
    expect(places(await restore('deal', [deal]))).toEqual(['/ids/0/client REFERENCE_BINNED']);
    expect(places(await create('deal', [{ title: '迟了', client }]))).toEqual([
      '/records/0/client REFERENCE_MISSING',
    ]);
  });

  it('and a concurrent reference never leaves a pointer to a deleted record', async () => {
    for (let round = 0; round < 5; round++) {
      const client = await one('client', { name: `争${round}` });
      const [made, removed] = await Promise.all([
        create('deal', [{ title: '争', client }]),
        remove('client', [client]),
      ]);
      expect([made!.code, removed!.code].filter((code) => code === 200).length).toBe(1);
    }
  });
});
