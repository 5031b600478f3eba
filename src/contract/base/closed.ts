import { Type, type TSchema } from 'typebox';

/** Option of an object schema: a property it does not name is refused. */
export const closed = { additionalProperties: false } as const;

/** An object schema that refuses properties it does not name. */
export const Closed = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, closed);
