import type { Schema } from '../../document/index.ts';

const EXPRESSION: Schema = { $ref: '#/$defs/expression' };
const TEMPLATE: Schema = { $ref: '#/$defs/template' };

/**
 * The same schema, where every position may also hold {$x} or {$t}: what an editor needs to
 * complete a page's JSON.
 */
function orTagged(schema: Schema): Schema {
  const { description, ...rest } = inside(schema);
  if (Object.keys(rest).length === 0) return { ...(description !== undefined && { description }) };
  return { ...(description !== undefined && { description }), anyOf: [rest, EXPRESSION, TEMPLATE] };
}

const eachOrTagged = (schemas: Readonly<Record<string, Schema>>): Record<string, Schema> =>
  Object.fromEntries(Object.entries(schemas).map(([key, value]) => [key, orTagged(value)]));

/** The schema itself stays untagged; everything in it may be tagged. */
export function inside(schema: Schema): Schema {
  const out: Schema = { ...schema };
  if (schema.properties) out.properties = eachOrTagged(schema.properties);
  if (schema.patternProperties) out.patternProperties = eachOrTagged(schema.patternProperties);
  if (typeof schema.additionalProperties === 'object')
    out.additionalProperties = orTagged(schema.additionalProperties);
  if (schema.items)
    out.items = Array.isArray(schema.items) ? schema.items.map(orTagged) : orTagged(schema.items);
  for (const key of ['anyOf', 'oneOf', 'allOf'] as const)
    if (schema[key]) out[key] = schema[key].map(inside);
  return out;
}
