import { checkDecimal } from '../../values/index.ts';
import {
  problem,
  SYSTEM_FIELDS,
  type FieldDescribe,
  type ObjectDescribe,
  type Problem,
  type RecordValues,
} from '../../contract/index.ts';
import { hashText, put, stableText, type Schema } from '../../document/index.ts';
import { fieldSchema } from './fields.ts';

export interface RecordSchemaOptions {
  /** A change of some fields: nothing is required but what is given must fit. */
  partial?: boolean;
}

/**
 * Our own keywords in a record's schema: register them with ajv (addVocabulary), which is strict
 * about unknown ones.
 */
export const RECORD_KEYWORDS = ['x-decimal'] as const;

/**
 * JSON Schema (draft-07) of a record's fields in wire format, closed; system fields are allowed and
 * not checked. The same schema validates in the browser and on the server. Digits of decimals are
 * beyond JSON Schema: call decimalProblems as well.
 */
export function recordSchema(
  describe: ObjectDescribe,
  options: RecordSchemaOptions = {},
): Schema & { $schema: string } {
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const field of liveFields(describe)) {
    const must = field.required === true && options.partial !== true;
    put(properties, field.apiName, fieldSchema(field, field.required === true));
    if (must) required.push(field.apiName);
  }
  for (const field of SYSTEM_FIELDS)
    if (!Object.hasOwn(properties, field.apiName)) put(properties, field.apiName, {});
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: describe.label,
    type: 'object',
    properties,
    required,
    additionalProperties: false,
  };
}

/** The fields of an object that are not hidden, in their order. */
export const liveFields = (describe: ObjectDescribe): FieldDescribe[] =>
  describe.fields.filter((field) => field.removed !== true).sort((a, b) => a.order - b.order);

/** A stable name for a schema: equal schemas have equal names, whatever the order of their keys. */
export const schemaHash = (schema: unknown): string => hashText(stableText(schema));

/** Problems of the digits of a record's decimals, at /<field>. */
export function decimalProblems(describe: ObjectDescribe, values: RecordValues): Problem[] {
  return liveFields(describe).flatMap((field) => {
    const value = Object.hasOwn(values, field.apiName) ? values[field.apiName] : undefined;
    const { precision, scale = 0, label } = field;
    if (
      precision === undefined ||
      typeof value !== 'number' ||
      checkDecimal(value, precision, scale)
    )
      return [];
    return [problem(`/${field.apiName}`, 'VALUE_PRECISION', { label, precision, scale })];
  });
}
