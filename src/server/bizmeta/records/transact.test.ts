import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  MAX_BULK,
  type FieldInput,
  type RecordStep,
  type RecordValues,
} from '../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

let server: TestServer;
let user: Auth;
const f = (
  apiName: string,
  label: string,
  type: FieldInput['type'],
  more: Partial<FieldInput> = {},
): FieldInput => ({ apiName, label, type, ...more });

beforeAll(async () => {
  server = await testServer();
  user = await server.signIn('user');
  const builder = await server.signIn('builder');
  for (const [apiName, fields] of [
    [
      'client',
      [
        f('name', '名称', 'text', { required: true }),
        f('code', '编号', 'text', { unique: true }),
        f('level', '等级', 'integer', { max: 9 }),
      ],
    ],
    [
      'bill',
      [
        f('title', '标题', 'text', { required: true }),
        f('client', '客户', 'lookup', { refObject: 'client' }),
        f('amount', '金额', 'decimal', { precision: 9, scale: 2 }),
      ],
    ],
  ] as [string, FieldInput[]][])
    expect(
      (
        await server.call(
          'bizmeta.describe.create',
          { describe: { apiName, label: `${apiName}表`, fields } },
          builder,
        )
      ).msg,
    ).toBe('ok');
});
afterAll(() => server?.close());

const KEY = 'a-new-client';
const transact = (
  steps: RecordStep[],
  more: { dryRun?: boolean; requestId?: string } = {},
  as = user,
) => server.call('bizmeta.record.transact', { steps, ...more }, as);
const list = async (object: string): Promise<RecordValues[]> =>
  (await server.call('bizmeta.record.list', { object, size: 200 }, user)).data.records;
const counts = async () => [(await list('client')).length, (await list('bill')).length];
const places = (answer: { error: { errors?: { path: string; reason: string }[] } }) =>
  answer.error.errors?.map(({ path, reason }) => `${path} ${reason}`);
const client = (name: string, more: RecordValues = {}): RecordStep => ({
  do: 'create',
  object: 'client',
  values: { name, ...more },
});
const one = async (name: string) => (await transact([client(name)])).data.records[0]!;

describe('a transaction', () => {
  it('writes records of several objects; later steps name what earlier ones create by its key', async () => {
    const answer = await transact([
      { do: 'create', object: 'client', key: KEY, values: { name: '云帆' } },
      { do: 'create', object: 'bill', values: { title: '首单', client: KEY, amount: 12.5 } },
      { do: 'edit', object: 'client', id: KEY, values: { level: 3 } },
      { do: 'edit', object: 'client', id: KEY, values: { level: 4 } },
    ]);
    expect(answer.msg).toBe('ok');
    const [made, bill, once, twice] = answer.data.records;
    expect([once, twice]).toEqual([
      { id: made!.id, version: 2 },
      { id: made!.id, version: 3 },
    ]);
    expect((await list('client')).find((row) => row['id'] === made!.id)).toMatchObject({
      name: '云帆',
      level: 4,
      version: 3,
    });
    expect((await list('bill')).find((row) => row['id'] === bill!.id)).toMatchObject({
      client: made!.id,
      amount: 12.5,
    });
  });

  it('writes nothing at all when its last step is wrong, and reports which', async () => {
    const before = await counts();
    const answer = await transact([
      client('甲'),
      { do: 'create', object: 'bill', values: { title: '乙' } },
      client('丙'),
      client('丁', { level: 10 }),
    ]);
    expect([answer.code, places(answer)]).toEqual([400, ['/steps/3/values/level VALUE_RANGE']]);
    expect(await counts()).toEqual(before);
  });

  it('compares versions like an edit, and requires one for records it did not write itself', async () => {
    const { id } = await one('旧版');
    expect(
      places(
        await transact([client('x'), { do: 'edit', object: 'client', id, values: { level: 1 } }]),
      ),
    ).toEqual(['/steps/1/version REQUIRED']);
    const stale = await transact([
      client('x'),
      { do: 'edit', object: 'client', id, version: 7, values: { level: 1 } },
    ]);
    expect([stale.code, places(stale), (stale.error.current as RecordValues)['name']]).toEqual([
      409,
      ['/steps/1/version STALE_VERSION'],
      '旧版',
    ]);
    expect(
      (await transact([{ do: 'edit', object: 'client', id, version: 1, values: { level: 1 } }]))
        .data.records,
    ).toEqual([{ id, version: 2 }]);
  });

  it('refuses to delete what is in use, unless what uses it goes first', async () => {
    const answer = await transact([
      { do: 'create', object: 'client', key: KEY, values: { name: '用过' } },
      { do: 'create', object: 'bill', values: { title: '引用', client: KEY } },
    ]);
    const [used, bill] = answer.data.records.map(({ id }) => id);
    const drop = (object: string, id: string): RecordStep => ({ do: 'delete', object, id });
    expect(places(await transact([drop('client', used!)]))).toEqual(['/steps/0/id RECORD_IN_USE']);
    expect((await transact([drop('bill', bill!), drop('client', used!)])).data.records).toEqual([
      { id: bill, version: null },
      { id: used, version: null },
    ]);
  });

  it('sent twice under one request id is done once, also concurrently', async () => {
    const before = await counts();
    const answers = await Promise.all(
      [1, 2, 3].map(() => transact([client('一次')], { requestId: 'once-only' })),
    );
    expect(new Set(answers.map(({ data }) => data.records[0]!.id)).size).toBe(1);
    expect((await counts())[0]).toBe(before[0]! + 1);
    expect((await transact([client('另一次')], { requestId: 'once-only' })).error.reason).toBe(
      'REQUEST_ID_REUSED',
    );
  });

  it('reaches no other company’s records, and requires a session', async () => {
    const { id } = await one('我们的');
    const { auth } = await server.newTenant('stranger');
    expect((await transact([{ do: 'delete', object: 'client', id }], {}, auth)).error.reason).toBe(
      'OBJECT_UNKNOWN',
    );
    expect((await server.call('bizmeta.record.transact', { steps: [client('x')] })).code).toBe(401);
    expect((await list('client')).some((row) => row['id'] === id)).toBe(true);
  });

  it('has a limit of steps, and requires distinct keys', async () => {
    expect(
      (await transact(Array.from({ length: MAX_BULK + 1 }, () => client('x')))).error.reason,
    ).toBe('TOO_MANY');
    const twice: RecordStep = { do: 'create', object: 'client', key: KEY, values: { name: 'x' } };
    expect(places(await transact([twice, twice]))).toEqual(['/steps/1/key VALUE_TAKEN']);
  });

  it('takes a thousand new records', async () => {
    expect(
      (await transact(Array.from({ length: 1_000 }, (_, i) => client(`批量${i}`)))).data.records,
    ).toHaveLength(1_000);
  });
});

describe('a dry run', () => {
  it('returns field by field what would be written, and writes nothing', async () => {
    const { id } = await one('原名');
    const before = await counts();
    const { data } = await transact(
      [
        { do: 'create', object: 'client', key: KEY, values: { name: '新客户', level: 2 } },
        { do: 'create', object: 'bill', values: { title: '账单', client: KEY } },
        { do: 'edit', object: 'client', id, version: 1, values: { name: '改名', level: null } },
        { do: 'delete', object: 'client', id },
      ],
      { dryRun: true },
    );
    expect(data.problems).toEqual([]);
    expect(data.changes).toMatchObject([
      {
        step: 0,
        do: 'create',
        label: 'client表',
        title: '新客户',
        fields: [
          { field: 'name', label: '名称', before: null, after: '新客户' },
          { field: 'level', before: null, after: 2 },
        ],
      },
      {
        step: 1,
        do: 'create',
        fields: [
          { field: 'title', after: '账单' },
          { field: 'client', after: data.records[0]!.id },
        ],
      },
      {
        step: 2,
        do: 'edit',
        title: '改名',
        fields: [{ field: 'name', before: '原名', after: '改名' }],
      },
      {
        step: 3,
        do: 'delete',
        title: '改名',
        fields: [{ field: 'name', before: '改名', after: null }],
      },
    ]);
    expect(await counts()).toEqual(before);
    expect((await list('client')).find((row) => row['id'] === id)).toMatchObject({
      name: '原名',
      version: 1,
    });
  });

  it('reports obstacles instead of failing', async () => {
    const { code, data } = await transact([client('好的'), client('', { level: 99 })], {
      dryRun: true,
    });
    expect([code, data.problems.map(({ path, reason }) => `${path} ${reason}`)]).toEqual([
      200,
      ['/steps/1/values/name REQUIRED', '/steps/1/values/level VALUE_RANGE'],
    ]);
  });

  it('stores no request id: the real run may follow under the same one', async () => {
    const steps = [client('先试后做')];
    await transact(steps, { dryRun: true, requestId: 'tried-first' });
    expect((await transact(steps, { requestId: 'tried-first' })).code).toBe(200);
  });
});
