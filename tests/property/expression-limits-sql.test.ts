import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  compile,
  ExpressionError,
  limits,
  parse,
  scopeOf,
  toSql,
  type Ast,
  type SqlEnv,
  type Type,
} from '../../src/expression/index.ts';
import { partOf } from '../setup/half.ts';
import { openTestDatabase, type TestDatabase } from '../../src/server/kernel/testing.ts';

/** Expressions tried per law. More can be asked for when hunting: EXPRESSION_RUNS=5000. */
const RUNS = Number(process.env['EXPRESSION_RUNS'] ?? partOf(100));
const NOW = new Date('2026-03-01T20:00:00.000Z');
/**
 * Milliseconds one expression may take over all rows, and bytes a backend of PostgreSQL may grow
 * to: far above what was seen.
 */
const SLOW = 5_000;
const MOST_MEMORY = 400 * 1024 * 1024;

/**
 * Values at the limits: texts of 100,000 letters, one less and one more; numbers whose products
 * have a thousand digits.
 */
const rows = [
  {
    big: 'a'.repeat(limits.MAX_TEXT),
    part: 'a',
    digits: '9'.repeat(limits.MAX_DIGITS),
    large: 1e300,
    small: 1e-300,
    due: '9999-12-31',
    made: '9999-12-31T00:00:00.000Z',
  },
  {
    big: 'ab'.repeat(limits.MAX_TEXT / 2 - 1),
    part: 'ab',
    digits: '9'.repeat(limits.MAX_DIGITS + 1),
    large: -9.99e299,
    small: 2.5e-290,
    due: '1000-01-01',
    made: '1000-01-01T00:00:00.000Z',
  },
  {
    big: '𠮷a'.repeat(10_000),
    part: '𠮷',
    digits: `0.${'3'.repeat(limits.MAX_DIGITS - 2)}`,
    large: 123_456_789_012_345,
    small: 0.1,
    due: '2026-02-28',
    made: '2026-01-31T16:00:00.000Z',
  },
  {
    big: '',
    part: '',
    digits: '12',
    large: 0,
    small: 0,
    due: '1500-06-01',
    made: '1600-06-01T00:00:00.000Z',
  },
  { big: null, part: null, digits: null, large: null, small: null, due: null, made: null },
];
const TYPES: Record<string, Type> = {
  big: 'text',
  part: 'text',
  digits: 'text',
  large: 'number',
  small: 'number',
  due: 'date',
  made: 'dateTime',
};
const MOST: Record<string, number> = { big: limits.MAX_TEXT, large: 330, small: 330 };
const typeOf = (path: readonly string[]): Type | undefined => TYPES[path[0]!];
const env = (timeZone: string): SqlEnv => ({
  timeZone,
  now: NOW,
  column: ([name]) => ({
    sql: `t.${name!}`,
    type: TYPES[name!]!,
    ...(MOST[name!] !== undefined && { most: MOST[name!]! }),
  }),
});

type Source = fc.Arbitrary<string>;
const call = (name: string, ...args: Source[]): Source =>
  fc.tuple(...args).map((given) => `${name}(${given.join(', ')})`);
const infix = (left: Source, ops: readonly string[], right: Source): Source =>
  fc.tuple(left, fc.constantFrom(...ops), right).map((parts) => `(${parts.join(' ')})`);
const deep = { maxDepth: 4, depthIdentifier: 'limits', withCrossShrink: true };

const { text } = fc.letrec<{ text: string; piece: string }>((tie) => {
  const [t, piece] = [tie('text') as Source, tie('piece') as Source];
  return {
    piece: fc.oneof(
      fc.constantFrom(
        "''",
        "'a'",
        "'b'",
        "'ab'",
        "'𠮷'",
        "'aaaaaaaaaa'",
        `'${'b'.repeat(400)}'`,
        'part',
      ),
      t,
    ),
    text: fc.oneof(
      deep,
      fc.constantFrom('big', 'part', "'aaaaaaaaaa'", `left(big, ${limits.MAX_TEXT / 2})`),
      call('replace', t, piece, piece),
      call('concat', t, t, fc.constant('large')),
      infix(t, ['&'], t),
      call('upper', t),
      call('right', t, fc.constantFrom('-1', '99999', '50000')),
      call('coalesce', t, t),
      call('if', fc.constant('large > 1'), t, t),
      call('max', t, t),
      call('trim', t),
      call('text', t),
    ),
  };
});
const { number } = fc.letrec<{ number: string }>((tie) => {
  const n = tie('number') as Source;
  return {
    number: fc.oneof(
      deep,
      fc.constantFrom(
        'large',
        'small',
        '2',
        'number(digits)',
        '9'.repeat(limits.MAX_LITERAL_DIGITS),
        `0.${'7'.repeat(limits.MAX_LITERAL_DIGITS - 2)}`,
      ),
      infix(n, ['*', '+', '-', '/', '%'], n),
      infix(n, ['*'], n),
      call('round', n, fc.constantFrom('-100', '100', '0')),
      call('ceil', n),
      call('abs', n),
      call('sum', n, n),
      call('avg', n, n),
      call('min', n, n),
      call('mod', n, n),
    ),
  };
});
const duration: Source = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'years(1000)',
        'years(-1000)',
        'days(365000)',
        'days(3)',
        'hours(2777777)',
        'seconds(1.5)',
        'months(12000)',
      ),
      fc.constantFrom("(due - date('1000-01-01'))", '(made - now())'),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => `(${parts.join(' + ')})`);

function read(source: string): Ast {
  const result = parse(source);
  if (!result.ok) throw new Error(`${source}: ${result.errors[0]!.message}`);
  return result.ast;
}

describe('at the limits JavaScript and PostgreSQL agree', () => {
  let test: TestDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    test = await openTestDatabase(null);
    client = new pg.Client({ connectionString: test.url });
    await client.connect();
    await client.query(`SET statement_timeout = '20s'`);
    await client.query(
      'CREATE TABLE t (id int, big text, part text, digits text, large numeric, small numeric, due date, made timestamptz)',
    );
    for (const [id, row] of rows.entries())
      await client.query('INSERT INTO t VALUES ($1, $2, $3, $4, $5, $6, $7, $8)', [
        id,
        ...Object.values(row),
      ]);
  });
  afterAll(async () => {
    await client.end();
    await test.drop();
  });

  /** Both answers for every row. */
  async function both(source: string, timeZone = 'UTC'): Promise<{ js: unknown[]; pg: unknown[] }> {
    const ast = read(source);
    const closure = compile(ast, { typeOf });
    const started = performance.now();
    const js = rows.map((row) => closure(scopeOf(row), { now: NOW, timeZone }));
    const { sql, params } = toSql(ast, env(timeZone));
    const answer = await client
      .query(`SELECT ${sql} AS answer FROM t ORDER BY id`, params)
      .catch((error: unknown) => {
        throw new Error(`${source}\n${sql}\n${String(error)}`, { cause: error });
      });
    if (performance.now() - started > SLOW) throw new Error(`slow: ${source}`);
    return { js, pg: answer.rows.map((one: { answer: unknown }) => one.answer) };
  }
  /** What SQL refuses before it runs is agreement too. */
  async function agree(source: string): Promise<void> {
    try {
      const { js, pg: database } = await both(source);
      expect({ source, answers: js }).toEqual({ source, answers: database });
    } catch (error) {
      if (!(error instanceof ExpressionError) || !['notSql', 'limit'].includes(error.code))
        throw error;
    }
  }
  /** The most memory the backend ever had, in bytes; empty where the system does not report it. */
  async function memory(): Promise<number> {
    const {
      rows: [own],
    } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    try {
      return (
        Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${own!.pid}/status`, 'utf8'))?.[1]) *
        1024
      );
    } catch {
      return 0;
    }
  }

  it('on texts that grow', () =>
    fc.assert(
      fc.asyncProperty(text, (source) =>
        agree(`concat(len(${source}), '|', left(${source}, 20), right(${source}, 20))`),
      ),
      { numRuns: Math.ceil(RUNS / 4) },
    ));
  it('on numbers that grow', () =>
    fc.assert(
      fc.asyncProperty(number, (source) => agree(`text(${source})`)),
      {
        numRuns: RUNS,
        // A quotient just below a half of its last digit is rounded once.
        examples: [['avg((number(digits) * large), avg(large, number(digits)))']],
      },
    ));
  it('on moments that leave the calendar', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom('due', 'made'),
        fc.constantFrom('+', '-'),
        duration,
        (moment, sign, by) => agree(`text(${moment} ${sign} ${by})`),
      ),
      { numRuns: RUNS },
    ));

  it.each([
    ["len(replace(big, 'a', 'bb'))", [null, null, 30_000, 0, null]],
    ["len(replace(left(big, 50000), 'a', 'bb'))", [100_000, 75_000, 30_000, 0, null]],
    ["len(replace(left(big, 50001), 'a', 'bb'))", [null, 75_002, 30_000, 0, null]],
    ['len(big & part)', [null, 100_000, 20_001, 0, 0]],
    ["concat(replace(big, 'a', 'aaaaaaaaaaaaaaaa'), 'x') = 'x'", [true, true, true, true, true]],
    ['number(digits) is null', [false, true, false, false, true]],
    ['number(digits) + 1 is null', [true, true, false, false, true]],
    [
      'due - (years(1000) + years(1000) + years(1000) + years(1000) + years(1000) + years(1000) + years(1000)) is null',
      [true, true, true, true, true],
    ],
  ])('%s', async (source, answers) => {
    const { js, pg: database } = await both(`text(${source})`);
    const expected = answers.map((answer) =>
      answer === null ? null : answer === true ? '是' : answer === false ? '否' : String(answer),
    );
    expect([js, database]).toEqual([expected, expected]);
  });

  it('at any nesting of functions, planning and evaluation end soon and in little memory', async () => {
    const nested = (depth: number, wrap: (source: string) => string, source: string): string =>
      Array.from({ length: depth }).reduce<string>((inner) => wrap(inner), source);
    const grown = nested(6, (source) => `replace(${source}, 'a', 'aaaaaaaaaa')`, "'aaaaaaaaaa'");
    const sources = [
      `len(replace(concat(${grown}, part), 'a', 'b')) < 0`,
      `len(replace(big, 'a', big)) > 5 and len(part) < 0`,
      `${nested(20, (source) => `number(text(${source}))`, 'large')} > 1`,
      `${nested(20, (source) => `len(left(part, ${source}))`, 'large')} > 1`,
      `${nested(40, (source) => `avg(${source})`, 'large')} > 1`,
      `${nested(12, (source) => `if(endsWith(part, ${source}), part, 'b')`, 'part')} = 'a'`,
      `${nested(60, (source) => `${source} * large`, 'large')} > 1`,
    ];
    for (const source of sources) await agree(source);
    expect(await memory()).toBeLessThan(MOST_MEMORY);
  });
});
