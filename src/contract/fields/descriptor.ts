import type { FilterOperator } from './operators.ts';

/** Where the designer's palette offers a type; the order is the palette's. */
const FIELD_GROUPS = ['文本', '数字', '选择', '日期', '组织与关联', '高级'] as const;
type FieldGroup = (typeof FIELD_GROUPS)[number];

interface Option {
  code: string;
  children?: Option[];
}
/** What a descriptor's functions read of a field; a FieldDescribe fits. */
export interface FieldSettings {
  type: string;
  label?: string;
  options?: Option[];
  maxLength?: number;
  min?: number;
  max?: number;
  precision?: number;
  scale?: number;
  seconds?: boolean;
  fields?: readonly ColumnSettings[];
}
export interface ColumnSettings extends FieldSettings {
  apiName: string;
  required?: boolean;
  removed?: boolean;
}

/** The draft-07 JSON Schema of a value, in the keywords field types use. */
export interface ValueSchema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  uniqueItems?: boolean;
  maxItems?: number;
  items?: ValueSchema | ValueSchema[];
  required?: string[];
  additionalProperties?: boolean | ValueSchema;
  properties?: Record<string, ValueSchema>;
  /** Digits of a decimal. multipleOf would be wrong: 1.1 is no multiple of 0.1 in floating point. */
  'x-decimal'?: { precision: number; scale: number };
}

/** The type a value has in expressions; the expression language's own types fit. */
export type ValueShape =
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'dateTime'
  | 'any'
  | { list: ValueShape }
  | { fields: Readonly<Record<string, ValueShape>> };

/** Ways to write a value as plain text that types share; src/values/fields/format.ts has them. */
export type FormatName =
  | 'plain'
  | 'number'
  | 'amount'
  | 'share'
  | 'stepped'
  | 'yesNo'
  | 'day'
  | 'moment'
  | 'clock'
  | 'month'
  | 'span'
  | 'options'
  | 'path'
  | 'region'
  | 'names'
  | 'files'
  | 'signed'
  | 'richLine'
  | 'rowCount'
  | 'point';
/** Ways to read a value from a text that types share; src/values/fields/read-value.ts has them. */
export type ReaderName =
  | 'line'
  | 'asIs'
  | 'number'
  | 'score'
  | 'yesNo'
  | 'day'
  | 'moment'
  | 'clock'
  | 'month'
  | 'span'
  | 'option'
  | 'options'
  | 'path'
  | 'names';
type ReadText = { value: unknown } | { wrong: string };

/** Types of a family are alike in most they do. */
type FieldFamily =
  | 'text'
  | 'number'
  | 'boolean'
  | 'moment'
  | 'option'
  | 'member'
  | 'record'
  | 'files'
  | 'content'
  | 'computed';

/** What a field can be to a view: its pictures, lanes, days, progress, colours, tree or sequence. */
export type ViewUse = 'cover' | 'lane' | 'day' | 'progress' | 'colour' | 'parent' | 'before';

/**
 * All that browser and server both know of a field type. A trait that is left out does not hold.
 */
export interface FieldDescriptor {
  readonly type: string;
  readonly title: string;
  readonly group: FieldGroup;
  /** Name of its drawing; the type's own name when left out. */
  readonly icon?: string;
  readonly family: FieldFamily;
  /** Name of the input that fills it in. */
  readonly input: string;
  /** What one does there, in a sentence about a missing value; as its family when left out. */
  readonly asked?: '填写';
  /** The input needs nothing but the value: a form of any schema may ask for it. */
  readonly bare?: true;
  readonly reads: ValueShape;
  /** The schema of a present value; `column` makes that of a sub-table's column. */
  schema(field: FieldSettings, column: (column: ColumnSettings) => ValueSchema): ValueSchema;
  /** What a value looks like, for a sentence about one that does not. */
  readonly example?: string;
  readonly format: FormatName | ((value: unknown, field: FieldSettings) => string);
  /** How a pasted or imported text becomes a value; left out where none can. */
  readonly read?: ReaderName | ((text: string, field: FieldSettings) => ReadText);

  /** Filter operators, the most used first. */
  readonly operators: readonly FilterOperator[];
  /** Operators of a condition that is written as an expression; empty and nempty when left out. */
  readonly conditions?: readonly FilterOperator[];
  /** Words of its operators: 晚于 instead of 大于, 是 instead of 等于. */
  readonly wording?: 'date' | 'pick';
  /** Fields of types with the same word are compared with each other; the type itself when left out. */
  readonly comparedAs?: 'text' | 'number';

  /** Values have one order that a person expects. */
  readonly sortable?: true;
  /** Values add up to something. */
  readonly summable?: true;
  /** A column of a pasted table may become one. */
  readonly pasted?: true;
  /** Whole numbers only. */
  readonly whole?: true;
  /** A number of the type can be displayed as an amount or a percentage. */
  readonly showAs?: true;
  /** Right-aligned, in tabular figures. */
  readonly figures?: true;
  /** Computed by the server: never written by a caller. */
  readonly computed?: true;
  /** A formula or a rollup can have this type's values. */
  readonly result?: true;
  /** Values are ids of these, or of records of the field's object. */
  readonly names?: 'user' | 'dept' | 'role' | 'area' | 'record';
  /** Values are rows of columns, in a table of their own. */
  readonly rows?: true;
  /** Values are lists of ids. */
  readonly many?: true;
  /** Values become links. */
  readonly link?: 'mail' | 'phone' | 'web';

  /** How a value is shown to those who see it masked only; left out where it cannot be. */
  readonly mask?: 'phone' | 'mail' | 'text';

  /** May name a record: as its title field, `always` also when the builder chose none. */
  readonly titles?: 'always' | 'chosen';
  /**
   * A search of records may look in it: by default, by default when its name says that it
   * identifies a record, or only when the builder chose it.
   */
  readonly searched?: 'always' | 'named' | 'chosen';
  /** Reads as the head of a record's page by itself. */
  readonly heads?: true;
  /** The first field of the type is shown beside the title. */
  readonly besideTitle?: true;
  /** A number rule can use its values. */
  readonly inCodes?: true;
  /** Can be a column of a sub-table: one the designer offers, or one it only accepts. */
  readonly inRows?: 'offered' | 'accepted';
  /**
   * Where a value cannot be changed in a cell: in the narrow ones of a sub-table, or in none, since
   * it needs more room.
   */
  readonly noCell?: 'rows' | 'any';
  /** One pick is the whole answer; of a path, only in the cells of a sub-table. */
  readonly picked?: true | 'rows';
  /** Takes a whole row of a form in two columns. */
  readonly wide?: true;
  /** May run over many lines. */
  readonly long?: true;
  /** Can be typed into at once, without a list that opens. */
  readonly typed?: true;
  /** Is in a section of its own at the end of a generated form. */
  readonly apart?: true;

  /** Settings of views that a field of the type can be. */
  readonly views?: readonly ViewUse[];
}

/** Types a descriptor exactly, so that the union of all types can be read off the list. */
export const defineField = <const T extends FieldDescriptor>(descriptor: T): T => descriptor;
