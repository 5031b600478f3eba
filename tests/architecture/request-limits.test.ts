import { Type, type TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { calls, type Call } from '../../src/contract/index.ts';

/**
 * The schema of a request limits its size: every list, text and map has a maximum. A part without a
 * shape of its own is listed here with its actual limit; its size is never more than the call's
 * body (BODY_SIZES).
 */
const FREE: Readonly<Record<string, string>> = {
  'records[]{*}': 'values of a record: each field type reads its own',
  'record{*}': 'values of a record: each field type reads its own',
  'values{*}': 'values of a record or a form: each field type reads its own',
  defaultValue: 'value of a field: its type reads it',
  default: 'value of a field: its type reads it',
  value: 'a value beside the operator or field that reads it',
  'within[]': 'values of the fields a list is grouped by',
  filter: 'filter tree: FILTER_MAX_DEPTH, FILTER_MAX_LEAVES, FILTER_MAX_VALUES',
  candidates: 'filter tree: FILTER_MAX_DEPTH, FILTER_MAX_LEAVES, FILTER_MAX_VALUES',
  dataFilter: 'filter tree: FILTER_MAX_DEPTH, FILTER_MAX_LEAVES, FILTER_MAX_VALUES',
  'kindConfig{*}': 'settings of a kind of view, read by their names',
  document: 'page document: limits of src/document/base/limits.ts',
  nodes: 'nodes of a template: limits of src/flow/document/validate.ts',
  'operations[]': 'operation over a page document: limits of src/document/base/limits.ts',
};

interface Schema {
  type?: string;
  maxItems?: number;
  maxLength?: number;
  maxProperties?: number;
  enum?: unknown;
  const?: unknown;
  format?: string;
  $ref?: string;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: unknown;
  items?: Schema | Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}
const inner = (at: string, step: string): string => (at ? `${at}.${step}` : step);
/** The parts of a schema with their paths; the branches of a union are at the union's path. */
function parts(schema: Schema, at: string): [string, Schema][] {
  const {
    properties = {},
    patternProperties = {},
    additionalProperties: others,
    items = [],
  } = schema;
  return [
    ...Object.entries(properties).map(([name, each]): [string, Schema] => [inner(at, name), each]),
    ...Object.values(patternProperties).map((each): [string, Schema] => [`${at}{*}`, each]),
    ...(typeof others === 'object' && others !== null
      ? [[`${at}{*}`, others] as [string, Schema]]
      : []),
    ...[items].flat().map((each): [string, Schema] => [`${at}[]`, each]),
    ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((branches) =>
      (branches ?? []).map((each): [string, Schema] => [at, each]),
    ),
  ];
}
function lacks(schema: Schema): string | undefined {
  const { type, enum: choices, const: only, format } = schema;
  if (type === 'array') return schema.maxItems === undefined ? 'maxItems' : undefined;
  if (type === 'string')
    return [schema.maxLength, choices, only, format].every((limit) => limit === undefined)
      ? 'maxLength'
      : undefined;
  const isMap =
    schema.patternProperties !== undefined || typeof schema.additionalProperties === 'object';
  if (isMap) return schema.maxProperties === undefined ? 'maxProperties' : undefined;
  if (type === 'object') return schema.properties === undefined ? 'a shape' : undefined;
  return type === undefined &&
    choices === undefined &&
    only === undefined &&
    parts(schema, '').length === 0
    ? 'a shape'
    : undefined;
}
/**
 * Places without a limit, with what they lack. A schema that refers to itself is refused: it has no
 * depth.
 */
function unlimited(schema: Schema, at = ''): string[] {
  if (schema.$ref !== undefined) return [`${at}: no $ref`];
  const missing = lacks(schema);
  const isFree =
    missing === 'a shape' &&
    Object.keys(FREE).some((free) => at === free || at.endsWith(`.${free}`));
  return [
    ...(missing && !isFree ? [`${at}: ${missing}`] : []),
    ...parts(schema, at).flatMap(([place, each]) => unlimited(each, place)),
  ];
}
const unlimitedOf = (call: Call): string[] =>
  [call.params, call.query, call.body].flatMap((part) =>
    part ? unlimited(part as Schema).map((fault) => `${call.id} ${fault}`) : [],
  );

describe('what one request may hold', () => {
  it('is limited in its schema, call by call', () => {
    expect(calls.length).toBeGreaterThan(200);
    expect(calls.flatMap((call) => unlimitedOf(call as unknown as Call))).toEqual([]);
  });

  it.each<[string, TSchema]>([
    ['a list', Type.Object({ ids: Type.Array(Type.Integer()) })],
    ['a text', Type.Object({ name: Type.String() })],
    [
      'a text in a list in a choice',
      Type.Object({ of: Type.Union([Type.Null(), Type.Array(Type.String(), { maxItems: 3 })]) }),
    ],
    ['a map', Type.Object({ by: Type.Record(Type.String(), Type.Integer()) })],
    ['anything', Type.Object({ some: Type.Unknown() })],
    ['an open object', Type.Object({ some: Type.Unsafe({ type: 'object' }) })],
  ])('%s without a limit is found', (_what, schema) => {
    expect(unlimited(schema as Schema)).toHaveLength(1);
  });

  it('names no exception that is not used', () => {
    const places = calls.flatMap((call) =>
      [call.params, call.query, call.body].flatMap((part) =>
        part ? placesOf(part as Schema) : [],
      ),
    );
    expect(
      Object.keys(FREE).filter(
        (free) => !places.some((place) => place === free || place.endsWith(`.${free}`)),
      ),
    ).toEqual([]);
  });
});

const placesOf = (schema: Schema, at = ''): string[] => [
  at,
  ...parts(schema, at).flatMap(([place, each]) => placesOf(each, place)),
];
