import { openXlsx, writeXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ObjectGrant } from '../../../contract/index.ts';
import { filesOf } from '../testing/files.ts';
import {
  builder,
  create,
  define,
  detail,
  edit,
  f,
  list,
  openRecordsServer,
  server,
  user,
} from '../testing/records.ts';

openRecordsServer();

let deals: ReturnType<typeof filesOf>;
let clients: ReturnType<typeof filesOf>;
const sheet = async (rows: unknown[][]): Promise<Buffer> =>
  Buffer.from(await writeXlsx({ sheets: [{ name: '记录', rows: rows as string[][] }] }));
const csv = (...lines: string[]): Buffer => Buffer.from(lines.join('\n'));
const count = async (object: string): Promise<number> => (await list(object)).total;
const uploaded = async (
  files: typeof deals,
  bytes: Buffer,
  as = user,
): Promise<{ importId: string; fields: (string | null)[] }> => {
  const answer = await files.upload('记录.xlsx', bytes, as);
  expect(answer.msg).toBe('ok');
  const { importId, columns } = answer.data;
  return { importId, fields: columns.map(({ field }) => field) };
};

beforeAll(async () => {
  deals = filesOf(server, 'deal');
  clients = filesOf(server, 'client');
  await create('client', [
    { name: '海星', code: 'A1' },
    { name: '山岳', code: 'A2' },
    { name: '同名', code: 'A3' },
    { name: '同名', code: 'A4' },
  ]);
});

describe('an empty table to fill in', () => {
  it('is made under the platform’s path, with the columns the person may import', async () => {
    const answer = await server.inject({
      method: 'POST',
      url: '/bizmeta/v1/object/bulkimport/service/generateTemplate',
      headers: user,
      payload: { object: 'deal' },
    });
    expect(answer.statusCode).toBe(200);
    const { sheets } = await openXlsx(answer.rawPayload);
    expect(JSON.stringify(sheets)).toContain('数量');
  });
});

describe('a file of new records', () => {
  it('is read by the titles of its columns, checked, written, and taken back', async () => {
    const before = await count('deal');
    const { importId, fields } = await uploaded(
      deals,
      await sheet([
        ['标题*', '客户', '数量', '单价', '日期', '状态', '标签', '完成', '随便'],
        ['一', '海星', 3, '1,200.50', new Date('2026-03-04T00:00:00Z'), '甲', '一、二', '是', 'x'],
        ['二', '', '', '', '', '', '', '', ''],
      ]),
    );
    expect(fields).toEqual([
      'title',
      'client',
      'count',
      'price',
      'day',
      'state',
      'tags',
      'done',
      null,
    ]);
    const checked = await deals.check(importId, fields, user);
    expect(checked).toMatchObject({
      state: 'checked',
      valid: 2,
      invalid: 0,
      creates: 2,
      problems: [],
    });
    expect(await count('deal')).toBe(before);
    expect(await deals.confirm(importId, user)).toMatchObject({
      state: 'done',
      creates: 2,
      canUndo: true,
    });
    const { records, labels } = await list('deal', { sort: [{ field: 'createdAt', dir: 'desc' }] });
    const first = records.find(({ title }) => title === '一')!;
    expect(first).toMatchObject({
      count: 3,
      price: 1200.5,
      day: '2026-03-04',
      state: 'x',
      tags: ['p', 'q'],
      done: true,
      total: 9.5,
    });
    expect(labels['client']![String(first['client'])]).toBe('海星');
    expect(records.find(({ title }) => title === '二')).toMatchObject({ state: 'y', total: 9.5 });
    const again = await server.call('bizmeta.import.confirm', { importId }, user);
    expect(again.error.reason).toBe('IMPORT_DONE');

    expect(await deals.undo(importId, user)).toMatchObject({ state: 'undone', left: 0 });
    expect(await count('deal')).toBe(before);
    const binned = await server.call('bizmeta.recordBin.list', { object: 'deal' }, user);
    expect(binned.data.records.map(({ title }) => title).toSorted()).toEqual(
      ['一', '二'].toSorted(),
    );
  });

  it('says of every row and column what is wrong, before anything is written', async () => {
    const before = await count('deal');
    const { importId, fields } = await uploaded(
      deals,
      csv(
        '标题,客户,数量,日期,负责人,邮箱',
        ',海星,200,不是日期,,',
        '乙,没有的客户,3,2026-02-30,不存在的人,坏邮箱',
        '丙,同名,3,2026-02-03,,',
        '丁,山岳,5,,,',
      ),
    );
    const checked = await deals.check(importId, fields, user);
    expect(checked).toMatchObject({ valid: 1, invalid: 3, creates: 1 });
    const said = checked.problems.map(({ row, column }) => `${row} ${column}`);
    expect(said).toEqual(
      expect.arrayContaining([
        '2 标题',
        '2 数量',
        '2 日期',
        '3 客户',
        '3 日期',
        '3 负责人',
        '3 邮箱',
        '4 客户',
      ]),
    );
    expect(
      checked.problems.find(({ row, column }) => row === 4 && column === '客户'),
    ).toMatchObject({
      value: '同名',
      message: '“同名”有多个同名的',
    });
    expect(await count('deal')).toBe(before);
    const all = await server.call('bizmeta.import.confirm', { importId }, user);
    expect(all.error.reason).toBe('IMPORT_INVALID');
    const report = await server.inject({
      method: 'GET',
      url: `/bizmeta/v1/object/bulkimport/service/report?importId=${importId}`,
      headers: { ...user },
    });
    const [left] = (await openXlsx(report.rawPayload)).sheets;
    expect(left!.rows).toHaveLength(4);
    expect(left!.rows[0]!.at(-1)).toBe('问题');
    expect(await deals.confirm(importId, user, true)).toMatchObject({ creates: 1, invalid: 3 });
    expect(await count('deal')).toBe(before + 1);
  });

  it('in the encoding of a Chinese spreadsheet; text that a formula would be is text', async () => {
    const gbk = Buffer.from([0xb1, 0xea, 0xcc, 0xe2, 0x0a, 0x27, 0x3d, 0x31, 0x2b, 0x31, 0x0a]);
    const { importId, fields } = await uploaded(deals, gbk);
    expect(fields).toEqual(['title']);
    await deals.check(importId, fields, user);
    await deals.confirm(importId, user);
    const { records } = await list('deal', { filter: { field: 'title', op: 'eq', value: '=1+1' } });
    expect(records).toHaveLength(1);
  });
});

describe('records that are there', () => {
  it('are found by a field of their own and changed, others made; undoing gives back both', async () => {
    const { importId, fields } = await uploaded(
      clients,
      csv('编号,名称', 'A1,海星二', 'B1,新客户', 'A1,又一个', ',无编号'),
    );
    expect(fields).toEqual(['code', 'name']);
    const more = { mode: 'both', key: 'code' } as const;
    const checked = await clients.check(importId, fields, user, more);
    expect(checked).toMatchObject({ valid: 3, invalid: 1, creates: 2, updates: 1 });
    expect(checked.problems).toMatchObject([{ row: 4, column: '编号', message: '与第 2 行重复' }]);
    await clients.confirm(importId, user, true);
    const named = async () =>
      (await list('client', { sort: [{ field: 'code', dir: 'asc' }] })).records.map(
        ({ code, name }) => `${code ?? ''} ${name}`,
      );
    expect(await named()).toEqual(expect.arrayContaining(['A1 海星二', 'B1 新客户', ' 无编号']));
    // One of them is changed by another person meanwhile.
    const { records } = await list('client', { filter: { field: 'code', op: 'eq', value: 'B1' } });
    await edit('client', [{ id: records[0]!['id'], version: 1, name: '改过' }]);
    const undone = await clients.undo(importId, user);
    expect(undone).toMatchObject({ state: 'undone', left: 1 });
    expect(undone.problems.map(({ message }) => message)).toContain(
      '之后又被修改过，保留现在的内容',
    );
    expect(await named()).toEqual(expect.arrayContaining(['A1 海星', 'B1 改过']));
    expect(await named()).not.toContain(' 无编号');
  });

  it('pass unique values on to each other and to new ones; undoing passes them back', async () => {
    await define('badge', [
      f('key', '工号', 'text', { unique: true }),
      f('code', '卡号', 'text', { unique: true }),
    ]);
    const pairs = async () =>
      (await list('badge', { sort: [{ field: 'key', dir: 'asc' }] })).records.map(
        ({ key, code }) => `${key} ${code ?? ''}`,
      );
    const was = ['k1 A', 'k2 B', 'k3 C'];
    await create(
      'badge',
      was.map((pair) => ({ key: pair.slice(0, 2), code: pair.slice(3) })),
    );
    const badges = filesOf(server, 'badge');
    const { importId, fields } = await uploaded(
      badges,
      csv('工号,卡号', 'k1,B', 'k2,A', 'k3,D', 'k4,C'),
    );
    const checked = await badges.check(importId, fields, user, { mode: 'both', key: 'key' });
    expect(checked).toMatchObject({ valid: 4, invalid: 0 });
    await badges.confirm(importId, user);
    expect(await pairs()).toEqual(['k1 B', 'k2 A', 'k3 D', 'k4 C']);
    expect(await badges.undo(importId, user)).toMatchObject({ state: 'undone', left: 0 });
    expect(await pairs()).toEqual(was);
  });

  it('an empty cell leaves the value, or empties it if that is asked', async () => {
    const { data } = await create('deal', [{ title: '独一', note: '留着', count: 2 }]);
    await define('thing', [f('key', '键', 'text', { unique: true }), f('note', '说明', 'text')]);
    await create('thing', [{ key: 'k1', note: '留着' }]);
    const things = filesOf(server, 'thing');
    const run = async (blank: 'keep' | 'clear') => {
      const { importId, fields } = await uploaded(things, csv('键,说明', 'k1,'));
      await things.check(importId, fields, user, { mode: 'update', key: 'key', blank });
      await things.confirm(importId, user);
      return (await list('thing')).records[0]!['note'];
    };
    expect(await run('keep')).toBe('留着');
    expect(await run('clear')).toBe(null);
    expect((await detail('deal', data.ids[0]!)).data.record['note']).toBe('留着');
  });

  it('what is no record is said; nothing is made of it', async () => {
    const { importId, fields } = await uploaded(clients, csv('编号,名称', 'A2,山', 'Z9,没有'));
    const checked = await clients.check(importId, fields, user, { mode: 'update', key: 'code' });
    expect(checked.problems).toMatchObject([{ row: 3, column: '编号', message: '没有这条记录' }]);
    expect(checked).toMatchObject({ updates: 1, creates: 0 });
  });
});

describe('what is refused', () => {
  const mapping = (importId: string, columns: (string | null)[], more = {}) =>
    server.call(
      'bizmeta.import.check',
      { importId, columns: columns.map((field) => ({ field })), mode: 'create', ...more },
      user,
    );

  it('columns that are no fields, twice the same, computed ones, and none at all', async () => {
    const { importId } = await uploaded(deals, csv('标题,数量', '甲,1'));
    const reasons = async (columns: (string | null)[], more = {}) =>
      (await mapping(importId, columns, more)).error.errors!.map(
        ({ path, reason }) => `${path} ${reason}`,
      );
    expect(await reasons(['title', 'nothing'])).toEqual(['/columns/1/field UNKNOWN_FIELD']);
    expect(await reasons(['title', 'title'])).toEqual(['/columns/1/field GIVEN_TWICE']);
    expect(await reasons(['title'])).toEqual(['/columns IMPORT_COLUMNS']);
    expect(await reasons([null, null])).toEqual(['/columns REQUIRED']);
    expect(await reasons(['id', 'version'])).toHaveLength(2);
    expect(await reasons(['title', 'count'], { mode: 'update' })).toEqual(['/key REQUIRED']);
    expect(await reasons(['title', 'count'], { mode: 'update', key: 'title' })).toEqual([
      '/key UNKNOWN_FIELD',
    ]);
  });

  it('files that are none, bombs, and too many rows', async () => {
    const reason = async (bytes: Buffer) => (await deals.upload('x', bytes, user)).error.reason;
    expect(await reason(Buffer.from([0, 1, 2, 3]))).toBe('IMPORT_FILE');
    expect(await reason(csv('标题'))).toBe('IMPORT_FILE');
    expect(await reason(csv('标题', ...Array.from({ length: 10_001 }, (_, i) => `第${i}`)))).toBe(
      'IMPORT_FILE',
    );
    const bomb = await sheet([['标题'], ['0'.repeat(45 * 1024 * 1024)]]);
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect(await reason(bomb)).toBe('IMPORT_FILE');
  });

  it("another person's import, another company's, and one of a company's ids", async () => {
    const { importId, fields } = await uploaded(deals, csv('标题', '甲'));
    const stranger = (await server.newTenant('import-neighbour')).auth;
    await define('deal', [f('title', '标题', 'text')], stranger);
    for (const as of [builder, stranger]) {
      const columns = fields.map((field) => ({ field }));
      const asked = { importId, columns, mode: 'create' as const };
      expect((await server.call('bizmeta.import.check', asked, as)).error.reason).toBe(
        'IMPORT_UNKNOWN',
      );
      expect((await server.call('bizmeta.import.state', { importId }, as)).error.reason).toBe(
        'IMPORT_UNKNOWN',
      );
    }
    const client = (await list('client')).records[0]!;
    const byId = await uploaded(deals, csv('标题,客户', `甲,${String(client['id'])}`));
    const checked = await deals.check(byId.importId, byId.fields, user);
    expect(checked.problems).toMatchObject([{ column: '客户' }]);
  });
});

describe('in a closed object', () => {
  const close = async (grant: ObjectGrant) => {
    const made = await server.call(
      'bizmeta.authgroup.create',
      {
        scopeType: 'project',
        scopeId: '',
        name: `组${Math.random()}`,
        members: { userIds: [user.userid] },
        grants: { objects: { client: grant } },
      },
      builder,
    );
    expect(made.msg).toBe('ok');
    return made.data.id;
  };
  const drop = (id: string) => server.call('bizmeta.authgroup.remove', { id }, builder);
  beforeAll(async () => {
    await server.call(
      'bizmeta.authgroup.config',
      { objectApiName: 'client', defaultAccess: 'none' },
      builder,
    );
  });

  it('is refused to who may not import, at each step', async () => {
    const id = await close({ ops: ['view', 'create', 'edit', 'import'] });
    const { importId, fields } = await uploaded(clients, csv('编号,名称', 'C1,一'));
    await clients.check(importId, fields, user);
    await drop(id);
    const less = await close({ ops: ['view', 'create', 'edit'] });
    expect((await clients.upload('x.csv', csv('名称', '一'), user)).error.reason).toBe('NO_ACCESS');
    const confirmed = await server.call('bizmeta.import.confirm', { importId }, user);
    expect(confirmed.error.reason).toBe('NO_ACCESS');
    await drop(less);
  });

  it('a hidden or read-only field is no column; invisible records are not found by their key', async () => {
    const id = await close({
      ops: ['view', 'create', 'edit', 'import'],
      scope: { view: 'self', create: 'all', edit: 'self', import: 'all' },
      fields: { name: 'none' },
    });
    const { importId, fields } = await uploaded(clients, csv('编号,名称', 'A2,偷看'));
    expect(fields).toEqual(['code', null]);
    const asked = {
      importId,
      columns: [{ field: 'code' }, { field: 'name' }],
      mode: 'create' as const,
    };
    const hidden = await server.call('bizmeta.import.check', asked, user);
    expect(hidden.error.errors).toMatchObject([
      { path: '/columns/1/field', reason: 'UNKNOWN_FIELD' },
    ]);
    await drop(id);
    const other = await close({
      ops: ['view', 'create', 'edit', 'import'],
      scope: { view: { condition: "code = 'A1'" }, create: 'all', edit: 'all', import: 'all' },
    });
    const second = await uploaded(clients, csv('编号,名称', 'A2,偷看'));
    const more = { mode: 'both', key: 'code' } as const;
    const checked = await clients.check(second.importId, second.fields, user, more);
    // A2 is there and not seen: the row is a new record, whose value is taken.
    expect(checked).toMatchObject({ valid: 0, updates: 0 });
    expect(checked.problems[0]!.message).toContain('已');
    await drop(other);
  });

  it('each record is one the person may make, change and import', async () => {
    const id = await close({
      ops: ['view', 'create', 'edit', 'import'],
      scope: {
        view: 'all',
        create: { condition: "code != 'N'" },
        edit: { condition: "code = 'A1'" },
        import: { condition: "name != '禁'" },
      },
    });
    const { importId, fields } = await uploaded(
      clients,
      csv('编号,名称', 'A1,可改', 'A2,不可改', 'N,不可建', 'M,禁', 'O,可建'),
    );
    const more = { mode: 'both', key: 'code' } as const;
    const checked = await clients.check(importId, fields, user, more);
    expect(checked.problems.map(({ row }) => row)).toEqual([3, 4, 5]);
    expect(checked).toMatchObject({ valid: 2 });
    await drop(id);
  });
});
