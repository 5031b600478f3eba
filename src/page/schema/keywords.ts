/**
 * The one list of JSON Schema keywords the product knows. checkSchema checks exactly these;
 * formSchemaFaults refuses every other one by name; docs/page-schema.md shows this list (npm run
 * generate).
 */
export const JSON_TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array'] as const;
export type JsonType = (typeof JSON_TYPES)[number];

export interface Keyword {
  /** Types the keyword says something about; absent for every type. */
  readonly types?: readonly JsonType[];
  /** A value that breaks it is refused. The others only describe. */
  readonly checked: boolean;
  /** What it does in a form of a page; absent where a form may not use it. */
  readonly form?: string;
}
const annotation = (form?: string): Keyword => ({
  checked: false,
  ...(form !== undefined && { form }),
});
const check = (form?: string, ...types: JsonType[]): Keyword => ({
  checked: true,
  ...(types.length > 0 && { types }),
  ...(form !== undefined && { form }),
});
const NUMBERS: JsonType[] = ['number', 'integer'];

export const KEYWORDS: Readonly<Record<string, Keyword>> = {
  type: check(
    'one of string, number, integer, boolean, object, array; `[type, "null"]` is the same as the type alone',
  ),
  enum: check('options; texts, numbers, true and false'),
  const: check('the field holds this value and is read-only; a boolean must be set to it'),
  oneOf: check('options with titles: every branch is `{const, title}`'),
  $ref: check(
    '`#/$defs/name` or `#/definitions/name` of the same schema; title, description, default, readOnly and ui may stand beside it',
  ),
  $defs: annotation('what `$ref` names'),
  definitions: annotation('what `$ref` names'),
  properties: check('fields, or fields within a field', 'object'),
  required: check('fields that must be filled in', 'object'),
  additionalProperties: check('true or false', 'object'),
  items: check('one schema: objects are rows, enum or oneOf are several choices', 'array'),
  minItems: check('least number of rows or choices', 'array'),
  maxItems: check('most rows or choices', 'array'),
  uniqueItems: check('no two alike', 'array'),
  minLength: check('least number of characters', 'string'),
  maxLength: check('most characters', 'string'),
  pattern: check('a regular expression (flag u); `ui.shape` says it in words', 'string'),
  format: check('date, date-time, email or uri; each has an input of its own', 'string'),
  minimum: check('least value', ...NUMBERS),
  maximum: check('greatest value', ...NUMBERS),
  exclusiveMinimum: check('greater than this', ...NUMBERS),
  exclusiveMaximum: check('less than this', ...NUMBERS),
  multipleOf: check('a multiple of this, exact to nine decimals', ...NUMBERS),
  title: annotation('the label'),
  description: annotation('help under the input'),
  default: annotation('the first value'),
  readOnly: annotation('the input cannot be changed'),
  examples: annotation('not drawn'),
  $comment: annotation('not drawn'),
  $schema: annotation('only at the top; not drawn'),
  $id: annotation('only at the top; not drawn'),
  ui: annotation('what JSON Schema cannot say, see below'),
  // Only definitions of widgets, actions and calls use these: forms cannot draw them.
  anyOf: check(),
  allOf: check(),
  patternProperties: check(undefined, 'object'),
  minProperties: check(undefined, 'object'),
  maxProperties: check(undefined, 'object'),
  'x-path': annotation(),
  'x-call': annotation(),
  'x-document': annotation(),
  'x-json-schema': annotation(),
  'x-event': annotation(),
  'x-actions': annotation(),
  'x-page': annotation(),
  'x-decimal': annotation(),
};

/** The list as a table of docs/page-schema.md. */
export function keywordTable(): string {
  const row = ([name, { types, checked, form }]: [string, Keyword]): string[] =>
    form === undefined
      ? []
      : [`| \`${name}\` | ${types?.join(', ') ?? 'any'} | ${checked ? 'yes' : ''} | ${form} |`];
  return [
    '| keyword | of | checked | in a form |',
    '|---|---|---|---|',
    ...Object.entries(KEYWORDS).flatMap(row),
  ].join('\n');
}
