import type { Ast } from '../language/ast.ts';
import { ExpressionError } from '../values/errors.ts';
import { COLUMN_DIGITS, COLUMN_TEXT, MAX_DIGITS } from '../values/limits.ts';
import { isList, typeName, type Type } from '../values/types.ts';

/** A part of an SQL statement. It is always self-contained: brackets are inside. */
export interface SqlFragment {
  sql: string;
  type: Type;
  ast: Ast;
  /**
   * A plain column: numbers may be of any exact type. Unchanged in comparisons, so that an index
   * serves them.
   */
  isColumn?: boolean;
  /** A whole number literal also as int8, which every integer and numeric index understands. */
  asInteger?: string;
  /** A duration's two halves: calendar time moves the wall clock, clock time the instant. */
  halves?: { calendar?: string; clock?: string };
  /** A duration that is surely within the limits of one. */
  isNear?: boolean;
  /**
   * The most characters a text has (in a list: each), or the most digits a number has on either
   * side of its point; a column's usual ones when undefined. Fragments that could grow beyond the
   * limits are checked first.
   */
  most?: number;
}

export const lengthOf = ({ type, most }: SqlFragment): number =>
  type === 'text' || isList(type)
    ? (most ?? COLUMN_TEXT)
    : type === 'number'
      ? 2 * digits(most) + 2
      : SHOWN;
const digits = (most: number | undefined): number => most ?? COLUMN_DIGITS;
export const digitsOf = ({ most }: Pick<SqlFragment, 'most'>): number => digits(most);
/** Characters of a date-time, or of yes and no, as shown() writes them. */
const SHOWN = 40;
/** What is known of all values, for values of one type. */
export function mostOf(type: Type, pieces: readonly SqlFragment[]): Pick<SqlFragment, 'most'> {
  if (pieces.length === 0 || (type !== 'number' && type !== 'text')) return {};
  return { most: Math.max(...pieces.map(type === 'number' ? digitsOf : lengthOf)) };
}

/** A number with so many digits on either side of its point at most; NULL beyond the limit. */
export const limited = (sql: string, most: number): Omit<SqlFragment, 'ast'> =>
  most <= MAX_DIGITS
    ? { sql, type: 'number', most }
    : {
        sql: once(
          sql,
          `CASE WHEN abs(_v) < 1e${MAX_DIGITS} AND min_scale(_v) <= ${MAX_DIGITS} THEN _v END`,
        ),
        type: 'number',
        most: MAX_DIGITS,
      };

const SQL_TYPES: Readonly<Record<string, string>> = {
  text: 'text',
  number: 'numeric',
  boolean: 'boolean',
  date: 'date',
  dateTime: 'timestamptz',
  duration: 'interval',
};
/** The PostgreSQL type of a scalar type; undefined for what has none. */
export const sqlType = (type: Type): string | undefined =>
  typeof type === 'string'
    ? SQL_TYPES[type]
    : isList(type) && typeof type.list === 'string' && Object.hasOwn(SQL_TYPES, type.list)
      ? `${SQL_TYPES[type.list]}[]`
      : undefined;

export const notSql = ({ start, end }: Ast, what: string, hint?: string): ExpressionError =>
  new ExpressionError('notSql', start, end, `${what}不能在查询条件里使用`, hint);
export const wrongType = (piece: SqlFragment, wanted: string): ExpressionError =>
  new ExpressionError(
    'type',
    piece.ast.start,
    piece.ast.end,
    `这里应当是${wanted}，却是${typeName(piece.type)}`,
  );

/**
 * The fragment as SQL of exactly this type: null gets the type, a column of numbers becomes
 * numeric.
 */
export function cast(piece: SqlFragment, type: Type): string {
  const name = sqlType(type);
  if (name === undefined) throw notSql(piece.ast, typeName(type));
  if (piece.type === 'null') return `NULL::${name}`;
  if (sqlType(piece.type) !== name) throw wrongType(piece, typeName(type));
  return piece.isColumn && name.startsWith('numeric') ? `(${piece.sql})::${name}` : piece.sql;
}
export const numeric = (piece: SqlFragment): string => cast(piece, 'number');
export const textual = (piece: SqlFragment): string => cast(piece, 'text');

/**
 * Uses values twice without computing them twice: `use` gets them under the given names. OFFSET 0
 * keeps the planner from inlining each value, which would double the work, and the plan, with every
 * level of nesting.
 */
export const onceEach = (values: Readonly<Record<string, string>>, use: string): string =>
  `(SELECT ${use} FROM (SELECT ${Object.entries(values)
    .map(([name, sql]) => `${sql} AS ${name}`)
    .join(', ')} OFFSET 0) AS _once)`;
/** The same for one value, under the name _v. */
export const once = (value: string, use: string): string => onceEach({ _v: value }, use);
/** For a fragment that is used several times; a column or a literal is used directly. */
export function named(piece: SqlFragment, write: (piece: SqlFragment) => string): string {
  const isPlain = piece.isColumn === true || piece.type === 'null' || LITERALS.has(piece.ast.kind);
  return isPlain ? write(piece) : once(piece.sql, write({ ...piece, sql: '_v' }));
}
const LITERALS: ReadonlySet<string> = new Set(['number', 'text', 'boolean', 'null']);

/** `most`: characters or digits, as in SqlFragment; COLUMN_TEXT and COLUMN_DIGITS unless given. */
export interface SqlColumn {
  sql: string;
  type: Type;
  most?: number;
}
/**
 * The rows behind a list: `from` is a FROM item, `link` the condition that ties them to the outer
 * row.
 */
export interface SqlRelation {
  from: string;
  link: string;
  column(path: readonly string[]): SqlColumn | undefined;
}
export interface SqlEnv {
  /**
   * A column by path. Numbers must be of an exact type; a list is a PostgreSQL array. No value is
   * larger than `most` says.
   */
  column(path: readonly string[]): SqlColumn | undefined;
  relation?(path: readonly string[]): SqlRelation | undefined;
  timeZone: string;
  /** The time of now() and today(); the transaction's own unless given. */
  now?: Date;
  /**
   * Adds a value to a statement that has parameters already, and returns its placeholder; then
   * `params` stays empty.
   */
  bind?(value: unknown): string;
  /** Number of the first placeholder; 1 unless given. */
  firstParam?: number;
}

/**
 * What the parts of the writer need of it. Every fragment must be used: PostgreSQL refuses unused
 * placeholders.
 */
export interface Writer {
  readonly env: SqlEnv;
  /** A placeholder for a value, with its type. */
  param(value: unknown, type: string): string;
  /** The time zone, and now, as SQL. */
  readonly timeZone: string;
  readonly now: string;
  fragment(ast: Ast): SqlFragment;
  /** A date or date-time as timestamptz; a date is its midnight in the time zone. */
  instant(piece: SqlFragment): string;
  /** A date or date-time as the wall clock shows it. */
  wall(piece: SqlFragment): string;
  /** A value as text, written as showValue() writes it. */
  shown(piece: SqlFragment): string;
  /** Texts of several values, one after the other. */
  joined(pieces: readonly SqlFragment[]): Omit<SqlFragment, 'ast'>;
}
