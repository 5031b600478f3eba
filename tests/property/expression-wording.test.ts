import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parse,
  parseDisplayText,
  print,
  toStored,
  toDisplayText,
  type LabeledName,
} from '../../src/expression/index.ts';
import { COLUMNS, expressions, LINES } from './expression-arbitrary.ts';

const typed = fc.oneof(
  ...(['boolean', 'number', 'text', 'date', 'dateTime', 'duration'] as const).map(expressions),
);
/**
 * Labels people give: plain, with spaces and signs, quotes, words of the language, another field's
 * name, one used twice.
 */
const labels = fc.oneof(
  fc.constantFrom(
    '金额',
    '单价 (元)',
    'a+b',
    '数量',
    '1月',
    'and',
    '求和',
    'sum',
    "it's",
    '`引`',
    'qty',
    'whole',
    'money',
    'name',
    'lines',
    '备注',
    'constructor',
    ' 前后 ',
    '',
    '税率%',
    '甲.乙',
    'null',
    '如果',
    '且',
    '是',
    '为空',
    '至',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const named = (names: readonly string[]): fc.Arbitrary<LabeledName[]> =>
  fc.tuple(...names.map((name) => labels.map((label) => ({ name, label }))));
const world: fc.Arbitrary<LabeledName[]> = fc
  .tuple(named(Object.keys(COLUMNS)), named(Object.keys(LINES)), labels)
  .map(([columns, inside, label]) => [...columns, { name: 'lines', label, list: true, inside }]);
const canonical = (source: string): string => {
  const result = parse(source);
  if (!result.ok) throw new Error(`${source}: ${result.errors[0]!.message}`);
  return print(result.ast);
};

describe('expressions in words', () => {
  it('displaying and storing again gives the same expression, for any labels', () => {
    fc.assert(
      fc.property(typed, world, (source, names) => {
        const shown = toDisplayText(source, names);
        expect(canonical(toStored(shown, names))).toBe(canonical(source));
        const read = parseDisplayText(shown, names);
        expect(read.ok && print(read.ast)).toBe(canonical(source));
      }),
      { numRuns: 2_000 },
    );
  }, 60_000);
  it('storing twice changes nothing', () => {
    fc.assert(
      fc.property(typed, world, (source, names) => {
        expect(toStored(toStored(source, names), names)).toBe(toStored(source, names));
      }),
      { numRuns: 500 },
    );
  }, 60_000);
});

const NAMES: LabeledName[] = [
  { name: 'price', label: '单价 (元)' },
  { name: 'kind', label: '类别' },
  { name: 'a', label: '重名' },
  { name: 'b', label: '重名' },
  { name: 'total', label: 'price' },
  {
    name: 'lines',
    label: '订单明细',
    list: true,
    inside: [
      { name: 'amount', label: '金额' },
      { name: 'kind', label: '类型' },
    ],
  },
];
describe('both notations', () => {
  it.each([
    ['sum(lines.amount)', '求和(订单明细.金额)'],
    ['price * 2', '`单价 (元)` * 2'],
    ["if(kind = 'x',\n  1, 2)", "如果(类别 = 'x',\n  1, 2)"],
    [
      "count(lines where kind = 'a' and price > 0)",
      "计数(订单明细 其中 类型 = 'a' 且 `单价 (元)` > 0)",
    ],
    ['sum((amount + 1) of lines where amount > 1)', '求和((金额 + 1) of 订单明细 其中 金额 > 1)'],
    ["sum(lines.amount * 2, lines.kind = 'a')", "求和(订单明细.金额 * 2, 订单明细.类型 = 'a')"],
    ['a + b', 'a + b'],
    ['not (a is null) or b is not null', '非 (a 为空) 或 b 不为空'],
    [
      "price between (1) and 2 and kind not in ['x'] and true",
      "`单价 (元)` 介于 (1) 至 2 且 类别 不属于 ['x'] 且 是",
    ],
    ['if(false, null, lines.true)', '如果(否, 空, 订单明细.true)'],
    ['total', 'total'],
    ['nobody', 'nobody'],
  ])('%s is read as %s', (kept, shown) => {
    expect([toDisplayText(kept, NAMES), toStored(shown, NAMES)]).toEqual([shown, kept]);
  });
  it('words have synonyms, and a field may be called like one', () => {
    expect(toStored('真 并且 假 或者 a 不介于 1 至 2', NAMES)).toBe(
      'true and false or a not between 1 and 2',
    );
    const called = [{ name: 'paid', label: '是' }];
    expect(toDisplayText('paid = true', called)).toBe('`是` = 是');
    expect(toStored('`是` = 是', called)).toBe('paid = true');
  });
  it('a text may mix them, and one that cannot be read stays as it is', () => {
    expect(toStored('SUM(订单明细.amount) + 求和(lines.金额)', NAMES)).toBe(
      'sum(lines.amount) + sum(lines.amount)',
    );
    expect(toStored('订单明细 +', NAMES)).toBe('订单明细 +');
  });
});
