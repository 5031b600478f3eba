import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  check,
  children,
  compile,
  ExpressionError,
  FUNCTIONS,
  mapParts,
  parse,
  print,
  scopeOf,
  toSql,
  type Ast,
  type SqlEnv,
  type Type,
} from '../../src/expression/index.ts';
import { openTestDatabase, type TestDatabase } from '../../src/server/kernel/testing.ts';
import { partOf } from '../setup/half.ts';
import { COLUMNS, expressions, LINES, records, ZONES } from './expression-arbitrary.ts';

/**
 * Expressions tried per type of result. More can be asked for when hunting: EXPRESSION_RUNS=5000.
 */
const RUNS = Number(process.env['EXPRESSION_RUNS'] ?? partOf(150));
const NOW = new Date('2026-03-01T20:00:00.000Z');

/** The same rows for all expressions of a run: two dozen of every kind of emptiness. */
const rows = fc.sample(records, { seed: 7, numRuns: 24 });

const columnOf = (table: string, types: Record<string, Type>) => (path: readonly string[]) =>
  path.length === 1 && Object.hasOwn(types, path[0]!)
    ? { sql: `${table}."${path[0]}"`, type: types[path[0]!]! }
    : undefined;
const sqlEnv = (timeZone: string): SqlEnv => ({
  column: columnOf('t', COLUMNS),
  timeZone,
  now: NOW,
  firstParam: 2,
  relation: (path) =>
    path.join('.') === 'lines'
      ? { from: 'lines AS l', link: 'l.owner = t.id', column: columnOf('l', LINES) }
      : undefined,
});
const typeOf = (path: readonly string[]): Type | undefined => {
  const [first, ...rest] = path;
  if (rest.length > 0) return undefined;
  return first === 'lines'
    ? { list: { fields: LINES } }
    : Object.hasOwn(COLUMNS, first!)
      ? COLUMNS[first!]
      : undefined;
};

const isRows = (path: readonly string[]): boolean => path.join('.') === 'lines';

/** Names of a row with their list before them; those of further totals inside are left alone. */
function withList(ast: Ast): Ast {
  if (ast.kind === 'aggregate') return ast;
  if (ast.kind !== 'path') return mapParts(ast, withList);
  return Object.hasOwn(LINES, ast.path[0]!) ? { ...ast, path: ['lines', ...ast.path] } : ast;
}
const readsRow = (ast: Ast): boolean =>
  (ast.kind === 'path' && ast.path[0] === 'lines') ||
  (ast.kind !== 'aggregate' && children(ast).some(readsRow));
/** sum(qty * price of lines where qty > 0) as sum(lines.qty * lines.price, lines.qty > 0). */
function asCalls(ast: Ast): Ast {
  const total = mapParts(ast, asCalls);
  if (total.kind !== 'aggregate' || total.path[0] !== 'lines') return total;
  const { start, end, fn, path, item, where } = total;
  const value: Ast = item === null ? { kind: 'path', path, start, end } : withList(item);
  if (!readsRow(value)) return total;
  return { kind: 'call', fn, args: [value, ...(where ? [withList(where)] : [])], start, end };
}

function read(source: string): Ast {
  const result = parse(source);
  if (!result.ok) throw new Error(`${source}: ${result.errors[0]!.message}`);
  return result.ast;
}

describe('JavaScript and PostgreSQL agree', () => {
  let test: TestDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    test = await openTestDatabase(null);
    client = new pg.Client({ connectionString: test.url });
    await client.connect();
    // Another zone than any of the expressions': nothing may depend on the session's.
    await client.query(`SET TIME ZONE 'Pacific/Auckland'`);
    await client.query(
      'CREATE TABLE t (id int PRIMARY KEY, whole int, money numeric(18,4), name text, 备注 text, done boolean, due date, start date, made timestamptz, seen timestamptz, tags text[])',
    );
    await client.query(
      'CREATE TABLE lines (owner int, qty int, price numeric(18,4), note text, "on" date)',
    );
    for (const [id, { lines, ...own }] of rows.entries()) {
      await client.query(
        `INSERT INTO t VALUES (${[id, ...Object.keys(own)].map((_, at) => `$${at + 1}`).join(', ')})`,
        [id, ...Object.values(own)],
      );
      for (const l of lines)
        await client.query('INSERT INTO lines VALUES ($1, $2, $3, $4, $5)', [
          id,
          l.qty,
          l.price,
          l.note,
          l.on,
        ]);
    }
  });
  afterAll(async () => {
    await client.end();
    await test.drop();
  });

  /**
   * Both answers for every row. Numbers and moments are compared as text, so that no digit is lost
   * on the way.
   */
  async function both(
    source: string,
    timeZone: string,
  ): Promise<{ js: unknown[]; pg: unknown[]; sql: string }> {
    const ast = read(source);
    const closure = compile(ast, { typeOf, isRows });
    const js = rows.map((own) => closure(scopeOf(own), { now: NOW, timeZone }));
    const { sql, params } = toSql(ast, sqlEnv(timeZone));
    try {
      const answer = await client.query(
        `SELECT ${sql} AS answer FROM t WHERE $1::boolean ORDER BY id`,
        [true, ...params],
      );
      return { js, pg: answer.rows.map((one: { answer: unknown }) => one.answer), sql };
    } catch (error) {
      throw new Error(`${source}\n${sql}\n${String(error)}`, { cause: error });
    }
  }

  const run = (
    kind: Parameters<typeof expressions>[0],
    wrap: (source: string) => string,
  ): Promise<void> =>
    fc.assert(
      fc.asyncProperty(expressions(kind), fc.constantFrom(...ZONES), async (inner, timeZone) => {
        const source = wrap(inner);
        try {
          const { js, pg: database, sql } = await both(source, timeZone);
          expect({ source, timeZone, sql, answers: js }).toEqual({
            source,
            timeZone,
            sql,
            answers: database,
          });
        } catch (error) {
          // What SQL cannot say exactly, it must refuse before it runs; that is agreement too.
          if (!(error instanceof ExpressionError) || error.code !== 'notSql') throw error;
        }
      }),
      { numRuns: RUNS },
    );

  it('on yes and no', () => run('boolean', (source) => source));
  it('on numbers, to the last digit', () => run('number', (source) => `text(${source})`));
  it('on text', () => run('text', (source) => source));
  it('on dates', () => run('date', (source) => `text(${source})`));
  it('on date-times in any time zone', () =>
    run(
      'dateTime',
      (source) =>
        `text(${source}) & ' ' & dateDiff(datetime('2000-01-01T00:00:00Z'), ${source}, 'second')`,
    ));

  it('on totals over rows however they are written', async () => {
    for (const kind of ['number', 'boolean', 'text'] as const)
      await run(kind, (source) => {
        const calls = print(asCalls(read(source)));
        const ctx = { now: NOW, timeZone: 'Asia/Shanghai' };
        const answers = (text: string) =>
          rows.map((own) => compile(read(text), { typeOf, isRows })(scopeOf(own), ctx));
        expect({ calls, answers: answers(calls) }).toEqual({ calls, answers: answers(source) });
        return kind === 'number' ? `text(${calls})` : calls;
      });
  });

  it('and what is generated passes the check with the type it was generated for', () => {
    const env = { typeOf, names: () => Object.keys(COLUMNS) };
    for (const kind of ['boolean', 'number', 'text', 'date', 'dateTime', 'duration'] as const)
      fc.assert(
        fc.property(expressions(kind), (source) => {
          const { type, errors } = check(read(source), env);
          expect({ source, errors: errors.map((error) => error.message) }).toEqual({
            source,
            errors: [],
          });
          expect([kind, 'any', 'null']).toContain(type);
        }),
        { numRuns: RUNS },
      );
  });

  it('for every function that says it is exact, and SQL refuses every other', () => {
    const samples: Record<string, string> = {
      text: 'name',
      number: 'money',
      int: '2',
      boolean: 'done',
      moment: 'due',
      list: 'tags',
      any: 'money',
      unit: "'day'",
    };
    const special: Record<string, string> = {
      datetime: "datetime('2026-01-31 08:00')",
      date: "date('2026-01-31')",
      exists: 'exists(lines)',
      number: 'number(name)',
    };
    for (const fn of FUNCTIONS) {
      const ast = read(
        special[fn.name] ?? `${fn.name}(${fn.takes.map((take) => samples[take]).join(', ')})`,
      );
      if (fn.sql === 'exact') expect(toSql(ast, sqlEnv('UTC')).sql, fn.name).not.toBe('');
      else expect(() => toSql(ast, sqlEnv('UTC')), fn.name).toThrow('不能在查询条件里使用');
    }
  });

  it('and no text of the source ever becomes SQL', async () => {
    const evil = `'; DROP TABLE t; --`;
    const { sql, params } = toSql(
      read(`name = '${evil.replaceAll("'", "''")}' or contains(备注, "$1 ') OR 1=1 --")`),
      sqlEnv('UTC'),
    );
    expect(sql).not.toMatch(/DROP|OR 1=1/);
    expect(params).toContain(evil);
    await client.query(`SELECT ${sql} FROM t WHERE $1::boolean`, [true, ...params]);
  });
});
