import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  FieldInput,
  FormEffect,
  ObjectDescribe,
  RecordValues,
} from '../../src/contract/index.ts';
import { FormModelImpl } from '../../src/runtime/models/index.ts';
import { fakePorts } from '../../src/view/testing/index.ts';
import { TestClient, f } from '../../src/server/bizmeta/testing/index.ts';

/** Objects made, and records tried on each; more can be asked for when hunting: FORM_RUNS=50. */
const OBJECTS = Number(process.env['FORM_RUNS'] ?? 4);
const RECORDS = 25;

const NAMES = ['a', 'b', 'c', 'd'] as const;
const settings: Partial<Record<FieldInput['type'], Partial<FieldInput>>> = {
  text: { maxLength: 5 },
  integer: { min: -5, max: 100 },
  decimal: { precision: 5, scale: 2 },
  singleSelect: {
    options: [
      { code: 'x', label: '甲' },
      { code: 'y', label: '乙' },
    ],
  },
  multiSelect: {
    options: [
      { code: 'x', label: '甲' },
      { code: 'y', label: '乙' },
    ],
  },
};
const types = fc.constantFrom<FieldInput['type'][]>(
  'text',
  'integer',
  'decimal',
  'boolean',
  'date',
  'singleSelect',
  'multiSelect',
  'email',
  'dateRange',
);
/**
 * Conditions for any field: the compared value may be of another kind, then the result is unknown.
 */
const conditions = fc.constantFrom(
  'isEmpty(n1) or n1 > 0',
  'n1 <= n2',
  'n1 + n2 < 50',
  "t1 != 'no'",
  'sum(lines.qty) <= 20',
  'd1 <= d2',
  'not isEmpty(t1) or n1 is null',
  'count(lines where qty > n1) < 2',
);
const triggers = fc.constantFrom("t1 = 'yes'", 'n1 > n2', 'count(lines) > 1', 'd1 is not null');
const rules = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  {
    weight: 1,
    arbitrary: fc.array(
      conditions.map((when) => ({ when, message: `不符合 ${when}` })),
      { maxLength: 2 },
    ),
  },
);
const field = fc.record({
  type: types,
  required: fc.boolean(),
  requiredWhen: fc.option(triggers, { nil: undefined }),
  rules,
});
const objects = fc.tuple(field, field, field, field);

const fieldsOf = (
  made: readonly {
    type: FieldInput['type'];
    required: boolean;
    requiredWhen: string | undefined;
    rules: readonly { when: string; message: string }[];
  }[],
): FieldInput[] => [
  f('n1', '数一', 'integer'),
  f('n2', '数二', 'decimal', { precision: 9, scale: 2 }),
  f('t1', '文一', 'text'),
  f('d1', '日一', 'date'),
  f('d2', '日二', 'date'),
  ...made.map(({ type, required, requiredWhen, rules: own }, i) =>
    f(NAMES[i]!, `字段 ${i}`, type, {
      ...settings[type],
      required,
      ...(requiredWhen && { requiredWhen }),
      ...(own.length > 0 && { rules: [...own] }),
    }),
  ),
  f('lines', '明细', 'subTable', {
    fields: [
      f('qty', '数量', 'integer', {
        required: true,
        rules: [{ when: 'qty <= n2', message: '数量过多' }],
      }),
      f('note', '说明', 'text', { maxLength: 3, requiredWhen: 'qty > 5' }),
    ] as never,
  }),
];

const days = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('2026-01-01', '2026-02-28', '2026-03-05') },
  { weight: 1, arbitrary: fc.constantFrom('2026-02-29', '2026-13-01', '昨天') },
);
const odd = fc.constantFrom<unknown[]>(
  null,
  '',
  '  ',
  [],
  {},
  'no',
  'yes',
  'abcdef',
  0,
  7,
  1.5,
  123.456,
  1e6,
  true,
  false,
  'x',
  'z',
  ['x'],
  ['z'],
  ['x', 'x'],
  'a@b.cn',
  'a@b',
  { from: '2026-01-02', to: '2026-01-03' },
  { from: '2026-01-03', to: '2026-01-02' },
);
/** Values that fit, by type: most of what is tried, so that both answers come up. */
const FITTING: Partial<Record<FieldInput['type'], readonly unknown[]>> = {
  text: ['no', 'yes', '字'],
  integer: [0, 7, 100],
  decimal: [1.5, 0, 99.99],
  boolean: [true, false],
  date: ['2026-01-01', '2026-02-28'],
  singleSelect: ['x', 'y'],
  multiSelect: [['x'], ['x', 'y']],
  email: ['a@b.cn'],
  dateRange: [{ from: '2026-01-02', to: '2026-01-03' }],
};
const tries = fc.tuple(fc.nat(99), fc.oneof(odd, days));
const valueOf = (type: FieldInput['type'], [at, other]: [number, unknown]): unknown => {
  const fitting = FITTING[type]!;
  return at < 85 ? fitting[at % fitting.length] : at < 92 ? undefined : other;
};
const orNothing = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(values, { nil: undefined, freq: 3 });
const line = fc.record({
  qty: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: -2, max: 6 }) },
    { weight: 1, arbitrary: fc.constantFrom(1.5, undefined) },
  ),
  note: orNothing(fc.constantFrom('短', '这个太长了', '')),
});
const records = fc.record({
  n1: orNothing(fc.integer({ min: -3, max: 30 })),
  n2: orNothing(fc.integer({ min: 0, max: 2000 }).map((n) => n / 100)),
  t1: orNothing(fc.constantFrom('yes', 'no', '', '  ')),
  d1: orNothing(days),
  d2: orNothing(days),
  a: tries,
  b: tries,
  c: tries,
  d: tries,
  lines: orNothing(fc.array(line, { maxLength: 3 })),
});
/** As it travels: what is not there is not sent. */
const sent = (record: RecordValues, given: readonly { type: FieldInput['type'] }[]): RecordValues =>
  JSON.parse(
    JSON.stringify({
      ...record,
      ...Object.fromEntries(
        NAMES.map((name, i) => [name, valueOf(given[i]!.type, record[name] as [number, unknown])]),
      ),
    }),
  ) as RecordValues;

/** A form for a new record that begins with these values; `ports` where it is sent. */
async function formWith(
  describe: ObjectDescribe,
  values: RecordValues,
  ports: Parameters<typeof fakePorts>[0] = {},
): Promise<FormModelImpl> {
  const form = new FormModelImpl(
    'record',
    fakePorts({ ...ports, describes: { [describe.apiName]: describe } }),
    () => ({
      waiting: false,
      failure: null,
      object: describe.apiName,
      id: null,
      schema: null,
      init: values,
    }),
    true,
  );
  form.open();
  await expect.poll(() => form.status).toBe('ready');
  return form;
}
/** Blank text is stored as none. */
const orNull = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() === '' ? null : (value ?? null);
/** The fields a form finds wrong before it would be sent. */
async function verdictOf(describe: ObjectDescribe, values: RecordValues): Promise<string[]> {
  const form = await formWith(describe, values);
  await form.validate();
  return form.failing.map((each) => `${each.path} ${each.errors.join('，')}`);
}

const RULED = ['n1', 'n2', 't1', 'd1', 's1', 'a', 'b', 'lines'];
const someOf = (names: readonly string[]): fc.Arbitrary<string[]> =>
  fc.subarray([...names], { minLength: 1, maxLength: Math.min(2, names.length) });
const effects: fc.Arbitrary<FormEffect> = fc.oneof(
  fc.record({
    do: fc.constantFrom('show' as const, 'hide' as const, 'require' as const, 'readonly' as const),
    targets: someOf(RULED),
  }),
  fc.record({ do: fc.constant('set' as const), targets: someOf(['n1']), value: fc.nat(9) }),
  fc.record({ do: fc.constant('clear' as const), targets: someOf(['t1', 'd1']) }),
  fc.record({
    do: fc.constant('limitOptions' as const),
    targets: someOf(['s1']),
    options: someOf(['x']),
  }),
);
const objectRules = fc.record({
  rules: fc.array(
    fc.record({ when: triggers, then: fc.array(effects, { minLength: 1, maxLength: 2 }) }),
    { minLength: 1, maxLength: 5 },
  ),
  validations: fc.array(
    fc.record(
      {
        expr: conditions,
        message: fc.constant('不符合'),
        field: fc.constantFrom('n1', 'd1', 's1'),
      },
      { requiredKeys: ['expr', 'message'] },
    ),
    { maxLength: 2 },
  ),
});

describe('a form and the server', () => {
  let desk: TestClient;
  beforeAll(async () => {
    desk = await TestClient.open();
  });
  afterAll(() => desk?.close());

  it('give the same verdict on a record, for any fields, rules and values', async () => {
    let made = 0;
    let [good, bad] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        objects,
        fc.array(records, { minLength: RECORDS, maxLength: RECORDS }),
        async (given, tried) => {
          const name = `sample${++made}`;
          await desk.made(name, fieldsOf(given));
          const describe = await desk.describe(name);
          for (const record of tried.map((each) => sent(each, given))) {
            const wrong = await verdictOf(describe, record);
            const answer = await desk.create(name, [record]);
            if (answer.code === 200) good += 1;
            else bad += 1;
            expect({ record, given, taken: wrong.length === 0, wrong }).toEqual({
              record,
              given,
              taken: answer.code === 200,
              wrong:
                answer.code === 200
                  ? []
                  : answer.code === 400 && wrong.length > 0
                    ? wrong
                    : answer.error?.errors,
            });
          }
        },
      ),
      { numRuns: OBJECTS, seed: 11, endOnFailure: true },
    );
    // Neither answer may be the only one: then nothing was compared.
    expect([good > 10, bad > 10]).toEqual([true, true]);
  });

  it('do the same by the rules of an object: what is shown is what is written', async () => {
    let made = 0;
    let [good, bad] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        objects,
        objectRules,
        fc.array(fc.tuple(records, orNothing(fc.constantFrom('x', 'y'))), {
          minLength: RECORDS,
          maxLength: RECORDS,
        }),
        async (given, ruled, tried) => {
          const name = `ruled${++made}`;
          const fields = [
            ...fieldsOf(given),
            f('s1', '选一', 'singleSelect', settings.singleSelect),
          ];
          const answered = await desk.define({ apiName: name, label: name, fields, ...ruled });
          expect(answered.error?.errors).toBeUndefined();
          const describe = await desk.describe(name);
          for (const [record, s1] of tried) {
            let written: RecordValues | undefined;
            const form = await formWith(
              describe,
              { ...sent(record, given), ...(s1 && { s1 }) },
              {
                answers: {
                  'bizmeta.record.bulkCreate': ({
                    records: [first],
                  }: {
                    records: RecordValues[];
                  }) => {
                    written = first;
                    return { ids: ['1'] };
                  },
                },
              },
            );
            const isFine = await form.validate();
            const shown = Object.fromEntries(
              ['n1', 't1', 's1'].map((each) => [
                each,
                form.field(each).visible ? orNull(form.field(each).value) : null,
              ]),
            );
            const values = form.values();
            if (isFine) await form.save();
            const answer = await desk.create(name, [written ?? values]);
            if (isFine) good += 1;
            else bad += 1;
            expect({
              values,
              ruled,
              taken: isFine,
              errors: answer.error?.errors?.map(({ path, msg }) => `${path} ${msg}`),
              wrong: form.failing.map((each) => each.path),
            }).toMatchObject({ taken: answer.code === 200 });
            if (isFine) expect(await desk.detail(name, answer.data.ids[0]!)).toMatchObject(shown);
          }
        },
      ),
      { numRuns: OBJECTS, seed: 5, endOnFailure: true },
    );
    expect([good > 10, bad > 10]).toEqual([true, true]);
  });
});
