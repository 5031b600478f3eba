import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compile,
  ExpressionError,
  explainResult,
  parse,
  scopeOf,
  showValue,
  type Ast,
  type Explanation,
  type ExplanationNames,
} from '../../src/expression/index.ts';
import { COLUMNS, expressions, LINES, records } from './expression-arbitrary.ts';

const ctx = { now: new Date('2026-03-01T20:00:00.000Z'), timeZone: 'Asia/Shanghai' };
const typed = fc.oneof(
  ...(['boolean', 'number', 'text', 'date', 'dateTime', 'duration'] as const).map(expressions),
);
const show = (value: unknown): string => showValue(value, ctx) || '空';
const names: ExplanationNames = {
  label: (path) =>
    path.length === 1 && (Object.hasOwn(COLUMNS, path[0]!) || path[0] === 'lines')
      ? `「${path[0]}」`
      : path[0] === 'lines' && Object.hasOwn(LINES, path[1]!)
        ? `「明细${path[1]}」`
        : undefined,
  value: (_path, value) => show(value),
  plain: show,
};
const env = {
  typeOf: () => undefined,
  isRows: (path: readonly string[]) => path.join('.') === 'lines',
  isPercent: (path: readonly string[]) => path.at(-1) === 'money' || path.at(-1) === 'price',
};
const read = (source: string): Ast => {
  const result = parse(source);
  if (!result.ok) throw new Error(source);
  return result.ast;
};
function evaluated(ast: Ast, values: unknown): { value: unknown; failure?: string } {
  try {
    return { value: compile(ast, env)(scopeOf(values), ctx) ?? null };
  } catch (error) {
    if (error instanceof ExpressionError) return { value: null, failure: error.message };
    throw error;
  }
}
const textsOf = ({ words, steps, choices, totals }: Explanation): string[] => [
  words,
  ...steps,
  ...choices.flatMap(({ condition, values }) => [condition, values]),
  ...totals.flatMap((total) => [total.words, ...total.first]),
];

describe('the explanation of any expression', () => {
  it('has the result of the evaluator, shows what was read, and is bounded', () => {
    fc.assert(
      fc.property(typed, records, (source, values) => {
        const ast = read(source);
        const told = explainResult(ast, names, scopeOf(values), ctx, env);
        const wanted = evaluated(ast, values);
        expect(told.value, source).toEqual(wanted.value);
        expect(told.failure).toBe(wanted.failure);
        for (const text of textsOf(told)) expect(text.length).toBeLessThanOrEqual(601);
        // A value that was read is in the place of its name.
        for (const line of told.steps) expect(line, source).not.toMatch(/「(?!明细)/);
        for (const { path, value } of told.reads)
          expect(value, source).toEqual(
            evaluated({ ...ast, kind: 'path', path: [...path] }, values).value,
          );
        for (const { length, counted, first } of told.totals) {
          expect(counted).toBeLessThanOrEqual(length);
          expect(first.length).toBeLessThanOrEqual(Math.min(counted, 5));
        }
      }),
      { numRuns: 400 },
    );
  }, 60_000);

  const told = (source: string, values: object): Explanation =>
    explainResult(read(source), names, scopeOf(values), ctx, env);
  it('takes the branch that was chosen, and does arguments before functions', () => {
    expect(told("if(whole > 3, name ?? 'x', 备注)", { whole: 5 })).toMatchObject({
      words: '如果 「whole」 大于 3 则取 「name」，为空时取 “x” ，否则取 「备注」',
      steps: [],
      choices: [{ condition: '「whole」 大于 3', values: '5 大于 3', holds: true }],
      reads: [
        { path: ['whole'], value: 5 },
        { path: ['name'], value: null },
      ],
    });
    expect(told('round((whole - 2) * 0.5, 1) / 3', { whole: -5 }).steps).toEqual([
      '四舍五入((-5 − 2) × 0.5，1) ÷ 3',
      '四舍五入(-3.5，1) ÷ 3',
    ]);
    expect(told('2 - whole', { whole: -5 }).steps).toEqual(['2 − (-5)']);
    expect(told("switch(whole, 1, 'a', 2, 'b', 'c')", { whole: 2 }).choices).toEqual([
      { condition: '「whole」', values: '2 等于 2', holds: true },
    ]);
  });
  it('of a total shows the rows that count, and of a huge list the first few', () => {
    const lines = Array.from({ length: 10_000 }, (_, i) => ({ qty: i, price: 100 }));
    const [total] = told('sum(lines.qty * lines.price, lines.qty > 1)', { lines }).totals;
    expect(total).toMatchObject({ length: 10_000, counted: 9_998, blank: 0 });
    expect(total!.first[0]).toBe('2 × 1 = 2');
    expect(total!.first).toHaveLength(5);
    const endless = told('sum(lines.qty * (1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 1 + 2) of lines)', {
      lines,
    });
    expect([endless.value, endless.steps]).toEqual([null, []]);
    expect(endless.failure).toContain('行数太多');
  });
  it('says where something was divided by nothing', () => {
    expect(told('1 / (whole - 1)', { whole: 1 })).toMatchObject({
      value: null,
      dividedByZero: true,
    });
    expect(told('if(false, 1 / 0, 2)', {})).toMatchObject({ value: 2, dividedByZero: false });
  });
});
