import {
  handlerOf,
  joinedParts,
  type AggregateNode,
  type Ast,
  type BinaryNode,
  type NodeHandlers,
} from '../language/ast.ts';
import { ExpressionError } from '../values/errors.ts';
import { findFunction } from '../language/functions.ts';
import { withTotals } from '../language/lists.ts';
import { MAX_SQL, MAX_SUBQUERIES, MAX_TEXT } from '../values/limits.ts';
import { common, isList, typeName, type Type } from '../values/types.ts';
import { betweenSql, compareSql, inSql } from './compare.ts';
import { sqlFunction } from './functions.ts';
import { addSql, subtractSql } from './moments.ts';
import {
  cast,
  digitsOf,
  lengthOf,
  limited,
  mostOf,
  notSql,
  numeric,
  onceEach,
  sqlType,
  textual,
  wrongType,
  type SqlFragment,
  type SqlEnv,
  type SqlRelation,
  type Writer,
} from './fragment.ts';
import { divideSql, quotientDigits, totalSql } from './total.ts';

/** More subqueries than the planner should handle. */
function isTangled(sql: string): boolean {
  let queries = 0;
  for (
    let at = sql.indexOf('(SELECT ');
    at >= 0 && queries <= MAX_SUBQUERIES;
    at = sql.indexOf('(SELECT ', at + 1)
  )
    queries++;
  return queries > MAX_SUBQUERIES;
}

const truth = (sql: string, ast: Ast): SqlFragment => ({ sql, type: 'boolean', ast });

/**
 * Writes one expression. Values become placeholders only; names become the columns the caller gave.
 */
class SqlWriter implements Writer {
  readonly params: unknown[] = [];
  private zone: string | undefined;
  private clock: string | undefined;
  private readonly rows: SqlRelation[] = [];
  constructor(readonly env: SqlEnv) {}

  param(value: unknown, type: string): string {
    if (this.env.bind) return `${this.env.bind(value)}::${type}`;
    this.params.push(value);
    return `$${(this.env.firstParam ?? 1) + this.params.length - 1}::${type}`;
  }
  get timeZone(): string {
    return (this.zone ??= this.param(this.env.timeZone, 'text'));
  }
  get now(): string {
    return (this.clock ??=
      this.env.now === undefined ? 'now()' : this.param(this.env.now.toISOString(), 'timestamptz'));
  }

  instant(piece: SqlFragment): string {
    return piece.type === 'date'
      ? `(${piece.sql}::timestamp AT TIME ZONE ${this.timeZone})`
      : cast(piece, 'dateTime');
  }
  wall(piece: SqlFragment): string {
    if (piece.type === 'date') return `${piece.sql}::timestamp`;
    return `(${cast(piece, 'dateTime')} AT TIME ZONE ${this.timeZone})`;
  }

  /**
   * Some fragments are written more than once: checked at every step, so that nesting cannot make
   * the text explode.
   */
  fragment(ast: Ast): SqlFragment {
    const piece = handlerOf(this.nodes, ast)(ast);
    if (piece.sql.length > MAX_SQL || isTangled(piece.sql))
      throw new ExpressionError('limit', ast.start, ast.end, '公式太长，不能用作查询条件');
    return piece;
  }

  private readonly nodes: NodeHandlers<SqlFragment> = {
    number: (ast) => this.number(ast),
    text: (ast) => ({
      sql: this.param(ast.value, 'text'),
      type: 'text',
      ast,
      most: ast.value.length,
    }),
    boolean: (ast) => truth(String(ast.value), ast),
    null: (ast) => ({ sql: 'NULL', type: 'null', ast }),
    path: (ast) => this.column(ast, ast.path),
    list: (ast) => this.list(ast),
    unary: (ast) =>
      ast.op === 'not'
        ? truth(`(NOT ${cast(this.fragment(ast.arg), 'boolean')})`, ast)
        : this.minus(ast.arg, ast),
    binary: (ast) => this.binary(ast),
    in: (ast) => truth(inSql(ast, this), ast),
    between: (ast) => {
      const [arg, low, high] = [ast.arg, ast.low, ast.high].map((each) => this.fragment(each));
      return truth(betweenSql(arg!, low!, high!, ast.not, this), ast);
    },
    isNull: (ast) => truth(`(${this.given(ast.arg)} IS ${ast.not ? 'NOT ' : ''}NULL)`, ast),
    call: (ast) => this.call(ast),
    aggregate: (ast) => this.aggregate(ast),
  };

  private minus(arg: Ast, ast: Ast): SqlFragment {
    const piece = this.fragment(arg);
    return { sql: `(-${numeric(piece)})`, type: 'number', ast, most: digitsOf(piece) };
  }
  private number(ast: Ast & { kind: 'number' }): SqlFragment {
    const sql = this.param(ast.value, 'numeric');
    const isWhole = /^\d{1,18}$/.test(ast.value);
    return {
      sql,
      type: 'number',
      ast,
      most: ast.value.length,
      ...(isWhole && { asInteger: sql.replace('numeric', 'int8') }),
    };
  }
  private given(ast: Ast): string {
    const piece = this.fragment(ast);
    return piece.type === 'null' ? 'NULL::text' : piece.sql;
  }

  /** A column of the innermost rows that have the name. */
  private column(ast: Ast, path: readonly string[]): SqlFragment {
    for (const source of [...this.rows.toReversed(), this.env]) {
      const column = source.column(path);
      if (column !== undefined) return { ...column, ast, isColumn: true };
    }
    throw new ExpressionError(
      'unknownName',
      ast.start,
      ast.end,
      `没有名为 ${path.join('.')} 的字段`,
    );
  }

  private list(ast: Ast & { kind: 'list' }): SqlFragment {
    const items = ast.items.map((item) => this.fragment(item));
    const known = common(items.map((item) => item.type));
    const type = known === 'null' ? 'text' : known;
    const name = sqlType({ list: type });
    if (name === undefined) throw notSql(ast, '各项类型不同的列表');
    return {
      sql: `ARRAY[${items.map((item) => cast(item, type)).join(', ')}]::${name}`,
      type: { list: type },
      ast,
      ...mostOf(type, items),
    };
  }

  private binary(ast: BinaryNode): SqlFragment {
    if (ast.op === '&')
      return { ...this.joined(joinedParts(ast).map((part) => this.fragment(part))), ast };
    const [left, right] = [this.fragment(ast.left), this.fragment(ast.right)];
    const made = (sql: string, type: Type): SqlFragment => ({ sql, type, ast });
    switch (ast.op) {
      case 'and':
      case 'or':
        return made(
          `(${cast(left, 'boolean')} ${ast.op.toUpperCase()} ${cast(right, 'boolean')})`,
          'boolean',
        );
      case '??': {
        const type = common([left.type, right.type]);
        return type === 'null'
          ? left
          : {
              ...made(`COALESCE(${cast(left, type)}, ${cast(right, type)})`, type),
              ...mostOf(type, [left, right]),
            };
      }
      case '+':
        return addSql(ast, left, right, this);
      case '-':
        return subtractSql(ast, left, right, this);
      case '*':
        return {
          ...limited(`(${numeric(left)} * ${numeric(right)})`, digitsOf(left) + digitsOf(right)),
          ast,
        };
      case '/':
        return {
          ...limited(
            divideSql(numeric(left), numeric(right)),
            quotientDigits(digitsOf(left) + digitsOf(right)),
          ),
          ast,
        };
      case '%':
        return {
          ...made(`mod(${numeric(left)}, NULLIF(${numeric(right)}, 0))`, 'number'),
          ...mostOf('number', [left, right]),
        };
      default:
        return made(compareSql(ast.op, left, right, this), 'boolean');
    }
  }

  shown(piece: SqlFragment): string {
    switch (piece.type) {
      case 'null':
        return 'NULL::text';
      case 'text':
        return textual(piece);
      case 'number':
        return `trim_scale(${numeric(piece)})::text`;
      case 'boolean':
        return `CASE ${piece.sql} WHEN true THEN '是' WHEN false THEN '否' END`;
      case 'date':
        return `to_char(${piece.sql}, 'YYYY-MM-DD')`;
      case 'dateTime':
        return `to_char(${this.wall(piece)}, 'YYYY-MM-DD HH24:MI:SS')`;
      default:
        throw notSql(piece.ast, `${typeName(piece.type)}转成文本`);
    }
  }

  /**
   * Their texts one after the other, nulls left out; NULL beyond the limit, and then nothing is
   * joined.
   */
  joined(pieces: readonly SqlFragment[]): Omit<SqlFragment, 'ast'> {
    const texts = pieces.map((piece) => this.shown(piece));
    const most = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
    if (most <= MAX_TEXT) return { sql: `concat(${texts.join(', ')})`, type: 'text', most };
    const names = texts.map((_, at) => `_${at}`);
    const length = names.map((name) => `COALESCE(char_length(${name}), 0)`).join(' + ');
    const values = Object.fromEntries(names.map((name, at) => [name, texts[at]!]));
    return {
      sql: onceEach(
        values,
        `CASE WHEN ${length} <= ${MAX_TEXT} THEN concat(${names.join(', ')}) END`,
      ),
      type: 'text',
      most: MAX_TEXT,
    };
  }

  private call(ast: Ast & { kind: 'call' }): SqlFragment {
    const fn = findFunction(ast.fn);
    const write = sqlFunction(ast.fn);
    if (fn === undefined || fn.sql === 'none' || write === undefined)
      throw notSql(ast, `函数 ${ast.fn}${fn === undefined ? '' : `（${fn.zh}）`}`);
    return { ...write(ast.args, this, ast), ast };
  }

  private aggregate(ast: AggregateNode): SqlFragment {
    for (let length = ast.path.length; length > 0; length--) {
      const relation = this.relation(ast.path.slice(0, length));
      if (relation !== undefined) return this.overRelation(ast, relation, ast.path.slice(length));
    }
    const column = this.column(ast, ast.path);
    if (ast.item !== null || ast.where !== null) throw notSql(ast, '这种明细');
    return {
      ...totalSql(
        ast.fn,
        isList(column.type) ? column.type.list : column.type,
        isList(column.type)
          ? `unnest(${cast(column, column.type)}) AS _rows(_v)`
          : `(SELECT ${cast(column, column.type)} AS _v) AS _rows`,
        ast,
        column,
      ),
      ast,
    };
  }
  private relation(path: readonly string[]): SqlRelation | undefined {
    return this.env.relation?.(path);
  }

  private overRelation(
    ast: AggregateNode,
    relation: SqlRelation,
    rest: readonly string[],
  ): SqlFragment {
    this.rows.push(relation);
    const item =
      ast.item !== null ? this.fragment(ast.item) : rest.length > 0 ? this.column(ast, rest) : null;
    const where = ast.where === null ? '' : ` AND ${cast(this.fragment(ast.where), 'boolean')}`;
    this.rows.pop();
    if (item !== null && isList(item.type)) throw wrongType(item, '每一行的一个值');
    const value = item === null ? 'true' : cast(item, item.type === 'null' ? 'number' : item.type);
    return totalSql(
      ast.fn,
      item === null ? 'boolean' : item.type,
      `(SELECT ${value} AS _v FROM ${relation.from} WHERE ${relation.link}${where}) AS _rows`,
      ast,
      item ?? {},
    );
  }
}

/** SQL with its placeholders' values, in order. */
export interface Sql {
  sql: string;
  params: unknown[];
  type: Type;
}
/**
 * The expression as PostgreSQL (15 or newer) with the same result as the closure. No text of the
 * source reaches the SQL. Throws an ExpressionError for what SQL cannot express exactly, for
 * unknown columns and for types that do not fit.
 */
export function toSql(ast: Ast, env: SqlEnv): Sql {
  const writer = new SqlWriter(env);
  const isRows = (path: readonly string[]): boolean => env.relation?.(path) !== undefined;
  const { sql, type } = writer.fragment(withTotals(ast, isRows));
  return { sql: type === 'null' ? 'NULL::text' : sql, params: writer.params, type };
}
