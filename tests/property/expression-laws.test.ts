import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  check,
  compile,
  compileTemplate,
  ExpressionError,
  FUNCTIONS,
  functionText,
  limits,
  parse,
  parseTemplate,
  print,
  scopeOf,
  toSentence,
  toSql,
  type Ast,
} from '../../src/expression/index.ts';
import { COLUMNS, expressions, LINES } from './expression-arbitrary.ts';

const ctx = { now: new Date('2026-03-01T20:00:00.000Z'), timeZone: 'Asia/Shanghai' };
const kinds = ['boolean', 'number', 'text', 'date', 'dateTime', 'duration'] as const;
const typed = fc.oneof(...kinds.map(expressions));

/** The tree without positions. */
const bare = (ast: Ast): unknown =>
  JSON.parse(
    JSON.stringify(ast, (key, value: unknown) =>
      key === 'start' || key === 'end' ? undefined : value,
    ),
  );
function read(source: string): Ast {
  const result = parse(source);
  if (!result.ok) throw new Error(`${source}: ${result.errors[0]!.message}`);
  return result.ast;
}

const WORDS = [
  'and',
  'or',
  'not',
  'in',
  'between',
  'is',
  'null',
  'where',
  'of',
  'sum',
  '求和',
  'if',
  '(',
  ')',
  '[',
  ']',
  ',',
  '，',
  '.',
  '+',
  '-',
  '*',
  '/',
  '%',
  '&',
  '??',
  '=',
  '!=',
  '<',
  '>',
  '==',
  '&&',
  "'",
  '"',
  '“',
  '`',
  "'a'",
  'qty',
  '备注',
  'lines',
  '1',
  '2.50',
  '{',
  '}',
  '{{',
  '__proto__',
  'constructor',
  '\0',
  '\ud800',
  '𠮷',
  'days(',
  'date(',
  ' ',
  '\n',
];
/**
 * Random text, words of the language in any order, and sound expressions with one piece cut out,
 * doubled or replaced.
 */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.constantFrom(...WORDS), { maxLength: 30 }).map((words) => words.join('')),
  fc.array(fc.constantFrom(...WORDS), { maxLength: 30 }).map((words) => words.join(' ')),
  fc
    .tuple(typed, fc.nat(), fc.nat({ max: 6 }), fc.constantFrom('', ...WORDS))
    .map(
      ([source, at, length, instead]) =>
        source.slice(0, at % (source.length + 1)) +
        instead +
        source.slice((at % (source.length + 1)) + length),
    ),
);
/** Readings of one text; all must be total. */
function readAll(text: string): void {
  const result = parse(text);
  if (!result.ok) {
    expect(result.errors.length).toBeGreaterThan(0);
    for (const { start, end, message } of result.errors) {
      expect(
        start >= 0 && start <= end && end <= text.length && message !== '',
        JSON.stringify(text),
      ).toBe(true);
    }
    return;
  }
  expect(bare(read(print(result.ast)))).toEqual(bare(result.ast));
  compile(result.ast)(scopeOf({ qty: 1, lines: [{ qty: 2 }] }), ctx);
  check(result.ast, {
    typeOf: (path) =>
      path.length === 1 && Object.hasOwn(COLUMNS, path[0]!) ? COLUMNS[path[0]!] : undefined,
    names: () => Object.keys(COLUMNS),
  });
  expect(toSentence(result.ast, { label: () => undefined })).not.toMatch(/undefined|\[object/);
  try {
    toSql(result.ast, {
      column: (path) => ({ sql: 'x', type: COLUMNS[path[0]!] ?? 'text' }),
      timeZone: 'UTC',
    });
  } catch (error) {
    expect(error).toBeInstanceOf(ExpressionError);
  }
}

describe('the laws of the language', () => {
  it('what is printed reads as the same tree, in English and in Chinese', () => {
    fc.assert(
      fc.property(typed, (source) => {
        const ast = read(source);
        expect(bare(read(print(ast)))).toEqual(bare(ast));
        expect(bare(read(print(ast, { zh: true })))).toEqual(bare(ast));
        expect(print(read(print(ast)))).toBe(print(ast));
      }),
      { numRuns: 1_000 },
    );
  });

  it('any text at all is read or refused with a place and a reason, and nothing throws', () => {
    fc.assert(fc.property(anyText, readAll), { numRuns: 40_000 });
  }, 60_000);

  it('any text with holes is read or refused, and nothing throws', () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.oneof(anyText, fc.constantFrom('{', '}', '{{', '}}')), { maxLength: 5 })
          .map((parts) => parts.join('')),
        (text) => {
          const result = parseTemplate(text);
          if (result.ok)
            expect(typeof compileTemplate(result.parts)(scopeOf({}), ctx)).toBe('string');
          else
            for (const { start, end } of result.errors)
              expect(start >= 0 && start <= end && end <= text.length, JSON.stringify(text)).toBe(
                true,
              );
        },
      ),
      { numRuns: 5_000 },
    );
  });

  it('any values give a result', () => {
    const anything = fc.anything({
      withDate: true,
      withNullPrototype: true,
      withSparseArray: true,
      maxDepth: 2,
    });
    const scope = fc.record(
      Object.fromEntries([...Object.keys(COLUMNS), 'lines'].map((name) => [name, anything])),
    );
    fc.assert(
      fc.property(typed, scope, (source, values) => {
        compile(read(source))(scopeOf(values), ctx);
      }),
      { numRuns: 3_000 },
    );
  });

  it('a sentence is Chinese and names what the reader knows', () => {
    const labels: Record<string, string> = {
      ...Object.fromEntries(Object.keys(COLUMNS).map((name) => [name, `〈${name}〉`])),
      ...Object.fromEntries(Object.keys(LINES).map((name) => [`lines.${name}`, `〈明细${name}〉`])),
      lines: '〈明细〉',
    };
    fc.assert(
      fc.property(typed, (source) => {
        const words = toSentence(read(source), { label: (path) => labels[path.join('.')] });
        expect(words).not.toMatch(/undefined|null|\b(and|or|not|where)\b/);
      }),
      { numRuns: 1_000 },
    );
  });

  it('a deep, long or wide text ends at a limit', () => {
    const heavy = [
      '('.repeat(3_999),
      '['.repeat(3_999),
      '-'.repeat(3_999),
      'not '.repeat(999),
      'a+'.repeat(1_999) + 'a',
      `${'x in ('.repeat(600)}`,
      'a'.repeat(limits.MAX_SOURCE + 1),
      `[${'1,'.repeat(1_500)}1]`,
      'f('.repeat(1_900),
      '9'.repeat(41),
      'if('.repeat(1_300),
      `'${"''".repeat(1_900)}`,
    ];
    for (const text of heavy) expect(parse(text).ok, text.slice(0, 20)).toBe(false);
  });

  it('SQL that would grow without end is refused', () => {
    const env = { column: () => ({ sql: 'name', type: 'text' as const }), timeZone: 'UTC' };
    let source = 'name';
    for (let depth = 0; depth < 20; depth++)
      source = `switch(${source},'a','b','c','d','e','f',name)`;
    expect(toSql(read(source), env).sql.length).toBeLessThan(limits.MAX_SOURCE);
    expect(() =>
      toSql(
        read(
          `max(${Array.from({ length: limits.MAX_SUBQUERIES }, () => 'number(name)').join(', ')})`,
        ),
        env,
      ),
    ).toThrow('公式太长');
  });

  it('every function has one English and one Chinese name of its own, and says its arguments', () => {
    const names = FUNCTIONS.flatMap(({ name, zh }) => [name.toLowerCase(), zh]);
    expect(new Set(names).size).toBe(names.length);
    expect(FUNCTIONS.length).toBeGreaterThanOrEqual(55);
    for (const fn of FUNCTIONS)
      expect([
        fn.name,
        fn.args.length,
        Boolean(functionText(fn.name)?.doc) && fn.zh !== '',
      ]).toEqual([fn.name, fn.takes.length, true]);
  });
});
