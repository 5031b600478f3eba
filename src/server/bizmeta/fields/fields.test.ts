import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import {
  FIELDS,
  FIELD_TYPES,
  FILTER_OPS,
  isSortable,
  type FieldDescribe,
  type FieldInput,
  type FieldType,
  type ObjectDescribe,
} from '../../../contract/index.ts';
import { checkDecimal } from '../../../values/index.ts';
import { RECORD_KEYWORDS, recordSchema } from '../../../page/index.ts';
import { KINDS, isEmpty, kindOf } from './index.ts';
import { dayOf, instantOf, isDay, RELATIVE, startOf } from './filters/calendar.ts';

const options = [
  { code: 'a', label: '甲' },
  { code: 'b', label: '乙' },
];
const doc = (...content: object[]) => ({ type: 'doc', content });
const settings: Partial<Record<FieldType, Partial<FieldInput>>> = {
  cascade: { options: [{ code: 'a', label: '甲', children: [{ code: 'a1', label: '甲一' }] }] },
  lookups: { refObject: 'x' },
  image: { max: 2 },
  slider: { max: 10, step: 0.5, showAs: 'currency' },
  subTable: { fields: [{ label: '数量', apiName: 'qty', type: 'integer' }] },
  formula: { formula: '1', showAs: 'percent', noSum: true },
  rollup: { rollup: { via: 'v', fn: 'count' } },
  singleSelect: { options },
  multiSelect: { options },
  lookup: { refObject: 'x' },
  decimal: { precision: 5, scale: 2, min: -100 },
  text: { maxLength: 5 },
  integer: { max: 10 },
};

/** A field of a type with everything it uses filled in. */
function fieldOf(type: FieldType): FieldDescribe {
  const input: FieldInput = { apiName: 'v', label: '值', type, ...settings[type] };
  return {
    id: 'f',
    order: 0,
    apiName: 'v',
    label: '值',
    type,
    required: false,
    unique: false,
    ...(type === 'subTable' && {
      fields: [{ id: 'c', order: 0, apiName: 'qty', label: '数量', type: 'integer' as const }],
    }),
    ...KINDS[type].normalize(input, (path, why) => {
      throw new Error(`${path} ${why}`);
    }),
  };
}
const parse = (field: FieldDescribe, value: unknown) =>
  kindOf(field).parse(value, field, () => undefined);

const UUID = '01890a5d-ac96-774b-bcce-b302099a8057';
/** Values each type takes, and values it refuses. */
const SAMPLES: Record<FieldType, { good: unknown[]; bad: unknown[] }> = {
  text: {
    good: ['a', '五个字的话', '😀😀😀😀😀', ' '],
    bad: ['六个字的长话', 5, true, ['a'], { a: 1 }],
  },
  longText: { good: ['a\nb', '字'.repeat(20_000)], bad: ['字'.repeat(20_001), 1] },
  integer: { good: [0, -5, 10], bad: [11, 1.5, true, 'x', '1e3', 2 ** 40] },
  decimal: {
    good: [0, 1.25, -99.99, 999.99, 1e-2],
    bad: [1.234, 1000, -101, 'x', NaN, Infinity, 1e21, 1e-7],
  },
  currency: { good: [0.01, 9999999999999.99], bad: [0.001, 1e14, '一'] },
  percent: { good: [12.5, 100], bad: [12.345, 'x'] },
  boolean: { good: [true, false], bad: ['true', 1, '是'] },
  date: {
    good: ['2026-02-28', '2024-02-29', '0001-01-01'],
    bad: ['2026-13-01', '2026-1-1', '今天', 20260101, '2026-01-01T00:00:00Z'],
  },
  dateTime: {
    good: [
      '2026-01-31 08:00:00',
      '2026-01-31 08:00',
      '2026-01-31T08:00:00Z',
      '2026-01-31T08:00:00.123+08:00',
    ],
    bad: ['2026-01-31', '2026-01-31 24:00:00', 'x', 1],
  },
  singleSelect: { good: ['a', 'b'], bad: ['c', 1, ['a']] },
  multiSelect: { good: [['a'], ['b', 'a']], bad: [['a', 'a'], ['c'], 'a', [1]] },
  user: { good: ['u1', UUID], bad: [1, 'x'.repeat(65), {}] },
  dept: { good: ['d1'], bad: [1] },
  lookup: { good: [UUID], bad: [1, { id: UUID }] },
  attachment: {
    good: [[{ fileId: 'f1', name: 'a', size: 1, mime: 'a/b' }], [{ fileId: 'f1' }]],
    bad: ['x', [1], [{ name: 'a' }], [{ fileId: 'f', path: '/etc' }]],
  },
  email: { good: ['a@example.com', '名@例子.公司'], bad: ['a', 'a@b', 'a b@c.d', '@example.com'] },
  phone: {
    good: ['13800000000', '+86 571-8888', '0571-88880000转12'],
    bad: ['电话', '12', 'x'.repeat(20)],
  },
  richText: {
    good: [
      doc({
        type: 'paragraph',
        content: [
          {
            type: 'text',
            text: '你好',
            marks: [{ type: 'bold' }, { type: 'link', attrs: { href: 'https://example.com' } }],
          },
        ],
      }),
    ],
    bad: ['<b>x</b>', { type: 'paragraph' }, []],
  },
  time: { good: ['00:00', '23:59'], bad: ['24:00', '8:00', '08:00:00', 8] },
  yearMonth: { good: ['2026-01', '0001-12'], bad: ['2026-13', '2026-1', '2026-01-01', 202601] },
  dateRange: {
    good: [
      { from: '2026-01-01', to: '2026-01-01' },
      { from: '2024-02-29', to: '2026-01-01' },
    ],
    bad: [
      { from: '2026-01-01' },
      ['2026-01-01', '2026-01-02'],
      { from: '2026-01-01', to: '2026-01-02', x: 1 },
      { from: 1, to: 2 },
    ],
  },
  cascade: { good: ['a', 'a1'], bad: ['z', 1, ['a']] },
  area: { good: ['310101', '110105'], bad: ['31', 310101, '01'] },
  users: { good: [['u1'], ['u2', 'u1']], bad: [['u1', 'u1'], 'u1', [1]] },
  depts: { good: [['d1', 'd2']], bad: [[{}], 5] },
  role: { good: ['r1'], bad: [1, {}] },
  lookups: { good: [[UUID]], bad: [UUID, [1]] },
  subTable: { good: [[{ qty: 1 }]], bad: ['x', [1], {}] },
  image: {
    good: [[{ fileId: 'f1' }]],
    bad: ['x', [1], [{ name: 'a' }], [{ fileId: 'f1' }, { fileId: 'f2' }, { fileId: 'f3' }]],
  },
  signature: { good: [{ fileId: 'f1' }], bad: [[{ fileId: 'f1' }], 'f1', { name: 'x' }] },
  rating: { good: [1, 5], bad: [0, 6, 2.5, 'x'] },
  slider: { good: [0, 0.5, 10], bad: [-1, 10.5, 'x'] },
  location: {
    good: [
      { lng: 121.47, lat: 31.23 },
      { lng: -180, lat: 90, address: '上海市' },
    ],
    bad: [{ lng: 181, lat: 0 }, { lng: 1 }, [1, 2], { lng: 1, lat: 2, z: 3 }, { lng: '1', lat: 2 }],
  },
  barcode: { good: ['6901234567892', 'HT-01'], bad: [6901234567892] },
  color: { good: ['#165dff', '#FFFFFF'], bad: ['#fff', '165dff', 'red', '#165dff80', 0x165dff] },
  duration: { good: [0, 5400, 3_155_760_000], bad: [-1, 1.5, 3_155_760_001, '1:30', true] },
  autoNumber: { good: [], bad: [] },
  formula: { good: [], bad: [] },
  rollup: { good: [], bad: [] },
  url: {
    good: ['https://example.com', 'HTTP://EXAMPLE.com/a?b#c'],
    bad: ['javascript:alert(1)', 'example.com', 'ftp://x.y', 'https://a b'],
  },
};

describe.each(FIELD_TYPES)('the type %s', (type) => {
  const kind = KINDS[type];
  const field = fieldOf(type);

  it('is called by its own name, in Chinese too', () => {
    expect(kind.type).toBe(type);
    expect(FIELDS[type].title).toMatch(/\p{Script=Han}/u);
  });

  it('takes what it should and refuses the rest, with a Chinese reason', () => {
    for (const value of SAMPLES[type].good)
      expect(parse(field, value), JSON.stringify(value)).toBeDefined();
    for (const value of SAMPLES[type].bad) {
      const reasons: string[] = [];
      expect(
        kind.parse(value, field, (reason) => {
          reasons.push(reason);
          return undefined;
        }),
        JSON.stringify(value),
      ).toBeUndefined();
      expect(reasons.length, JSON.stringify(value)).toBe(1);
    }
  });

  it('never throws, for any value', () => {
    for (const value of [
      NaN,
      Infinity,
      -0,
      '',
      [],
      {},
      [null],
      [undefined],
      [[]],
      Symbol.iterator,
      '\u0000',
      '\ud800',
      'x'.repeat(100_000),
      { toString: 1 },
      JSON.parse('{"__proto__":1}'),
      new Date(NaN),
      10n,
    ]) {
      expect(() => parse(field, value)).not.toThrow();
    }
  });

  it('sorts if and only if the contract says so', () => {
    expect(kind.sort !== undefined).toBe(isSortable(type));
  });

  it('stores only the settings it uses, and normalizing twice changes nothing', () => {
    const settled = kind.normalize(field, () => undefined);
    expect(
      Object.keys(settled).every((key) => (kind.settings as readonly string[]).includes(key)),
    ).toBe(true);
    expect(kind.normalize({ ...field, ...settled }, () => undefined)).toEqual(settled);
  });

  it('makes SQL of every operator it offers, with values as parameters only', () => {
    for (const op of FILTER_OPS[type]) {
      const hostile = `x'; drop table t; --`;
      const values: unknown[] = [];
      const operand =
        kind.filter.operand(
          op,
          ['contains', 'ncontains', 'starts', 'ends', 'eq', 'ne'].includes(op)
            ? hostile
            : [hostile],
          field,
          { now: new Date(), userId: hostile },
          () => undefined,
        ) ??
        kind.filter.operand(
          op,
          undefined,
          field,
          { now: new Date(), userId: hostile },
          () => undefined,
        );
      if (operand)
        expect(
          kind.filter.sql(op, 'r.f_1', operand, (value) => `$${values.push(value)}`),
        ).not.toContain('drop');
    }
  });

  it('agrees with the schema the browser checks by', () => {
    const describe = {
      id: 'o',
      apiName: 'o',
      label: 'o',
      titleField: 'id',
      appId: null,
      version: 1,
      fields: [field],
      validator: '',
    } as ObjectDescribe;
    const ajv = new Ajv({ allErrors: true, validateFormats: false, strict: false });
    ajv.addVocabulary([...RECORD_KEYWORDS]);
    const validate = ajv.compile(recordSchema(describe));
    const fits = (value: unknown) =>
      validate({ v: value }) &&
      (field.precision === undefined ||
        typeof value !== 'number' ||
        checkDecimal(value, field.precision, field.scale ?? 0));
    for (const value of SAMPLES[type].good)
      expect(fits(value), `good ${JSON.stringify(value)}`).toBe(true);
    for (const value of SAMPLES[type].bad)
      if (Number.isFinite(value) || typeof value !== 'number')
        expect(fits(value) && !isEmpty(value), `bad ${JSON.stringify(value)}`).toBe(false);
  });
});

describe('days and moments', () => {
  it('know which days exist', () => {
    expect(['2024-02-29', '2026-12-31', '0001-01-01'].every(isDay)).toBe(true);
    expect(
      ['2026-02-29', '2026-04-31', '2026-00-10', '0000-01-01', '2026-1-01', ''].some(isDay),
    ).toBe(false);
  });

  it("are read in the tenant's zone when they name none", () => {
    expect(instantOf('2026-01-01 00:00:00')).toBe('2025-12-31T16:00:00.000Z');
    expect(instantOf('2026-01-01T00:00:00+09:00')).toBe('2025-12-31T15:00:00.000Z');
    expect(startOf('2026-01-01')).toBe('2025-12-31T16:00:00.000Z');
    expect(dayOf(new Date('2025-12-31T16:00:00Z'))).toBe('2026-01-01');
    // Summer time of 1986 to 1991, and local mean time before 1901.
    expect(instantOf('1988-07-01 00:00:00')).toBe('1988-06-30T15:00:00.000Z');
    expect(instantOf('1900-01-01 00:00:00')).toBe('1899-12-31T15:54:17.000Z');
  });

  it('weeks begin on Monday, months and years end where they do, N days count today', () => {
    const on = (op: string, day: string, n = 0) => RELATIVE[op]!(day, n);
    expect(on('thisWeek', '2026-11-22')).toEqual(['2026-11-16', '2026-11-23']);
    expect(on('lastWeek', '2026-11-23')).toEqual(['2026-11-16', '2026-11-23']);
    expect(on('thisMonth', '2024-02-29')).toEqual(['2024-02-01', '2024-03-01']);
    expect(on('lastMonth', '2026-01-15')).toEqual(['2025-12-01', '2026-01-01']);
    expect(on('thisYear', '2026-05-05')).toEqual(['2026-01-01', '2027-01-01']);
    expect(on('lastNDays', '2026-03-01', 7)).toEqual(['2026-02-23', '2026-03-02']);
    expect(on('nextNDays', '2026-12-31', 2)).toEqual(['2026-12-31', '2027-01-02']);
    expect(on('nextWeek', '2026-12-31')).toEqual(['2027-01-04', '2027-01-11']);
    expect(on('nextMonth', '2026-12-31')).toEqual(['2027-01-01', '2027-02-01']);
    expect(on('thisQuarter', '2026-12-31')).toEqual(['2026-10-01', '2027-01-01']);
    expect(on('lastQuarter', '2026-02-28')).toEqual(['2025-10-01', '2026-01-01']);
    expect(on('nextQuarter', '2026-05-31')).toEqual(['2026-07-01', '2026-10-01']);
    expect(on('lastYear', '2024-02-29')).toEqual(['2023-01-01', '2024-01-01']);
    expect(on('nextYear', '2026-05-05')).toEqual(['2027-01-01', '2028-01-01']);
    expect(on('olderThanNDays', '2026-03-02', 1)).toEqual([undefined, '2026-03-01']);
    expect(on('laterThanNDays', '2026-12-30', 1)).toEqual(['2027-01-01', undefined]);
  });
});
