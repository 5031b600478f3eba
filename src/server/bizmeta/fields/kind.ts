import type {
  ErrorParams,
  ErrorReason,
  FieldDescribe,
  FieldInput,
  FieldType,
  FilterOperator,
} from '../../../contract/index.ts';
import type { Bind } from '../../kernel/index.ts';

/**
 * A value as it goes to the database, inside a JSON parameter: decimals travel as text so that no
 * digit is lost.
 */
export type DbValue = string | number | boolean | object;

/** Settings a field type may have besides those every field has. */
export type Setting =
  | 'options'
  | 'refObject'
  | 'maxLength'
  | 'min'
  | 'max'
  | 'precision'
  | 'scale'
  | 'currencyCode'
  | 'thousands'
  | 'showAs'
  | 'unit'
  | 'unitFirst'
  | 'compact'
  | 'noSum'
  | 'textFormat'
  | 'noNotice'
  | 'seconds'
  | 'leafOnly'
  | 'areaLevel'
  | 'step'
  | 'numberRule'
  | 'formula'
  | 'resultType'
  | 'rollup'
  | 'fills'
  | 'candidates'
  | 'shows'
  | 'onTargetDeleted'
  | 'fields';

/**
 * Adds a problem with the value being read. Returns undefined, so that a reader may `return
 * refuse(...)`.
 */
export type Refuse = (reason: ErrorReason, params?: ErrorParams) => undefined;

/** Says why a field's settings are wrong: where inside the field, and the reason in Chinese. */
export type RefuseSetting = (path: string, why: string) => undefined;

/**
 * A filter's operand after checking: input of both SQL and the in-memory evaluator. Ranges are half
 * open [from, to): a missing bound is open. `text` compares without case.
 */
export type Operand =
  | { kind: 'none' }
  | { kind: 'one'; value: string }
  | { kind: 'many'; values: readonly string[] }
  | { kind: 'range'; from?: string; to?: string }
  | { kind: 'span'; low: string; high: string }
  /** The departments a person works in: the database knows them. */
  | { kind: 'deptsOf'; userId: string; below: boolean };

/** The time and user a filter is evaluated for: the meaning of words like today and me. */
export interface EvaluationContext {
  now: Date;
  userId: string;
}

/** Reports in Chinese why an operand is wrong. */
export type RefuseOperand = (why: string) => undefined;

export type { Bind };

/**
 * How the values of a family of types are compared: checked once, then written as SQL or run in
 * memory with the same result.
 */
export interface FilterFamily {
  operand(
    op: FilterOperator,
    value: unknown,
    field: FieldDescribe,
    evaluation: EvaluationContext,
    refuse: RefuseOperand,
  ): Operand | undefined;
  /** A condition that is true or false, never null. `column` is a quoted, qualified name. */
  sql(op: FilterOperator, column: string, operand: Operand, bind: Bind): string;
  /** `cell` is the value on the wire's terms, null when empty. */
  test(op: FilterOperator, cell: unknown, operand: Operand): boolean;
  /**
   * Orders two values that are not empty, for conditions that compare two fields; absent when the
   * family has no such conditions.
   */
  compare?(left: unknown, right: unknown): number;
}

/**
 * What a list is ordered by: an SQL expression, its type, and the shape its value has in a cursor.
 */
export interface SortKey {
  sql(column: string, field: FieldDescribe, bind: Bind): string;
  cast: string;
  shape: RegExp;
}

/** The complete definition of a field type. */
export interface FieldKind {
  readonly type: FieldType;
  readonly settings: readonly Setting[];
  readonly canBeUnique: boolean;
  readonly canHaveDefault: boolean;
  readonly filter: FilterFamily;
  /**
   * Fills in what is left out and checks what is given; the result holds exactly the type's
   * settings.
   */
  normalize(input: FieldInput, refuse: RefuseSetting): Partial<FieldDescribe>;
  /** Has no column of its own: its value is another table's rows, or computed when it is read. */
  readonly virtual?: true;
  /** The value must be unique, regardless of the builder's setting. */
  readonly alwaysUnique?: true;
  /** An index every column of the type has. */
  readonly index?: 'gin';
  /** PostgreSQL type of the column, or of the expression that takes its place. */
  column(field: FieldDescribe): string;
  /** Whether a value counts as empty although it is not null: a document without text. */
  isEmpty?(value: unknown): boolean;
  /** A value from the wire, never empty, to the database's; undefined when it was refused. */
  parse(value: unknown, field: FieldDescribe, refuse: Refuse): DbValue | undefined;
  /**
   * SQL that makes the column's JSON value; the column itself unless PostgreSQL's own conversion
   * differs from the wire's.
   */
  json?(column: string, field: FieldDescribe): string;
  /**
   * SQL of the value as who read it as a number of JSON knows it, where that loses digits: what
   * people choose by what they saw is compared with this.
   */
  sent?(column: string): string;
  /** How a list is sorted by the type; absent when it cannot be. */
  readonly sort?: SortKey;
  /** The column's value in an expression; the column itself when left out. */
  expression?(column: string, field: FieldDescribe): string;
  /** What an expression reads of one part of the value. */
  part?(column: string, part: string): ExpressionPart | undefined;
  /** Uploaded files: their media types and what people call them; any file when left out. */
  readonly files?: { readonly mimes?: readonly string[]; readonly called?: string };
  /** Takes any text that is short enough. */
  readonly anyText?: boolean;
  /** The column {f} of a text type as this text type stores it, where that differs. */
  readonly fromText?: string;
  /** Whole numbers only, from the first to the second. */
  readonly whole?: readonly [least: number, most: number];
  /** A number with few possible values: a change of type reads each one present. */
  readonly fewValues?: true;
  /** The column as people write its value, for a change to a text type. */
  asText?(field: FieldDescribe): string;
}
/** A part of a value, as SQL and its type in expressions. */
interface ExpressionPart {
  sql: string;
  type: 'text' | 'number' | 'date';
}

/** What counts as no value: the same for forms and server. */
export { isEmpty } from '../../../page/index.ts';
