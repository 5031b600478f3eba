import { describe, expect, it } from 'vitest';
import { compile } from './compile.ts';
import { explain, type ExplainedPart } from './explain.ts';
import { parse } from '../language/parser.ts';
import { scopeOf } from '../values/scope.ts';

const ctx = { now: new Date('2026-01-01'), timeZone: 'Asia/Shanghai' };
const scope = scopeOf({
  qty: 12,
  price: 9.5,
  status: 'draft',
  lines: [{ amount: 2 }, { amount: 5 }],
  user: { level: null },
});
function told(source: string): ExplainedPart {
  const parsed = parse(source);
  if (!parsed.ok) throw new Error(source);
  return explain(source, parsed.ast, scope, ctx);
}
const lines = (part: ExplainedPart, depth = 0): string[] => [
  `${'  '.repeat(depth)}${part.text} = ${JSON.stringify(part.value)}`,
  ...part.parts.flatMap((each) => lines(each, depth + 1)),
];

describe('the explanation of an expression', () => {
  it('lists its parts, in the text as it was written', () => {
    expect(lines(told("qty * price > 100 and ( status = 'approved' or user.level >= 2 )"))).toEqual(
      [
        "qty * price > 100 and ( status = 'approved' or user.level >= 2 ) = null",
        '  qty * price > 100 = true',
        '    qty * price = 114',
        '      qty = 12',
        '      price = 9.5',
        "  ( status = 'approved' or user.level >= 2 ) = null",
        "    status = 'approved' = false",
        '      status = "draft"',
        '    user.level >= 2 = null',
        '      user.level = null',
      ],
    );
  });
  it('of a choice shows both branches, of an aggregate its rows', () => {
    expect(lines(told("if(qty > 10, '多', status)")).slice(1)).toEqual([
      '  qty > 10 = true',
      '    qty = 12',
      '  status = "draft"',
    ]);
    expect(lines(told('sum(lines.amount where amount > 2)'))).toEqual([
      'sum(lines.amount where amount > 2) = 5',
      '  lines.amount = null',
    ]);
    expect(lines(told('count(lines)'))[1]).toBe('  lines = [{"amount":2},{"amount":5}]');
  });
  it('agrees with the result of any expression', () => {
    for (const source of [
      'qty + 1',
      'not (qty in [1, 12])',
      'status & qty',
      'coalesce(user.level, price)',
      'qty between 1 and 20',
      'lines is null',
      '-qty',
    ]) {
      const parsed = parse(source);
      expect(told(source).value, source).toEqual(parsed.ok && compile(parsed.ast)(scope, ctx));
    }
  });
});
