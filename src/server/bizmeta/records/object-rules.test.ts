import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DescribeInput, Problem, RecordValues } from '../../../contract/index.ts';
import { f, places, TestClient } from '../testing/index.ts';

let client: TestClient;

/** A task that is locked when it is done, whose reason is asked for when it is called off. */
const TASK: DescribeInput = {
  apiName: 'task',
  label: '任务',
  fields: [
    f('title', '标题', 'text'),
    f('state', '状态', 'singleSelect', {
      options: [
        { code: 'open', label: '进行中' },
        { code: 'done', label: '已完成' },
        { code: 'off', label: '已取消' },
      ],
      defaultValue: 'open',
    }),
    f('begins', '开始日期', 'date'),
    f('ends', '结束日期', 'date'),
    f('doneOn', '完成日期', 'date'),
    f('amount', '金额', 'decimal', { precision: 9, scale: 2 }),
    f('reason', '取消原因', 'text', { required: true }),
    f('level', '级别', 'singleSelect', {
      options: [
        { code: 'low', label: '低' },
        { code: 'high', label: '高' },
      ],
    }),
    f('client', '客户', 'lookup', { refObject: 'client' }),
    f('lines', '明细', 'subTable', { fields: [f('qty', '数量', 'integer')] }),
  ],
  rules: [
    {
      when: "state = 'done'",
      then: [
        { do: 'require', targets: ['doneOn'] },
        { do: 'readonly', targets: ['amount', 'lines'] },
      ],
    },
    { when: "state = 'off'", then: [{ do: 'show', targets: ['reason'] }] },
    {
      when: "client.grade = 'vip'",
      then: [
        { do: 'set', targets: ['level'], value: 'high' },
        { do: 'readonly', targets: ['level'] },
      ],
    },
    { when: 'true', then: [{ do: 'hide', targets: ['title'] }], off: true },
  ],
  validations: [
    { expr: 'ends >= begins', message: '结束日期不能早于开始日期', field: 'ends' },
    { expr: 'sum(lines.qty) <= 10', message: '<b>数量</b>合计不能超过 10' },
    { expr: '1 = 2', message: '已停用', off: true },
  ],
};

beforeAll(async () => {
  client = await TestClient.open();
  await client.made('client', [f('name', '名称', 'text'), f('grade', '等级', 'text')]);
  expect((await client.define(TASK)).msg).toBe('ok');
});
afterAll(() => client?.close());

const sent = (call: string, input: object) =>
  client.server.call(call as 'bizmeta.record.bulkCreate', input as never, client.user) as Promise<{
    msg: string;
    data: { ids: string[] };
    error: { errors?: Problem[] };
  }>;
const task = (values: RecordValues) => client.one('task', values);
const read = async (id: string): Promise<RecordValues> =>
  (await client.server.call('bizmeta.record.detail', { object: 'task', id }, client.user)).data
    .record;

describe('rules of an object hold in every way to write', () => {
  it('new records: what is hidden is left out, what is locked is refused, what a rule sets is set', async () => {
    const refused = await client.create('task', [
      { state: 'done', amount: 5 },
      { state: 'off', begins: '2026-03-05', ends: '2026-03-01' },
      { lines: [{ qty: 7 }, { qty: 4 }] },
    ]);
    expect(places(refused)).toEqual([
      '/records/0/amount FIELD_LOCKED',
      '/records/0/doneOn REQUIRED',
      '/records/1/reason REQUIRED',
      '/records/1/ends RULE_BROKEN',
      '/records/2 RULE_BROKEN',
    ]);
    expect(refused.error.errors?.map(({ msg }) => msg)).toEqual([
      '字段“金额”此时不能填写：规则锁定了它',
      '请选择完成日期',
      '请填写取消原因',
      '结束日期不能早于开始日期',
      '<b>数量</b>合计不能超过 10',
    ]);
    expect(refused.error.errors?.[4]?.about).toEqual(['/records/2/lines']);
    const vip = await client.one('client', { name: '甲', grade: 'vip' });
    const id = await task({ title: 'T', reason: '不该有', client: vip });
    expect(await read(id)).toMatchObject({ title: 'T', reason: null, level: 'high' });
    const many = Array.from({ length: 150 }, (_, i) => ({ title: `第 ${i} 个` }));
    expect((await client.create('task', many)).data.ids).toHaveLength(150);
  });

  it('changes: by the record as it will be, and only of what is sent', async () => {
    const id = await task({ title: 'T', amount: 5, lines: [{ qty: 1 }] });
    const edit = (version: number, values: RecordValues) =>
      client.edit('task', id, version, values);
    expect(places(await edit(1, { state: 'done' }))).toEqual(['/records/0/doneOn REQUIRED']);
    expect(places(await edit(1, { reason: '藏着' }))).toEqual(['/records/0/reason FIELD_LOCKED']);
    expect((await edit(1, { state: 'done', doneOn: '2026-03-05', amount: 5 })).msg).toBe('ok');
    expect(places(await edit(2, { amount: 6, lines: [] }))).toEqual([
      '/records/0/amount FIELD_LOCKED',
      '/records/0/lines FIELD_LOCKED',
    ]);
    expect((await edit(2, { title: '改名' })).msg).toBe('ok');
    // Opened again, in the same change.
    expect((await edit(3, { state: 'open', amount: 6 })).msg).toBe('ok');
    expect(await read(id)).toMatchObject({ title: '改名', amount: 6, lines: [{ qty: 1 }] });
  });

  it('the same values for many, steps of a transaction, and copies', async () => {
    const id = await task({ state: 'done', doneOn: '2026-03-05' });
    const bulk = await sent('bizmeta.record.bulkSet', {
      object: 'task',
      ids: [id],
      changes: [{ field: 'amount', value: 9 }],
    });
    expect(places(bulk)).toEqual(['/changes/0/value FIELD_LOCKED']);
    const steps = await sent('bizmeta.record.transact', {
      steps: [
        { do: 'create', object: 'task', values: { title: 'S' } },
        {
          do: 'edit',
          object: 'task',
          id,
          version: 1,
          values: { ends: '2026-01-01', begins: '2026-02-01' },
        },
        { do: 'create', object: 'task', values: { lines: [{ qty: 11 }] } },
      ],
    });
    expect(places(steps)).toEqual(['/steps/1/values/ends RULE_BROKEN']);
    const done = await task({ title: 'K', amount: 4 });
    await client.edit('task', done, 1, { state: 'done', doneOn: '2026-03-05' });
    const copied = await sent('bizmeta.record.copy', { object: 'task', ids: [done] });
    expect(await read(copied.data.ids[0]!)).toMatchObject({ state: 'done', amount: 4 });
  });

  it('two at once: what is locked by the one is not changed by the other', async () => {
    const id = await task({ title: 'T', amount: 1 });
    const [first, second] = await Promise.all([
      client.edit('task', id, 1, { state: 'done', doneOn: '2026-03-05' }),
      client.edit('task', id, 1, { amount: 2 }),
    ]);
    // Changed before it was locked, or refused; the record is locked either way.
    expect(first.msg).toBe('ok');
    expect(second.msg === 'ok' ? [] : places(second)).toEqual(
      second.msg === 'ok' ? [] : ['/records/0/amount FIELD_LOCKED'],
    );
    expect((await read(id))['amount']).toBe(second.msg === 'ok' ? 2 : 1);
    // A version that is not there yet is no way around them.
    const { version } = await read(id);
    await client.edit('task', id, Number(version), { state: 'done', doneOn: '2026-03-05' });
    expect((await client.edit('task', id, Number(version) + 3, { amount: 8 })).error.reason).toBe(
      'STALE_VERSION',
    );
  });
});

describe('the rules of an object belong to its describe', () => {
  const detail = () => client.describe('task');

  it('follow names, are said of a field, refused where they are wrong, and copied', async () => {
    const before = await detail();
    const { id: amountId } = before.fields.find(({ apiName }) => apiName === 'amount')!;
    const uses = await client.server.call(
      'bizmeta.describe.fieldUses',
      { apiName: 'task', id: amountId },
      client.builder,
    );
    expect(uses.data.text).toBe('字段规则“第 1 条”');
    const renamed = await client.update({
      ...before,
      fields: before.fields.map((field) =>
        field.apiName === 'ends' ? { ...field, apiName: 'until' } : field,
      ),
    });
    expect(renamed.msg).toBe('ok');
    const after = await detail();
    expect(after.validations?.[0]).toEqual({
      expr: 'until >= begins',
      message: '结束日期不能早于开始日期',
      field: 'until',
    });
    const gone = await client.update({
      label: after.label,
      version: after.version,
      id: after.id,
      fields: [{ ...after.fields.find(({ apiName }) => apiName === 'amount')!, removed: true }],
    });
    expect(places(gone)).toEqual(['/describe/rules/0/then/1 RULE_SETTING']);
    const wrong = await client.update({
      ...after,
      rules: [
        { when: '状态 = "done"', then: [{ do: 'clear', targets: ['取消原因'] }] },
        { when: 'nothing > 1', then: [{ do: 'optional', targets: ['amount'] }] },
        {},
        { when: '1', then: [{ do: 'set', targets: ['amount'], value: 'x' }] },
      ],
      validations: [{ expr: 'true', field: 'nowhere' }],
    });
    expect(places(wrong)).toEqual([
      '/describe/rules/0/then/0 RULE_SETTING',
      '/describe/rules/1/when EXPRESSION_INVALID',
      '/describe/rules/1/then/0/do RULE_SETTING',
      '/describe/rules/2/when RULE_SETTING',
      '/describe/rules/2/then RULE_SETTING',
      '/describe/rules/3/when EXPRESSION_INVALID',
      '/describe/rules/3/then/0/value VALUE_TYPE',
      '/describe/validations/0/message RULE_SETTING',
      '/describe/validations/0/field RULE_SETTING',
    ]);
    const copy = await client.server.call(
      'bizmeta.describe.copy',
      { apiName: 'task', label: '任务副本' },
      client.builder,
    );
    expect((await client.describe(copy.data.apiName)).rules).toEqual(after.rules);
  });

  it('what a rule reads of another object cannot go away under it', async () => {
    const other = await client.describe('client');
    const answer = await client.update({
      ...other,
      fields: other.fields.map((field) =>
        field.apiName === 'grade' ? { ...field, removed: true } : field,
      ),
    });
    expect(answer.error.errors?.[0]?.msg).toContain('经“客户”引用');
  });
});
