import {
  CONDITION_MAX_TEXT,
  CONDITION_MAX_TEXTS,
  FILTER_MAX_VALUES,
  problem,
  TIME_ZONE,
  type Problem,
  type WhereAsk,
} from '../../../contract/index.ts';
import {
  check,
  compile,
  dependencies,
  ExpressionError,
  limits,
  parse,
  toSql,
  typeName,
  type Ast,
  type SqlColumn,
  type SqlEnv,
  type Type,
} from '../../../expression/index.ts';
import { fieldType, recordType } from '../../../page/index.ts';
import { SqlParameters } from '../../kernel/index.ts';
import type { EvaluationContext, Bind } from '../fields/index.ts';
import { isUuid } from '../fields/values.ts';
import { aliases, columnAs, rowsOf } from '../meta/computed.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { guarded, type Condition, type Where } from './conditions.ts';
import { columnNamed } from './related.ts';

type Value = WhereAsk['values'][number];
type Given = ReadonlyMap<string, { value: unknown; type: Type }>;

const DATE = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
/**
 * Possible types of a value without a declared type: a text that looks like a date is tried as a
 * text first, then as a date.
 */
function typesOf({ value, type }: Value): Type[] {
  if (value === null || value === undefined) return ['null'];
  if (type !== undefined) return [type];
  if (typeof value === 'number' || typeof value === 'boolean')
    return [typeof value as 'number' | 'boolean'];
  if (Array.isArray(value))
    return value.length === 0
      ? [{ list: 'text' }]
      : typesOf({ name: '', value: value[0] as unknown }).map((each) => ({ list: each }));
  if (typeof value !== 'string') return ['any'];
  return DATE.test(value) ? ['text', 'date'] : MOMENT.test(value) ? ['text', 'dateTime'] : ['text'];
}
/** Every value as its first type, and once more as its second where it has one. */
function readings(values: readonly Value[]): Given[] {
  const each = values.map((value) => ({
    name: value.name,
    value: value.value,
    types: typesOf(value),
  }));
  const at = (turn: number): Given =>
    new Map(
      each.map(({ name, value, types }) => [
        name,
        { value, type: types[Math.min(turn, types.length - 1)]! },
      ]),
    );
  return each.some(({ types }) => types.length > 1) ? [at(0), at(1)] : [at(0)];
}

const isFaulty = ({ value, type }: { value: unknown; type: Type }): boolean => {
  switch (type) {
    case 'number':
      return typeof value !== 'number' || !Number.isFinite(value);
    case 'boolean':
      return typeof value !== 'boolean';
    case 'date':
      return typeof value !== 'string' || !DATE.test(value) || Number.isNaN(Date.parse(value));
    case 'dateTime':
      return typeof value !== 'string' || !MOMENT.test(value) || Number.isNaN(Date.parse(value));
    case 'text':
      return typeof value !== 'string' || value.includes('\0');
    default:
      return (
        type === 'any' ||
        (Array.isArray(value) &&
          value.some(
            (item) => typeof item === 'object' || (typeof item === 'string' && item.includes('\0')),
          ))
      );
  }
};

/** Texts of a value: itself, or those of a list. */
const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (each): each is string => typeof each === 'string',
  );
const longest = (value: unknown): number =>
  textsOf(value).reduce((most, text) => Math.max(most, text.length), 0);

/** Why the values are too large, by the index of the first one; undefined when they are not. */
function excessOf(values: readonly Value[]): { at: number; why: string } | undefined {
  let letters = 0;
  for (const [at, { name, value }] of values.entries()) {
    if (Array.isArray(value) && value.length > FILTER_MAX_VALUES)
      return { at, why: `“${name}”最多 ${FILTER_MAX_VALUES} 项` };
    if (longest(value) > CONDITION_MAX_TEXT)
      return { at, why: `“${name}”的文本最多 ${CONDITION_MAX_TEXT} 个字符` };
    letters += textsOf(value).reduce((sum, text) => sum + text.length, 0);
    if (letters > CONDITION_MAX_TEXTS)
      return { at, why: `各个值共最多 ${CONDITION_MAX_TEXTS} 个字符` };
  }
  return undefined;
}

/** Digits of a JSON number on either side of its point: 1e308 and 1e-324. */
const JSON_DIGITS = 330;

class ExpressionWhere implements Where {
  constructor(
    private readonly ast: Ast,
    private readonly table: ObjectTable,
    private readonly given: Given,
    private readonly evaluation: EvaluationContext,
  ) {}

  private typeOf(path: readonly string[]): Type | undefined {
    const given = this.given.get(path.join('.'));
    if (given) return given.type;
    const { column, rest } = this.found(path);
    let type: Type | undefined = column?.related ? fieldType(column.field) : visible(this.table);
    for (const name of column?.related ? rest : path)
      type =
        typeof type === 'object' && 'fields' in type && Object.hasOwn(type.fields, name)
          ? type.fields[name]
          : undefined;
    return type;
  }
  /** The column a path begins with, which may be one through a lookup, and what is left of the path. */
  private found(path: readonly string[]): { column: Column | undefined; rest: readonly string[] } {
    const related = columnNamed(this.table, path.slice(0, 2).join('.'));
    return path.length > 1 && related
      ? { column: related, rest: path.slice(2) }
      : { column: this.table.columns.get(path[0]!), rest: path.slice(1) };
  }
  /**
   * Why the condition cannot be used, or undefined. Translates it to SQL once, so that it is
   * refused here.
   */
  fault(): ExpressionError | undefined {
    const { errors, type } = this.checked();
    if (errors[0]) return errors[0];
    if (type !== 'boolean' && type !== 'null' && type !== 'any')
      return new ExpressionError('type', this.ast.start, this.ast.end, '条件的结果应为是或否');
    try {
      this.sql('r', new SqlParameters().bind);
    } catch (error) {
      if (error instanceof ExpressionError) return error;
      throw error;
    }
    return undefined;
  }
  private checked(): ReturnType<typeof check> {
    return check(this.ast, {
      typeOf: (path) => this.typeOf(path),
      names: (path) =>
        path.length === 0 ? [...this.table.columns.keys(), ...this.given.keys()] : [],
      most: limits.MEMBER_COST,
      textOf: (path) => {
        const given = this.given.get(path.join('.'));
        return given && longest(given.value);
      },
    });
  }
  sql(alias: string, bind: Bind): string {
    const next = aliases();
    const rowsAt = {
      base: alias,
      bind,
      alias: next,
      find: (name: string) => this.table.find(name),
      percents: 'sent' as const,
    };
    const env: SqlEnv = {
      timeZone: TIME_ZONE,
      now: this.evaluation.now,
      bind,
      column: (path) => this.value(path, bind) ?? this.column(path, alias),
      relation: (path) =>
        path.length === 1
          ? rowsOf(this.table, this.table.columns.get(path[0]!), rowsAt)
          : undefined,
    };
    const condition = [...this.starts(alias, bind), toSql(this.ast, env).sql].join(' AND ');
    return `(${guarded(condition, this.columns, alias)})`;
  }
  get columns(): readonly Column[] {
    return dependencies(this.ast).flatMap((path) =>
      this.given.has(path.join('.')) ? [] : (this.found(path).column ?? []),
    );
  }
  private value(path: readonly string[], bind: Bind): SqlColumn | undefined {
    const given = this.given.get(path.join('.'));
    if (!given) return undefined;
    const name = castOf(given.type);
    if (name === undefined) return { sql: 'NULL', type: 'null' };
    return {
      sql: `${bind(given.value)}::${name}`,
      type: given.type,
      most: given.type === 'number' ? JSON_DIGITS : longest(given.value),
    };
  }
  private column(path: readonly string[], alias: string): SqlColumn | undefined {
    const { column, rest } = this.found(path);
    return column && columnAs(column, [column.sql, ...rest], `${alias}.${column.sql}`);
  }
  /**
   * An id compared with a text is compared as text; repeated as a comparison of ids, it follows
   * from the rest and an index can start from it.
   */
  private starts(alias: string, bind: Bind): string[] {
    return conjuncts(this.ast).flatMap((part) => {
      if (part.kind !== 'binary' || part.op !== '=' || part.left.kind !== 'path') return [];
      const column =
        part.left.path.length === 1 ? this.table.columns.get(part.left.path[0]!) : undefined;
      const value =
        part.right.kind === 'text'
          ? part.right.value
          : part.right.kind === 'path'
            ? this.given.get(part.right.path.join('.'))?.value
            : undefined;
      return column?.field.type === 'lookup' && isUuid(value)
        ? [`${alias}.${column.sql} = ${bind(value)}::uuid`]
        : [];
    });
  }
  test(record: Readonly<Record<string, unknown>>): boolean {
    const read = (path: readonly string[]): unknown =>
      this.given.has(path.join('.'))
        ? this.given.get(path.join('.'))!.value
        : path.reduce<unknown>(
            (value, name) => (value as Record<string, unknown> | null)?.[name],
            record,
          );
    return (
      compile(this.ast, { typeOf: (path) => this.typeOf(path) })(
        { get: read },
        { now: this.evaluation.now, timeZone: TIME_ZONE },
      ) === true
    );
  }
}
const conjuncts = (ast: Ast): Ast[] =>
  ast.kind === 'binary' && ast.op === 'and'
    ? [...conjuncts(ast.left), ...conjuncts(ast.right)]
    : [ast];

/** Only visible columns: a view's narrowed table has no others. */
function visible(table: ObjectTable): Type {
  const whole = recordType(table.describe);
  if (typeof whole !== 'object' || !('fields' in whole)) return whole;
  return {
    fields: Object.fromEntries(
      Object.entries(whole.fields).filter(([name]) => table.columns.has(name)),
    ),
  };
}
const CASTS: Readonly<Record<string, string>> = {
  text: 'text',
  number: 'numeric',
  boolean: 'boolean',
  date: 'date',
  dateTime: 'timestamptz',
};
const castOf = (type: Type): string | undefined =>
  typeof type === 'string'
    ? CASTS[type]
    : 'list' in type && typeof type.list === 'string' && CASTS[type.list]
      ? `${CASTS[type.list]}[]`
      : undefined;

/**
 * Reads a list's `where`; mistakes, and what SQL cannot express, are problems with their position
 * in the text.
 */
export function readWhere(
  asked: WhereAsk | null | undefined,
  table: ObjectTable,
  evaluation: EvaluationContext,
  problems: Problem[],
): Condition | null {
  if (asked === undefined || asked === null) return null;
  const refuse = (path: string, why: string): null => {
    problems.push(problem(path, 'EXPRESSION_INVALID', { why }));
    return null;
  };
  const excess = excessOf(asked.values);
  if (excess) return refuse(`/where/values/${excess.at}`, excess.why);
  const parsed = parse(asked.expression);
  if (!parsed.ok) return refuse('/where/expression', sentence(parsed.errors[0]));
  let fault: ExpressionError | undefined;
  for (const given of readings(asked.values)) {
    const wrong = [...given].find(([, value]) => isFaulty(value));
    if (wrong)
      return refuse(
        '/where/values',
        `“${wrong[0]}”的值不是${typeof wrong[1].type === 'string' ? typeName(wrong[1].type) : '可以比较的列表'}`,
      );
    const where = new ExpressionWhere(parsed.ast, table, given, evaluation);
    const found = where.fault();
    if (!found) return { kind: 'expression', where };
    fault ??= found;
  }
  return refuse('/where/expression', sentence(fault));
}
const sentence = (error: ExpressionError | undefined): string =>
  error ? `第 ${error.start + 1} 个字符处，${error.message}` : '无法识别';
