import {
  FIELD_TYPES,
  isComputed,
  type FieldDescribe,
  type FieldType,
  type ObjectDescribe,
  type SelectOption,
} from '../../contract/index.ts';
import {
  fieldLogic,
  recordNames,
  liveFields,
  recordSchema,
  uiFor,
  type FieldLogic,
} from '../../page/index.ts';
import { lockedByFills } from '../../values/index.ts';
import type { JSONSchema7 } from './json-schema.ts';

/** No two rows of a list may have the same here; rows whose field `unless` is true do not count. */
export interface Distinct {
  caseless?: boolean;
  unless?: string;
}

/**
 * What is fixed about a field, made once per form and shared by the rows of a list field: from an
 * object's describe, or from one property of a form's own JSON Schema.
 */
export interface FieldSpec {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly placeholder: string;
  readonly describe: FieldDescribe | undefined;
  readonly schema: JSONSchema7;
  /** Name of the input in the rjsf theme. */
  readonly input: string;
  readonly options: readonly SelectOption[];
  readonly required: boolean;
  readonly readonly: boolean;
  readonly initial: unknown;
  /** Fields of a row when the value is a list of objects. */
  readonly rows: Specs | null;
  /** Fields within when the value is an object of fields of its own. */
  readonly members: Specs | null;
  /** Required when, conditions and formula, made into functions; null for most. */
  readonly logic: FieldLogic | null;
  /** Computed here or on the server, never written. */
  readonly derived: boolean;
  /** Must be unique among the rows of its list. */
  readonly distinct?: Distinct | undefined;
}
export interface Specs {
  readonly names: readonly string[];
  /** The field's spec, made on first use; undefined for an unknown name. */
  get(name: string): FieldSpec | undefined;
}

/** The rjsf theme's input of each field type. */
export const INPUT_OF_TYPE = Object.fromEntries(
  FIELD_TYPES.map((type) => [type, uiFor({ type } as FieldDescribe).input]),
) as Record<FieldType, string>;

/**
 * Schema of a described field's value when there is one: the same rules the server's record schema
 * is made of.
 */
function schemaOf(field: FieldDescribe, describe: ObjectDescribe): JSONSchema7 {
  const alone = recordSchema({ ...describe, fields: [{ ...field, required: true }] });
  return alone.properties![field.apiName] as JSONSchema7;
}

type Names = ReturnType<typeof recordNames>;
function specOfDescribe(
  field: FieldDescribe,
  describe: ObjectDescribe,
  names: Names,
  isLocked: boolean,
): FieldSpec {
  let schema: JSONSchema7 | undefined;
  let logic: FieldLogic | null | undefined;
  let rows: Specs | null | undefined;
  return {
    name: field.apiName,
    label: field.label,
    help: field.help ?? '',
    placeholder: field.placeholder ?? '',
    describe: field,
    // Made when a value is checked or an input drawn: reading the label of a field needs none.
    get schema() {
      return (schema ??= schemaOf(field, describe));
    },
    get logic() {
      return logic === undefined ? (logic = fieldLogic(field, names)) : logic;
    },
    get rows() {
      return rows === undefined
        ? (rows = field.type === 'subTable' ? specsOfRow(field, describe) : null)
        : rows;
    },
    input: uiFor(field).input,
    options: field.options ?? [],
    required: field.required === true,
    readonly: isComputed(field.type) || isLocked,
    derived: isComputed(field.type),
    initial: field.defaultValue,
    members: null,
  };
}

/** Specs of a sub-table's columns; their expressions read the record around the row as well. */
function specsOfRow(table: FieldDescribe, describe: ObjectDescribe): Specs {
  const row: ObjectDescribe = { ...describe, fields: (table.fields ?? []) as FieldDescribe[] };
  return specsOf(row, recordNames([...liveFields(describe), ...liveFields(row)]));
}
function specsOf(describe: ObjectDescribe, names: Names): Specs {
  const fields = liveFields(describe);
  const byName = new Map(fields.map((field) => [field.apiName, field]));
  const locked = lockedByFills(fields);
  return lazySpecs(
    fields.map((field) => field.apiName),
    (name) => {
      const field = byName.get(name);
      return field && specOfDescribe(field, describe, names, locked.has(name));
    },
  );
}
/** Specs of an object's fields, in the describe's order, without the removed ones. */
export const specsOfDescribe = (describe: ObjectDescribe): Specs =>
  specsOf(describe, recordNames(describe.fields));

/** Specs made when first asked for: a form of 1,000 fields pays for those it shows. */
export function lazySpecs(
  names: readonly string[],
  make: (name: string) => FieldSpec | undefined,
): Specs {
  const made = new Map<string, FieldSpec | undefined>();
  const get = (name: string): FieldSpec | undefined => {
    if (!made.has(name)) made.set(name, make(name));
    return made.get(name);
  };
  return { names, get };
}
