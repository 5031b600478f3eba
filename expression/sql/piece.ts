import type { Ast } from '../ast.ts';
import { ExpressionError } from '../errors.ts';
import { isList, typeName, type Type } from '../types.ts';

/** A piece of SQL. It always stands on its own: brackets are inside. */
export interface Piece {
  sql: string;
  type: Type;
  ast: Ast;
  /** A column as it is: numbers may be of any exact type. Left alone in comparisons, so that an index serves them. */
  isColumn?: boolean;
  /** A whole number literal also as int8, which every integer and numeric index understands. */
  asInteger?: string;
  /** A duration's two halves: calendar time moves the wall clock, clock time the instant. */
  halves?: { calendar?: string; clock?: string };
}

const SQL_TYPES: Readonly<Record<string, string>> = { text: 'text', number: 'numeric', boolean: 'boolean', date: 'date', dateTime: 'timestamptz', duration: 'interval' };
/** The PostgreSQL type of a scalar type; undefined for what has none. */
export const sqlType = (type: Type): string | undefined => (typeof type === 'string' ? SQL_TYPES[type] : isList(type) && typeof type.list === 'string' && Object.hasOwn(SQL_TYPES, type.list) ? `${SQL_TYPES[type.list]}[]` : undefined);

export const notSql = ({ start, end }: Ast, what: string, hint?: string): ExpressionError => new ExpressionError('notSql', start, end, `${what}不能在查询条件里使用`, hint);
export const wrongType = (piece: Piece, wanted: string): ExpressionError => new ExpressionError('type', piece.ast.start, piece.ast.end, `这里应当是${wanted}，却是${typeName(piece.type)}`);

/** The piece as SQL of exactly this type: null gets the type, a column of numbers becomes numeric. */
export function cast(piece: Piece, type: Type): string {
  const name = sqlType(type);
  if (name === undefined) throw notSql(piece.ast, typeName(type));
  if (piece.type === 'null') return `NULL::${name}`;
  if (sqlType(piece.type) !== name) throw wrongType(piece, typeName(type));
  return piece.isColumn && name.startsWith('numeric') ? `(${piece.sql})::${name}` : piece.sql;
}
export const numeric = (piece: Piece): string => cast(piece, 'number');
export const textual = (piece: Piece): string => cast(piece, 'text');

/** Uses a value twice without writing it twice: `use` sees it under the name _v. */
export const once = (value: string, use: string): string => `(SELECT ${use} FROM (SELECT ${value} AS _v) AS _once)`;

export interface SqlColumn { sql: string; type: Type }
/** The rows behind a list: `from` is a FROM item, `link` the condition that ties them to the outer row. */
export interface SqlRelation { from: string; link: string; column(path: readonly string[]): SqlColumn | undefined }
export interface SqlEnv {
  /** A column by path. Numbers must be of an exact type; a list is a PostgreSQL array. */
  column(path: readonly string[]): SqlColumn | undefined;
  relation?(path: readonly string[]): SqlRelation | undefined;
  timeZone: string;
  /** The time that now() and today() say; the transaction's own unless given. */
  now?: Date;
  /** Takes a value into a statement that has parameters already, and answers its placeholder; then `params` stays empty. */
  bind?(value: unknown): string;
  /** Number of the first placeholder; 1 unless given. */
  firstParam?: number;
}

/** What the parts of the writer ask of it. A piece that was made must be used: PostgreSQL refuses unused placeholders. */
export interface Writer {
  readonly env: SqlEnv;
  /** A placeholder for a value, with its type. */
  param(value: unknown, type: string): string;
  /** The time zone, and now, as SQL. */
  readonly timeZone: string;
  readonly now: string;
  piece(ast: Ast): Piece;
  /** A date or date-time as timestamptz; a date is its midnight in the time zone. */
  instant(piece: Piece): string;
  /** A date or date-time as the wall clock shows it. */
  wall(piece: Piece): string;
  /** A value as text, written as showValue() writes it. */
  shown(piece: Piece): string;
}
