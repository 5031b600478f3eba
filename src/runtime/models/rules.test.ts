import { describe, expect, it } from 'vitest';
import type { FieldDescribe, ObjectDescribe, RecordValues } from '../../contract/index.ts';
import { RecordRules } from '../../page/index.ts';
import { fakePorts } from '../../view/testing/index.ts';
import { FormModelImpl } from './form.ts';

const field = (
  apiName: string,
  type: FieldDescribe['type'],
  more: Partial<FieldDescribe> = {},
): FieldDescribe => ({
  id: apiName,
  apiName,
  label: more.label ?? apiName,
  type,
  order: 0,
  ...more,
});
const objectOf = (fields: FieldDescribe[]): ObjectDescribe => ({
  id: 'o',
  apiName: 'order',
  label: '订单',
  titleField: fields[0]!.apiName,
  appId: null,
  version: 1,
  validator: '',
  fields: fields.map((each, order) => ({ ...each, order })),
});
async function open(
  fields: FieldDescribe[],
  values: RecordValues = {},
  ruled: Pick<ObjectDescribe, 'rules' | 'validations'> = {},
  id: string | null = null,
): Promise<FormModelImpl> {
  const ports = fakePorts({
    describes: { order: { ...objectOf(fields), ...ruled } },
    answers: { 'bizmeta.record.detail': { record: { id, version: 1, ...values } } },
  });
  const form = new FormModelImpl(
    'order',
    ports,
    () => ({
      waiting: false,
      failure: null,
      object: 'order',
      id,
      schema: null,
      init: id === null ? values : null,
    }),
    true,
  );
  form.open();
  await new Promise((resolve) => setTimeout(resolve, 0));
  return form;
}
function schemaForm(schema: object, values: RecordValues = {}): FormModelImpl {
  const form = new FormModelImpl(
    'own',
    fakePorts(),
    () => ({ waiting: false, failure: null, object: null, id: null, schema, init: values }),
    true,
  );
  form.open();
  return form;
}

describe('required when', () => {
  it('turns with what it reads, and an empty list or object is as empty as nothing', async () => {
    const form = await open([
      field('status', 'text'),
      field('files', 'attachment', { label: '附件', requiredWhen: "status = 'approved'" }),
    ]);
    expect(form.field('files').required).toBe(false);
    form.field('status').set('approved');
    expect(form.field('files').required).toBe(true);
    form.field('files').set([]);
    expect(await form.validate()).toBe(false);
    expect(form.failing.map((each) => each.errors)).toEqual([['请上传附件']]);
    form.field('status').set('draft');
    expect(await form.validate()).toBe(true);
  });
  it('reads who is filling in the form', async () => {
    const form = await open([field('reason', 'text', { requiredWhen: 'not user.isSuper' })]);
    expect(form.field('reason').required).toBe(true);
  });
  it('holds in a form with a schema of its own as well', async () => {
    const form = schemaForm({
      type: 'object',
      properties: {
        kind: { type: 'string' },
        other: { type: 'string', title: '说明', ui: { requiredWhen: "kind = '其他'" } },
      },
    });
    form.field('kind').set('其他');
    expect(await form.validate()).toBe(false);
    expect(form.failing[0]?.errors).toEqual(['请填写说明']);
  });
});

describe('conditions', () => {
  const dates = [
    field('from', 'date'),
    field('to', 'date', { rules: [{ when: 'to >= from', message: '结束日期不能早于开始日期' }] }),
  ];
  it('compare dates across fields, and an empty one is no fault', async () => {
    const form = await open(dates, { from: '2026-03-05' });
    expect(await form.validate()).toBe(true);
    form.field('to').set('2026-03-01');
    expect(await form.validate()).toBe(false);
    expect(form.field('to').errors).toEqual(['结束日期不能早于开始日期']);
    form.field('from').set('2026-02-28');
    expect(form.field('to').errors).toEqual([]);
  });
  it('show once the field was left, not while it is empty and untouched', async () => {
    const form = await open(dates, { from: '2026-03-05' });
    form.field('to').set('2026-03-01');
    expect(form.field('to').errors).toEqual([]);
    form.field('to').touch();
    expect(form.field('to').errors).toEqual(['结束日期不能早于开始日期']);
  });
});

describe('the rules of an object', () => {
  const fields = [
    field('state', 'text', { label: '状态' }),
    field('amount', 'integer', { label: '金额' }),
    field('doneOn', 'date', { label: '完成日期' }),
    field('why', 'text', { label: '原因', required: true }),
    field('from', 'date'),
    field('to', 'date'),
  ];
  const ruled: Pick<ObjectDescribe, 'rules' | 'validations'> = {
    rules: [
      {
        when: "state = 'done'",
        then: [
          { do: 'require', targets: ['doneOn'] },
          { do: 'readonly', targets: ['amount'] },
        ],
      },
      { when: "state = 'off'", then: [{ do: 'show', targets: ['why'] }] },
      { when: "state = 'free'", then: [{ do: 'set', targets: ['amount'], value: 0 }] },
    ],
    validations: [
      { expr: 'to >= from', message: '<i>结束</i>不能早于开始', field: 'to' },
      { expr: 'amount < 100', message: '金额太大' },
    ],
  };
  it('show, require, lock and fill in fields, and check the whole, as one types', async () => {
    const form = await open(fields, {}, ruled);
    expect([form.field('why').visible, form.dirty]).toEqual([false, false]);
    expect(await form.validate()).toBe(true);
    form.field('amount').set(7);
    form.field('state').set('done');
    expect([form.field('amount').readonly, form.field('amount').value]).toEqual([true, undefined]);
    form.field('to').set('2026-03-01');
    form.field('from').set('2026-03-05');
    expect(await form.validate()).toBe(false);
    expect(form.failing.map((each) => `${each.path} ${each.errors.join()}`)).toEqual([
      'doneOn 请选择完成日期',
      'to <i>结束</i>不能早于开始',
    ]);
    form.field('to').set('2026-03-06');
    form.field('state').set('off');
    expect([form.field('why').visible, form.field('amount').readonly]).toEqual([true, false]);
    form.field('why').set('不做了');
    form.field('amount').set(100);
    expect(await form.validate()).toBe(false);
    expect(form.formErrors.map(({ text }) => text)).toEqual(['金额太大']);
    form.field('state').set('free');
    expect([form.field('amount').value, await form.validate()]).toEqual([0, true]);
  });
  it('leave a record that is only looked at as it is, and send nothing that is hidden', async () => {
    const form = await open(fields, { state: 'free', amount: 5, why: '旧' }, ruled, 'r1');
    expect([form.dirty, form.field('amount').value]).toEqual([false, 5]);
    form.field('why').set('新');
    form.field('from').set('2026-03-05');
    expect(form.changes()).toEqual({ from: '2026-03-05', amount: 0 });
  });
});

describe('rows', () => {
  const lines = field('lines', 'subTable', {
    label: '明细',
    fields: [
      field('qty', 'integer', {
        label: '数量',
        required: true,
        rules: [{ when: 'qty <= stock', message: '数量超过库存' }],
      }),
      field('price', 'decimal', { label: '单价', precision: 9, scale: 2 }),
    ] as never,
  });
  it('are checked one by one, shown or not; rows copied from another record come as new ones', async () => {
    const form = await open([field('stock', 'integer'), lines], {
      stock: 5,
      lines: [{ id: 'r1', qty: 3 }, { qty: 9 }, { price: 1.005 }],
    });
    expect(await form.validate()).toBe(false);
    expect(form.failing.map((each) => [each.path, each.errors[0]])).toEqual([
      ['lines.1.qty', '数量超过库存'],
      ['lines.2.qty', '请填写数量'],
      ['lines.2.price', '单价最多 9 位数字，其中小数 2 位'],
    ]);
    expect(form.values()['lines']).toEqual([{ qty: 3 }, { qty: 9 }, { price: 1.005 }]);
  });
  it('1,200 rows without a fault are checked without making their fields', async () => {
    const form = await open([lines], {
      lines: Array.from({ length: 1200 }, () => ({ qty: 1, price: 2 })),
    });
    const plain = { ...lines, fields: lines.fields!.map((each) => ({ ...each, rules: [] })) };
    const bare = await open([plain], {
      lines: Array.from({ length: 1200 }, () => ({ qty: 1, price: 2 })),
    });
    expect([await form.validate(), await bare.validate()]).toEqual([true, true]);
    expect(bare.field('lines').rows[700]!.instantiatedField('qty')).toBeUndefined();
  });
});

describe('what is computed', () => {
  const fields = [
    field('qty', 'integer'),
    field('price', 'decimal'),
    field('total', 'formula', { formula: 'qty * price', resultType: 'decimal' }),
    field('lines', 'subTable', {
      fields: [field('amount', 'decimal'), field('done', 'boolean')] as never,
    }),
    field('sum', 'rollup', { rollup: { via: 'lines', fn: 'sum', field: 'amount', where: 'done' } }),
    field('no', 'autoNumber'),
    field('all', 'formula', {
      formula: 'total + sum',
      resultType: 'decimal',
      rules: [{ when: 'all <= 100', message: '总额不能超过 100' }],
    }),
  ];
  it('follows as one types, over rows too, and is never sent', async () => {
    const form = await open(fields, {
      qty: 3,
      price: 2.5,
      sum: 99,
      total: 0,
      lines: [{ amount: 10, done: true }, { amount: 5 }],
    });
    expect([form.field('total').value, form.field('sum').value, form.field('all').value]).toEqual([
      7.5, 10, 17.5,
    ]);
    form.field('qty').set(4);
    form.field('lines').rows[1]!.field('done').set(true);
    expect([form.field('total').value, form.field('sum').value, form.field('all').value]).toEqual([
      10, 15, 25,
    ]);
    expect(Object.keys(form.values())).toEqual(['qty', 'price', 'lines']);
    expect(form.changes()).not.toHaveProperty('total');
    expect([form.field('no').readonly, form.field('total').readonly]).toEqual([true, true]);
  });
  it('may have conditions of its own', async () => {
    const form = await open(fields, { qty: 100, price: 2, lines: [{ amount: 1, done: true }] });
    expect(await form.validate()).toBe(false);
    expect(form.failing.map((each) => each.errors[0])).toEqual(['总额不能超过 100']);
  });
});

describe('an object of fields', () => {
  const schema = {
    type: 'object',
    properties: {
      address: {
        type: 'object',
        title: '地址',
        required: ['city'],
        properties: {
          city: { type: 'string', title: '城市' },
          street: { type: 'string', title: '街道', default: '一号街' },
          zip: { type: 'string', title: '邮编' },
        },
      },
    },
  };
  it('has members with values, defaults and changes of their own', () => {
    const form = schemaForm(schema, { address: { city: '杭州', zip: '310000' } });
    const address = form.field('address');
    expect(address.value).toEqual({ city: '杭州', street: '一号街', zip: '310000' });
    address.members!.field('city').set('宁波');
    expect([form.dirty, form.values()]).toEqual([
      true,
      { address: { city: '宁波', street: '一号街', zip: '310000' } },
    ]);
    form.reset();
    expect([form.dirty, address.members!.field('city').value]).toEqual([false, '杭州']);
    address.set({ city: '绍兴' });
    expect(form.values()).toEqual({ address: { city: '绍兴' } });
  });
  it('wants its members once something of it is there', async () => {
    const bare = {
      ...schema,
      properties: {
        address: {
          ...schema.properties.address,
          properties: { ...schema.properties.address.properties, street: { type: 'string' } },
        },
      },
    };
    const form = schemaForm(bare);
    expect(await form.validate()).toBe(true);
    form.field('address').members!.field('zip').set('310000');
    expect(await form.validate()).toBe(false);
    expect(form.failing.map((each) => [each.path, each.fullName, each.errors[0]])).toEqual([
      ['address.city', '地址 › 城市', '请填写城市'],
    ]);
  });
  it('may want every one of them', async () => {
    const every = {
      type: 'object',
      required: ['range'],
      properties: {
        range: {
          type: 'object',
          ui: { requireAll: true },
          properties: { from: { type: 'string' }, to: { type: 'string' } },
        },
      },
    };
    const form = schemaForm(every, { range: { from: 'a' } });
    expect(await form.validate()).toBe(false);
    expect(form.failing.map((each) => each.path)).toEqual(['range.to']);
  });
});

describe('plain values', () => {
  it('are judged by the same code on the server', () => {
    const rules = new RecordRules([
      field('stock', 'integer'),
      field('lines', 'subTable', {
        fields: [
          field('qty', 'integer', {
            label: '数量',
            required: true,
            rules: [{ when: 'qty <= stock', message: '数量超过库存' }],
          }),
        ] as never,
      }),
    ]);
    const problems = rules.check(
      { stock: 5, lines: [{ qty: 3 }, { qty: 9 }, {}] },
      { now: new Date(), timeZone: 'Asia/Shanghai' },
      '/records/0',
    );
    expect(problems.map(({ path, msg }) => [path, msg])).toEqual([
      ['/records/0/lines/1/qty', '数量超过库存'],
      ['/records/0/lines/2/qty', '请填写数量'],
    ]);
  });
});
