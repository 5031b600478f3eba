import {
  isPercent,
  problem,
  TIME_ZONE,
  type DataOf,
  type FieldDescribe,
  type RecordValues,
} from '../../../contract/index.ts';
import {
  check,
  compile,
  dependencies,
  parse,
  resultType,
  scopeOf,
  showValue,
  toSentence,
  toSql,
  withTotals,
  type Ast,
  type Context,
  type ExpressionError,
  type SqlEnv,
  type Type,
} from '../../../expression/index.ts';
import { recordType } from '../../../page/index.ts';
import { formatValue, isLengthOfTime, ratioText, readName } from '../../../values/index.ts';
import { problemsError, SqlParameters, type Bind } from '../../kernel/index.ts';
import { aliases, columnInFormula, rowsOf } from '../meta/computed.ts';
import type { ObjectTable } from '../meta/table.ts';

/**
 * Depth and total number of the formulas followed when a formula reads others: the list is for a
 * builder to look at.
 */
const MAX_DEPTH = 8;
const MAX_READS = 300;
type ExpressionRead = DataOf<'bizmeta.calculate.check'>['reads'][number];
/** The record's row in the SQL that is shown and run. */
const ROW = 'r';

/** An expression over the fields of one object. */
export class Formula {
  readonly faults: readonly ExpressionError[];
  /** What it results in: seconds of lengths of time are one. */
  readonly type: Type;
  private readonly ast: Ast | undefined;
  private readonly whole: Type;

  constructor(
    private readonly source: string,
    private readonly table: ObjectTable,
  ) {
    this.whole = recordType(table.describe);
    const parsed = parse(source);
    const isRows = (path: readonly string[]): boolean =>
      path.length === 1 && table.columns.get(path[0]!)?.rows !== undefined;
    this.ast = parsed.ok ? withTotals(parsed.ast, isRows) : undefined;
    const checked = this.ast && this.checked(this.ast);
    this.faults = parsed.ok ? (checked?.errors ?? []) : parsed.errors;
    this.type =
      this.ast && checked
        ? resultType(checked.type, this.ast, (path) => {
            const field = this.fieldAt(path);
            return field !== undefined && isLengthOfTime(field);
          })
        : 'null';
  }

  private checked(ast: Ast): ReturnType<typeof check> {
    return check(ast, {
      typeOf: (path) => this.typeOf(path),
      names: (path) => (path.length === 0 ? [...this.table.columns.keys()] : []),
    });
  }

  /** The tree, or a problem at the expression's place in the request. */
  private sound(): Ast {
    const [fault] = this.faults;
    if (fault || !this.ast)
      throw problemsError([
        problem('/expression', 'EXPRESSION_INVALID', {
          why: fault ? `第 ${fault.start + 1} 个字符处，${fault.message}` : '无法识别',
        }),
      ]);
    return this.ast;
  }
  private typeOf(path: readonly string[]): Type | undefined {
    let type: Type | undefined = this.whole;
    for (const name of path)
      type =
        typeof type === 'object' && 'fields' in type && Object.hasOwn(type.fields, name)
          ? type.fields[name]
          : undefined;
    return type;
  }
  /** The field a path ends at: one of the record's own, or a column of one of its sub-tables. */
  private fieldAt([first = '', second]: readonly string[]): FieldDescribe | undefined {
    const column = this.table.columns.get(first);
    return second === undefined ? column?.field : column?.rows?.columns.get(second)?.field;
  }
  private labelOf(path: readonly string[]): string | undefined {
    const labels = path.map((_, at) => this.fieldAt(path.slice(0, at + 1))?.label);
    return labels.every((label) => label !== undefined) ? labels.join(' › ') : undefined;
  }

  get sentence(): string {
    if (this.faults.length > 0 || !this.ast) return '';
    const ends = (path: readonly string[]): string | undefined => this.fieldAt(path)?.label;
    return toSentence(this.ast, {
      label: ends,
      option: (path, value) =>
        this.fieldAt(path)?.options?.find(({ code }) => code === value)?.label,
      number: (path, value) => {
        const field = this.fieldAt(path);
        return field && isPercent(field) ? ratioText(value) : undefined;
      },
    });
  }
  /** SQL over the row; throws an ExpressionError for what SQL cannot say exactly. */
  sql(bind: Bind, now?: Date): string {
    const next = aliases();
    const env: SqlEnv = {
      timeZone: TIME_ZONE,
      bind,
      ...(now && { now }),
      column: (path) => {
        const column = this.table.columns.get(path[0]!);
        return column && columnInFormula(column, path, `${ROW}.${column.sql}`);
      },
      relation: (path) =>
        path.length === 1
          ? rowsOf(this.table, this.table.columns.get(path[0]!), {
              base: ROW,
              bind,
              alias: next,
              find: (name) => this.table.find(name),
            })
          : undefined,
    };
    return toSql(this.sound(), env).sql;
  }
  /** The statement that evaluates it for one record; its one row is {value} as JSON. */
  statement(id: string, now: Date): { text: string; values: unknown[] } {
    const { values, bind } = new SqlParameters();
    const sql = this.sql(bind, now);
    const shown =
      this.type === 'dateTime'
        ? `to_char(${sql} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
        : sql;
    return {
      text: `SELECT to_json(${shown}) AS value FROM ${this.table.from(bind)} ${ROW}
        WHERE ${ROW}.id = ${bind(id)}::uuid AND ${ROW}.deleted_at IS NULL`,
      values,
    };
  }
  run(record: RecordValues, ctx: Context): unknown {
    return compile(this.sound(), {
      typeOf: (path) => this.typeOf(path),
      isPercent: (path) => {
        const field = this.fieldAt(path);
        return field && isPercent(field);
      },
    })(scopeOf(record), ctx);
  }
  show(value: unknown, ctx: Context): string {
    return this.type === 'duration' && typeof value === 'number'
      ? formatValue({ type: 'duration' }, value)
      : showValue(value, ctx);
  }

  /** What it reads, and what the formulas among that read. */
  reads(): ExpressionRead[] {
    const found: ExpressionRead[] = [];
    const follow = (source: string, parentId: string | null, depth: number): void => {
      const parsed = parse(source);
      if (!parsed.ok || depth > MAX_DEPTH) return;
      const { dependencies: paths } =
        depth === 0
          ? check(parsed.ast, { typeOf: (path) => this.typeOf(path), names: () => [] })
          : { dependencies: dependencies(parsed.ast) };
      for (const path of paths.filter((each) => this.typeOf([each[0]!]) !== undefined)) {
        if (found.length >= MAX_READS) return;
        const field = this.fieldAt(path.slice(0, 2));
        const id = `${parentId ?? ''}/${path.join('.')}`;
        const { formula } = field ?? {};
        found.push({
          id,
          parentId,
          path: path.join('.'),
          title: this.labelOf(path) ?? path.join('.'),
          type: readName(this.typeOf(path) ?? 'any', field),
          ...(formula !== undefined && { formula }),
        });
        if (formula !== undefined) follow(formula, id, depth + 1);
      }
    };
    follow(this.source, null, 0);
    return found;
  }
}
