import {
  isPercent,
  TIME_ZONE,
  valueType,
  type FieldDescribe,
  type Rollup,
} from '../../../contract/index.ts';
import {
  ExpressionError,
  HUNDREDTH,
  limits,
  parse,
  toPercent,
  toSql,
  type Ast,
  type SqlColumn,
  type SqlEnv,
  type SqlRelation,
  type Type,
} from '../../../expression/index.ts';
import { fieldType } from '../../../page/index.ts';
import { decimalResult } from '../fields/decimal.ts';
import { KINDS, type Bind, type FieldKind } from '../fields/index.ts';
import { numberSort } from '../fields/sorts.ts';
import type { Column, ObjectTable } from './column.ts';

/**
 * Values computed when they are read: an expression becomes SQL over the record's columns, in which
 * a formula that reads another is inlined and a list of rows is a subquery. What cannot be computed
 * is null.
 */

/**
 * Aliases for the rows a statement reads, always in the same order: equal statements have equal
 * texts.
 */
export function aliases(prefix = 'w'): () => string {
  let made = 0;
  return () => `${prefix}${++made}`;
}

/**
 * Context of the SQL of one record's values: its row's alias, the statement's parameters, and other
 * objects by name.
 */
export interface RowSqlContext {
  readonly base: string;
  readonly bind: Bind;
  /** Makes an alias no other rows of the statement have. */
  alias(): string;
  find(apiName: string): ObjectTable | undefined;
  /** The row is one a rollup goes over: rollups over records are not computed of it. */
  readonly isRolledUp?: true;
  /** For a sub-table's row: the record around it. */
  readonly parent?: ParentRecord;
  /** Computed columns around this one, to notice a circle. */
  readonly trail?: readonly string[];
  /** How percentages of rows are read: as the ratio unless the caller reads records as sent. */
  readonly percents?: 'ratio' | 'sent';
}

/**
 * The record around the rows of a sub-table. Its computed values are the same for all of its rows:
 * they are computed once, in a FROM item before the rows.
 */
export class ParentRecord {
  readonly #once = new Map<string, string>();
  readonly #alias: string;

  constructor(
    private readonly table: ObjectTable,
    private readonly at: RowSqlContext,
  ) {
    this.#alias = at.alias();
  }
  column(path: readonly string[], percents: RowSqlContext['percents']): SqlColumn | undefined {
    const found = columnOf(this.table, path, { ...this.at, ...(percents && { percents }) });
    if (!found || this.table.columns.get(path[0]!)?.stored !== false) return found;
    const name = this.#once.get(found.sql) ?? `v${this.#once.size}`;
    this.#once.set(found.sql, name);
    return { ...found, sql: `${this.#alias}.${name}` };
  }
  /** What comes before the rows in FROM; to be asked for when all columns are known. */
  get from(): string {
    if (this.#once.size === 0) return '';
    const cells = [...this.#once].map(([sql, name]) => `${sql} AS ${name}`).join(', ');
    return `(SELECT ${cells} OFFSET 0) ${this.#alias} CROSS JOIN `;
  }
}

/**
 * The rows of another object whose field refers to this one, and the rows a figure goes over in its
 * expression.
 */
export const ROWS = 'rows';

/** How a computed field is filtered, sorted and returned: as its result. */
export function resultKind(field: FieldDescribe, own: FieldKind): FieldKind {
  const type = valueType(field);
  if (type === field.type) return own;
  const { filter, sort, json } = KINDS[type];
  return {
    ...own,
    filter,
    // A computed whole number may be larger than any that is stored.
    ...(sort && { sort: CASTS[type] === 'numeric' ? numberSort : sort }),
    ...(json && { json }),
    ...(type === 'decimal' && decimalResult),
  };
}

/** A computed value reads as its result does. */
const expressionOf = ({ field }: Column): FieldKind['expression'] =>
  KINDS[valueType(field)].expression;

const READABLE = (type: Type): boolean =>
  type !== 'any' &&
  (typeof type === 'string' ||
    ('list' in type && typeof type.list === 'string' && type.list !== 'any'));

function columnOf(
  table: ObjectTable,
  path: readonly string[],
  at: RowSqlContext,
): SqlColumn | undefined {
  const column = table.columns.get(path[0]!);
  if (!column) return at.parent?.column(path, at.percents);
  if (path.length > 1 && column.field.type === 'lookup' && !column.system)
    return referredColumn(column, path.slice(1), at);
  return columnInFormula(column, path, cellSql(column, table, at), at.percents);
}

/** A field of the record that a lookup names; null where it names none. */
function referredColumn(
  lookup: Column,
  path: readonly string[],
  at: RowSqlContext,
): SqlColumn | undefined {
  const target = at.find(lookup.field.refObject ?? '');
  const column = target?.columns.get(path[0]!);
  if (!target || !column || column.rows) return undefined;
  const { parent: _, ...rest } = at;
  const inside = { ...rest, base: at.alias() };
  const found = columnInFormula(column, path, cellSql(column, target, inside), at.percents);
  return (
    found && {
      ...found,
      sql: `(SELECT ${found.sql} FROM ${storedName(target)} ${inside.base}
        WHERE ${inside.base}.id = ${at.base}.${lookup.sql} AND ${livingSql(target, inside)})`,
    }
  );
}

/** A column as the formulas of its object read it: a percentage is its ratio, 0.05 for 5 %. */
export function columnInFormula(
  column: Column,
  path: readonly string[],
  sql: string,
  percents: RowSqlContext['percents'] = 'ratio',
): SqlColumn | undefined {
  const found = columnAs(column, path, sql);
  return found?.type === 'number' && percents === 'ratio' && isPercent(column.field)
    ? { ...found, sql: `(${found.sql} * ${HUNDREDTH})` }
    : found;
}
/**
 * Most characters of a stored text, long ones aside: 500 as a rule, with room for paths of codes
 * and of names.
 */
const SHORT_TEXT = 2_000;
/**
 * How large a column's values are; a computed value may have the largest size an expression allows.
 */
function mostOf({ field, stored }: Column, type: Type): Pick<SqlColumn, 'most'> {
  if (!stored && type === 'number') return { most: limits.MAX_DIGITS };
  if (!stored) return { most: limits.MAX_TEXT };
  return type === 'number' || field.type === 'longText' ? {} : { most: SHORT_TEXT };
}

/**
 * A column, or a part of it, as an expression reads it; `sql` is its value. Undefined for what no
 * expression can read.
 */
export function columnAs(
  column: Column,
  path: readonly string[],
  sql: string,
): SqlColumn | undefined {
  if (path.length > 2) return undefined;
  if (path.length === 2) return column.kind.part?.(sql, path[1]!);
  const type = column.system
    ? column.field.apiName === 'id'
      ? 'text'
      : fieldType(column.field)
    : fieldType(column.field);
  return READABLE(type)
    ? { sql: expressionOf(column)?.(sql, column.field) ?? sql, type, ...mostOf(column, type) }
    : undefined;
}

/** Rows of a sub-table that belong to the record. */
export function rowsOf(
  table: ObjectTable,
  column: Column | undefined,
  at: RowSqlContext,
): SqlRelation | undefined {
  if (!column?.rows) return undefined;
  const alias = at.alias();
  const rows = column.rows;
  const parent = new ParentRecord(table, at);
  return {
    get from() {
      return `${parent.from}${rows.name} ${alias}`;
    },
    link: `${alias}.parent_id = ${at.base}.id`,
    // What the rows lack is the record's: the expression around reads it there.
    column: (path) =>
      rows.columns.has(path[0]!) ? columnOf(rows, path, { ...at, base: alias, parent }) : undefined,
  };
}

/**
 * The rows of one record as an item of FROM, named by the caller: with their computed columns, where
 * they have any. `base` is the alias of the record's row.
 */
export function rowsFrom(table: ObjectTable, rows: ObjectTable, at: RowSqlContext): string {
  const virtual = [...rows.columns.values()].filter((column) => !column.stored);
  if (virtual.length === 0) return rows.name;
  const parent = new ParentRecord(table, at);
  const inside = { ...at, base: at.alias(), parent };
  const cells = virtual.map((column) => `${cellSql(column, rows, inside)} AS ${column.sql}`);
  return `(SELECT ${[`${inside.base}.*`, ...cells].join(', ')} FROM ${parent.from}${rows.name} ${inside.base}
    WHERE ${inside.base}.parent_id = ${at.base}.id)`;
}

export function computedEnv(
  table: ObjectTable,
  at: RowSqlContext,
  extra?: (path: readonly string[]) => SqlRelation | undefined,
): SqlEnv {
  return {
    timeZone: TIME_ZONE,
    bind: at.bind,
    column: (path) => columnOf(table, path, at),
    relation: (path) =>
      extra?.(path) ??
      (path.length === 1 ? rowsOf(table, table.columns.get(path[0]!), at) : undefined),
  };
}

const UNKNOWN = 'NULL';
const asts = new Map<string, Ast | null>();
const MAX_ASTS = 5_000;
/** The cached tree of a text; texts of describes are read with every statement. */
function astOf(source: string): Ast | null {
  const known = asts.get(source);
  if (known !== undefined) return known;
  if (asts.size >= MAX_ASTS) asts.clear();
  const parsed = parse(source);
  const ast = parsed.ok ? parsed.ast : null;
  asts.set(source, ast);
  return ast;
}

const CASTS: Readonly<Record<string, string>> = {
  text: 'text',
  integer: 'numeric',
  decimal: 'numeric',
  boolean: 'boolean',
  date: 'date',
  dateTime: 'timestamptz',
  duration: 'numeric',
};
/** Whole seconds of a number of them, or of a length of time, whose months are 30 days. */
const secondsSql = ({ sql, type }: ReturnType<typeof toSql>): string =>
  type === 'duration'
    ? `(SELECT round(
        (extract(year FROM _v) * 12 + extract(month FROM _v)) * 2592000 + extract(day FROM _v) * 86400
        + extract(hour FROM _v) * 3600 + extract(minute FROM _v) * 60 + extract(second FROM _v)
      ) FROM (SELECT ${sql} AS _v OFFSET 0) AS _once)`
    : `round((${sql})::numeric)`;
const castOf = (field: FieldDescribe): string => CASTS[valueType(field)] ?? 'text';
/**
 * Notes what is bound, so that a statement can name the values of an expression that was given up:
 * PostgreSQL refuses a parameter whose type nothing says.
 */
export class NotedBind {
  readonly #placeholders: string[] = [];
  readonly bind: Bind;

  constructor(bind: Bind) {
    this.bind = (value) => {
      const placeholder = bind(value);
      this.#placeholders.push(placeholder);
      return placeholder;
    };
  }
  /** SQL of null that names every value. */
  get unused(): string {
    const named = [...new Set(this.#placeholders)].map((each) => `${each}::text`);
    return named.length === 0
      ? UNKNOWN
      : `CASE WHEN num_nulls(${named.join(', ')}) IS NULL THEN ${UNKNOWN} END`;
  }
}

function expressionSql(
  source: string,
  envOf: (bind: Bind) => SqlEnv,
  field: FieldDescribe,
  bind: Bind,
): string {
  const noted = new NotedBind(bind);
  const env = envOf(noted.bind);
  const parsed = astOf(source);
  const ast = parsed && isPercent(field) ? toPercent(parsed) : parsed;
  const cast = castOf(field);
  if (!ast) return `${UNKNOWN}::${cast}`;
  try {
    const made = toSql(ast, env);
    return `(${valueType(field) === 'duration' ? secondsSql(made) : made.sql})::${cast}`;
  } catch (failure) {
    // A field it reads was removed since, or is hidden from the reader: the value is unknown.
    if (failure instanceof ExpressionError) return `(${noted.unused})::${cast}`;
    throw failure;
  }
}

/** The text of an aggregate as an expression over `rows`. */
export const rollupSource = ({ fn, field, where }: Rollup): string =>
  `${fn}(${ROWS}${fn === 'count' || !field ? '' : `.${field}`}${where?.trim() ? ` where (${where})` : ''})`;

/**
 * The rows an aggregate reads: a sub-table of this object, or another object's records whose lookup
 * names the record.
 */
export function rollupRows(
  table: ObjectTable,
  { via }: Rollup,
  at: RowSqlContext,
): SqlRelation | undefined {
  const [name = '', reference] = via.split('.');
  if (reference === undefined) return rowsOf(table, table.columns.get(name), at);
  const other = at.find(name);
  const link = other?.columns.get(reference);
  if (!other || link?.field.type !== 'lookup' || link.field.refObject !== table.describe.apiName)
    return undefined;
  const alias = at.alias();
  const { parent: _, ...rest } = at;
  return {
    from: `${storedName(other)} ${alias}`,
    link: `${cellSql(link, other, { ...rest, base: alias })} = ${at.base}.id
      AND ${livingSql(other, { bind: at.bind, base: alias })}`,
    column(path) {
      // Not the record's own field of that name instead.
      if (!other.columns.has(path[0]!) && other.reader?.whole.columns.has(path[0]!))
        throw new ExpressionError('unknownName', 0, 0, path[0]!);
      return columnOf(other, path, { ...rest, base: alias, isRolledUp: true });
    },
  };
}

/** The table that rows of an object are stored in, for every reader. */
export const storedName = ({ name, reader }: ObjectTable): string => reader?.whole.name ?? name;

/** SQL that holds for stored rows that are not deleted and that the reader of the table may see. */
function livingSql(
  { reader }: ObjectTable,
  { base, bind }: Pick<RowSqlContext, 'base' | 'bind'>,
): string {
  const living = `${base}.deleted_at IS NULL`;
  return reader ? `${living} AND ${reader.visible(base, bind)}` : living;
}

/** A value as the reader of a table may see it: null where they may not. */
function readableCell(column: Column, table: ObjectTable, at: RowSqlContext): string {
  const { whole, readable } = table.reader!;
  const own = whole.columns.get(column.field.apiName)!;
  const value = cellSql(own, whole, { ...at, find: (name) => table.find(name) });
  return column.guard === undefined
    ? value
    : `CASE WHEN ${readable(column, at.base, at.bind)} THEN ${value} END`;
}

/** SQL of what the stored row `base` is called, for the table's reader; empty without a title. */
export function labelSql(table: ObjectTable, base: string, bind: Bind): string {
  const at = { base, bind, alias: aliases(), find: (name: string) => table.find(name) };
  return table.label.system ? `''` : `coalesce(${cellSql(table.label, table, at)}::text, '')`;
}

/** SQL of a column's value, in the row `at.base`. */
export function cellSql(column: Column, table: ObjectTable, at: RowSqlContext): string {
  if (column.masked) return column.masked(at.base, at.bind);
  if (table.reader) return readableCell(column, table, at);
  const { field } = column;
  if (column.stored) return `${at.base}.${column.sql}`;
  const own = `${table.name}.${column.sql}`;
  // Refused in a describe; what changed since must not lead in a circle.
  if (at.trail?.includes(own)) return `${UNKNOWN}::${castOf(field)}`;
  const inFormulas: RowSqlContext = { ...at, percents: 'ratio', trail: [...(at.trail ?? []), own] };
  if (field.type === 'formula')
    return expressionSql(
      field.formula ?? '',
      (bind) => computedEnv(table, { ...inFormulas, bind }),
      field,
      at.bind,
    );
  if (field.type === 'rollup' && field.rollup) {
    const rollup = field.rollup;
    // Refused in a describe; a formula changed since must not lead in a circle.
    if (at.isRolledUp && rollup.via.includes('.')) return `${UNKNOWN}::${castOf(field)}`;
    const envOf = (bind: Bind): SqlEnv => {
      const inside = { ...inFormulas, bind };
      return computedEnv(table, inside, (path) =>
        path.length === 1 && path[0] === ROWS ? rollupRows(table, rollup, inside) : undefined,
      );
    };
    return expressionSql(rollupSource(rollup), envOf, field, at.bind);
  }
  if (column.rows)
    return `(SELECT nullif(count(*), 0)::integer FROM ${column.rows.name} w
      WHERE w.parent_id = ${at.base}.id)`;
  return column.join
    ? `(SELECT array_agg(j.to_id ORDER BY j.ord) FROM ${column.join} j
      WHERE j.from_id = ${at.base}.id)`
    : `${UNKNOWN}::text`;
}
