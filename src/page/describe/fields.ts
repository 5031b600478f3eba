import { schemaOfType, type FieldDescribe } from '../../contract/index.ts';
import type { Schema } from '../../document/index.ts';

/**
 * How the value of each field travels (RecordValues of the contract), as draft-07 JSON Schema. The
 * shapes are the ones the server's field types parse; a test on the server compares the two over
 * the same samples.
 */

/** Schema of a present value. */
const valueSchema = (field: FieldDescribe): Schema => ({
  ...schemaOfType(field, (column) =>
    fieldSchema(column as FieldDescribe, column.required === true),
  ),
  title: field.label,
});

/**
 * Schema of a field's place in a record: null, empty text and an empty list all mean no value,
 * unless it is required.
 */
export function fieldSchema(field: FieldDescribe, required: boolean): Schema {
  const schema = valueSchema(field);
  if (required)
    return {
      ...schema,
      ...(schema.type === 'string' && { minLength: 1 }),
      ...(schema.type === 'array' && { minItems: 1 }),
    };
  const { title, ...value } = schema;
  if (value.type === undefined) return schema;
  if (value.enum) return { title, type: ['string', 'null'], enum: [...value.enum, '', null] };
  const loose = value.pattern !== undefined || value.minLength !== undefined;
  return loose
    ? { title, anyOf: [value, { enum: ['', null] }] }
    : { title, ...value, type: [value.type as string, 'null'] };
}
