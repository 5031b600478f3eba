import { Ajv } from 'ajv';
import formatsPlugin from 'ajv-formats';
import { describe as group, expect, it } from 'vitest';
import type { FieldType } from '../../contract/index.ts';
import { checkDecimal } from '../../values/index.ts';
import { RECORD_KEYWORDS, recordSchema, schemaHash, uiFor } from '../index.ts';
import { decimalProblems } from './record-schema.ts';
import { leave } from '../testing/samples.ts';

const ajv = new Ajv({ strict: true, allowUnionTypes: true, strictTypes: false });
(formatsPlugin as unknown as (ajv: Ajv) => void)(ajv);
ajv.addVocabulary([...RECORD_KEYWORDS]);
const whole = ajv.compile(recordSchema(leave));
const partial = ajv.compile(recordSchema(leave, { partial: true }));
const takes = (type: FieldType, value: unknown): boolean =>
  partial({ [`${type}Field`]: value }) as boolean;

const GOOD: Record<FieldType, unknown[]> = {
  text: ['字'],
  longText: ['行\n行'],
  integer: [0, 100],
  decimal: [-1.25, 1e6],
  currency: [0.01],
  percent: [12.5],
  boolean: [true, false],
  date: ['2026-01-31'],
  dateTime: ['2026-01-31T08:00:00.000Z', '2026-01-31T08:00:00+08:00', '2026-01-31 08:00:00'],
  singleSelect: ['a'],
  multiSelect: [['x'], ['x', 'y']],
  user: ['u1'],
  dept: ['d1'],
  lookup: ['r1'],
  attachment: [[{ fileId: 'f', name: 'a.pdf', size: 1, mime: 'application/pdf' }]],
  email: ['name@example.com'],
  phone: ['13800000000', '0571-88880000转12'],
  url: ['https://example.com/a?b=1'],
  richText: [{ type: 'doc', content: [{ type: 'paragraph' }] }],
  time: ['08:30'],
  yearMonth: ['2026-01'],
  dateRange: [{ from: '2026-01-01', to: '2026-01-31' }],
  cascade: ['p', 'q'],
  area: ['310101'],
  users: [['u1', 'u2']],
  depts: [['d1']],
  role: ['r1'],
  lookups: [['r1']],
  subTable: [[{ qty: 1 }, { id: 'x', qty: 2 }]],
  image: [[{ fileId: 'f' }]],
  signature: [{ fileId: 'f' }],
  rating: [1, 5],
  slider: [0, 55],
  location: [{ lng: 121.5, lat: 31.2, address: '上海' }],
  barcode: ['6901234567892'],
  color: ['#165dff', '#F53F3F'],
  duration: [0, 5_400],
  autoNumber: ['HT1'],
  formula: [1],
  rollup: [1],
};
const BAD: Record<FieldType, unknown[]> = {
  text: [1, 'x'.repeat(201)],
  longText: [{}],
  integer: [1.5, '1', -1, 101],
  decimal: ['1', true],
  currency: ['0.01'],
  percent: [[]],
  boolean: ['true', 1],
  date: ['2026-1-31', '2026-13-01', 20260131],
  dateTime: ['2026-01-31', '昨天', 5],
  singleSelect: ['c', 1],
  multiSelect: ['x', ['z'], ['x', 'x']],
  user: [1, 'x'.repeat(65)],
  dept: [{}],
  lookup: [['r1']],
  attachment: [[{ name: 'a.pdf' }], [{ fileId: 'f', extra: 1 }], 'f'],
  email: ['name', 'a@b'],
  phone: ['电话', '1'],
  url: ['javascript:alert(1)', 'example.com'],
  richText: ['<b>x</b>', { type: 'paragraph' }],
  time: ['24:00', '8:30', '08:30:00'],
  yearMonth: ['2026-13', '2026-01-01'],
  dateRange: [{ from: '2026-01-01' }, ['2026-01-01', '2026-01-31']],
  cascade: ['z', ['p']],
  area: ['31', 310101],
  users: ['u1', ['u1', 'u1']],
  depts: [[1]],
  role: [1],
  lookups: ['r1'],
  subTable: [[{ qty: 'x' }], [{ nosuch: 1 }], [{}]],
  image: ['f'],
  signature: [[{ fileId: 'f' }]],
  rating: [0, 6, 1.5],
  slider: [101, 'x'],
  location: [{ lng: 200, lat: 1 }, { lng: 1 }],
  barcode: [1],
  color: ['#fff', '165dff', '红', 1],
  duration: ['1:30', 0.5, -1, 3_155_760_001],
  autoNumber: [],
  formula: [],
  rollup: [],
};

group('the schema of a record', () => {
  for (const type of Object.keys(GOOD) as FieldType[]) {
    it(`takes what a ${type} field may hold, null for nothing, and nothing else`, () => {
      for (const value of [...GOOD[type], null])
        expect([value, takes(type, value)]).toEqual([value, true]);
      for (const value of BAD[type]) expect([value, takes(type, value)]).toEqual([value, false]);
    });
  }
  it('wants required fields, and in a change of some fields only that they are not emptied', () => {
    expect(whole({ name: '年假' })).toBe(true);
    for (const record of [{}, { name: null }, { name: '' }]) expect(whole(record)).toBe(false);
    expect(partial({})).toBe(true);
    expect(partial({ name: '' })).toBe(false);
  });
  it('knows system fields, not hidden ones and none that do not exist', () => {
    expect(
      whole({ name: '年假', id: 'x', version: 2, createdAt: '2026-01-31T00:00:00.000Z' }),
    ).toBe(true);
    expect(whole({ name: '年假', hidden: 'x' })).toBe(false);
    expect(whole({ name: '年假', nosuch: 1 })).toBe(false);
  });
  it('has a hash that depends on what it checks only', () => {
    expect(schemaHash(recordSchema(leave))).toBe(schemaHash(recordSchema(structuredClone(leave))));
    expect(schemaHash({ a: 1, b: 2 })).toBe(schemaHash({ b: 2, a: 1 }));
    expect(schemaHash(recordSchema(leave))).not.toBe(
      schemaHash(recordSchema({ ...leave, fields: leave.fields.slice(1) })),
    );
  });
});

group('digits of decimals', () => {
  it('are counted as written, not as binary sees them', () => {
    const fits: [number, number, number][] = [
      [1.1, 9, 2],
      [0.29, 3, 2],
      [1234567.89, 9, 2],
      [-0.5, 1, 1],
      [0, 1, 0],
      [1e-7, 9, 7],
      [1e15, 16, 0],
      [100, 5, 2],
    ];
    const not: [number, number, number][] = [
      [0.1 + 0.2, 9, 2],
      [1.125, 9, 2],
      [12345678, 9, 2],
      [1e21, 15, 2],
      [1e-7, 9, 6],
      [Infinity, 9, 2],
      [NaN, 9, 2],
      [1000, 5, 2],
    ];
    for (const [value, precision, scale] of fits)
      expect([value, checkDecimal(value, precision, scale)]).toEqual([value, true]);
    for (const [value, precision, scale] of not)
      expect([value, checkDecimal(value, precision, scale)]).toEqual([value, false]);
  });
  it('are a problem at their field', () => {
    expect(decimalProblems(leave, { decimalField: 1.234, currencyField: 1.23 })).toEqual([
      expect.objectContaining({ path: '/decimalField', reason: 'VALUE_PRECISION' }),
    ]);
  });
});

group('how a field is typed in', () => {
  it('every field type has an input, with what the input needs', () => {
    const inputs = leave.fields.map((field) => uiFor(field).input);
    expect(inputs).not.toContain(undefined);
    expect(uiFor(leave.fields.find((field) => field.type === 'lookup')!)).toEqual({
      input: 'lookup',
      refObject: 'customer',
    });
    expect(uiFor(leave.fields.find((field) => field.type === 'currency')!)).toMatchObject({
      input: 'currency',
      currencyCode: 'CNY',
      scale: 2,
    });
  });
});
