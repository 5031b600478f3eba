import {
  at,
  hint,
  isObject,
  isText,
  type JsonObject,
  type ProblemPath,
  checkSchema,
  type Schema,
} from '../../document/index.ts';
import { DRAFT7_FORMATS } from './draft7.ts';
import type { SchemaRefusal } from './form-inputs.ts';
import { MAX_PATTERN } from './form-patterns.ts';
import { isCheapPattern } from './pattern-cost.ts';
import { definitionAt } from './pointer.ts';

/** Most characters of a schema's JSON. */
const MAX_ANY_SCHEMA = 100_000;
/** Deepest a schema may be nested, one keyword a step. */
const MAX_DEPTH = 40;
/** Most schemas it may unfold to when every `$ref` is followed once on each way down. */
const MAX_UNFOLDED = 2_000;
/** Most items a list may begin with: a form draws each of them. */
const MAX_FIRST_ITEMS = 100;

const TEXT: Schema = { type: 'string' };
const FLAG: Schema = { type: 'boolean' };
const NUMBER: Schema = { type: 'number' };
const COUNT: Schema = { type: 'integer', minimum: 0 };
const NAMES: Schema = { type: 'array', items: TEXT, uniqueItems: true };
const ANY: Schema = {};
const TYPES: Schema = {
  type: 'string',
  enum: ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'],
};
/** Keywords whose value is no schema, and what it must look like. */
const PLAIN: Readonly<Record<string, Schema>> = {
  $schema: TEXT,
  $comment: TEXT,
  $ref: TEXT,
  title: TEXT,
  description: TEXT,
  type: { anyOf: [TYPES, { type: 'array', items: TYPES, minItems: 1, uniqueItems: true }] },
  enum: { type: 'array', minItems: 1 },
  const: ANY,
  default: ANY,
  examples: { type: 'array' },
  readOnly: FLAG,
  writeOnly: FLAG,
  deprecated: FLAG,
  format: { type: 'string', enum: Object.keys(DRAFT7_FORMATS) },
  pattern: { type: 'string', maxLength: MAX_PATTERN },
  minLength: COUNT,
  maxLength: COUNT,
  minimum: NUMBER,
  maximum: NUMBER,
  exclusiveMinimum: NUMBER,
  exclusiveMaximum: NUMBER,
  multipleOf: { type: 'number', exclusiveMinimum: 0 },
  minItems: { type: 'integer', minimum: 0, maximum: MAX_FIRST_ITEMS },
  maxItems: COUNT,
  uniqueItems: FLAG,
  minProperties: COUNT,
  maxProperties: COUNT,
  required: NAMES,
};
/** Keywords that hold schemas: one, a list, one by name, or one or a list of names by name. */
const HOLDING: Readonly<Record<string, 'one' | 'list' | 'items' | 'map' | 'needs'>> = {
  not: 'one',
  if: 'one',
  then: 'one',
  else: 'one',
  contains: 'one',
  propertyNames: 'one',
  additionalProperties: 'one',
  additionalItems: 'one',
  items: 'items',
  allOf: 'list',
  anyOf: 'list',
  oneOf: 'list',
  properties: 'map',
  patternProperties: 'map',
  definitions: 'map',
  $defs: 'map',
  dependencies: 'needs',
};
const holdingOf = (keyword: string) =>
  Object.hasOwn(HOLDING, keyword) ? HOLDING[keyword] : undefined;
const DEFINING = new Set(['definitions', '$defs']);
/** Schemas inside these are of the same value: a `$ref` back through them alone never ends. */
const SAME_VALUE = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependencies',
]);
const NAMES_OF_KEYWORDS = [...Object.keys(PLAIN), ...Object.keys(HOLDING)];
const INSTEAD: Readonly<Record<string, string>> = {
  nullable: '请写成 type: [类型, "null"]',
  enumNames: '请写在 uiSchema 的 ui:enumNames 里',
  ui: '请写在 uiSchema 里',
  dependentRequired: '请写成 dependencies',
  dependentSchemas: '请写成 dependencies',
  $id: '只能用 $ref 引用同一份 schema 里的定义，不需要 $id',
};

interface Inner {
  readonly schema: unknown;
  readonly keys: readonly (string | number)[];
  readonly keyword: string;
}
/** The schemas directly inside a schema. */
const innerOf = (schema: JsonObject): Inner[] =>
  Object.entries(schema).flatMap(([keyword, value]) => heldBy(keyword, value));
/** The schemas that a keyword holds. */
function heldBy(keyword: string, value: unknown): Inner[] {
  const how = holdingOf(keyword);
  const isList = Array.isArray(value);
  if (how === 'one' || (how === 'items' && !isList))
    return [{ schema: value, keys: [keyword], keyword }];
  if ((how === 'list' || how === 'items') && isList)
    return value.map((each: unknown, i) => ({ schema: each, keys: [keyword, i], keyword }));
  if ((how !== 'map' && how !== 'needs') || !isObject(value)) return [];
  return Object.entries(value)
    .filter(([, each]) => how === 'map' || !Array.isArray(each))
    .map(([name, each]) => ({ schema: each, keys: [keyword, name], keyword }));
}

/**
 * What makes a JSON Schema (draft 7) unfit to be drawn as a form for anyone who opens the page: keywords
 * that would not be honoured, addresses outside itself, patterns and structures that cost too much. An
 * empty list for a sound one. Never throws, for any value.
 */
export function anySchemaRefusals(schema: unknown, place: ProblemPath): SchemaRefusal[] {
  if (!isObject(schema)) return [{ place, why: '应为 JSON Schema 对象' }];
  const size = JSON.stringify(schema).length;
  if (size > MAX_ANY_SCHEMA)
    return [{ place, why: `schema 最多 ${MAX_ANY_SCHEMA} 个字符，现在有 ${size} 个` }];
  const check = new AnySchemaCheck(schema);
  check.schema(schema, place, 0);
  if (check.refusals.length > 0) return check.refusals;
  const why = new Unfolding(schema).why();
  return why === undefined ? [] : [{ place, why }];
}

class AnySchemaCheck {
  readonly refusals: SchemaRefusal[] = [];
  constructor(private readonly root: JsonObject) {}

  private refuse(place: ProblemPath, why: string): void {
    this.refusals.push({ place, why });
  }
  schema(schema: unknown, place: ProblemPath, depth: number): void {
    if (typeof schema === 'boolean') return;
    if (!isObject(schema)) this.refuse(place, '应为 JSON Schema 对象');
    else if (depth > MAX_DEPTH) this.refuse(place, `schema 最多嵌套 ${MAX_DEPTH} 层`);
    else {
      for (const [keyword, value] of Object.entries(schema))
        this.keyword(keyword, value, at(place, keyword));
      for (const { schema: each, keys } of innerOf(schema))
        this.schema(each, at(place, ...keys), depth + 1);
    }
  }
  private keyword(keyword: string, value: unknown, place: ProblemPath): void {
    const holding = holdingOf(keyword);
    if (holding !== undefined) {
      this.holding(keyword, value, holding, place);
      return;
    }
    if (!Object.hasOwn(PLAIN, keyword)) {
      const more = Object.hasOwn(INSTEAD, keyword)
        ? `：${INSTEAD[keyword]}`
        : hint(keyword, NAMES_OF_KEYWORDS);
      this.refuse(place, `不支持“${keyword.slice(0, 60)}”${more}`);
      return;
    }
    const [fault] = checkSchema(value, PLAIN[keyword]!, place);
    if (fault) this.refuse(place, `“${keyword}”写得不对：${fault.why}`);
    else if (keyword === 'pattern') this.pattern(value as string, place);
    else if (keyword === '$ref') this.ref(value as string, place);
  }
  private holding(keyword: string, value: unknown, how: string, place: ProblemPath): void {
    const isList = how === 'list' || (how === 'items' && Array.isArray(value));
    const fits = isList
      ? Array.isArray(value) && value.length > 0
      : isObject(value) || (typeof value === 'boolean' && (how === 'one' || how === 'items'));
    if (!fits) this.refuse(place, `“${keyword}”写得不对`);
    else if (keyword === 'patternProperties')
      for (const source of Object.keys(value as JsonObject))
        this.pattern(source, at(place, source));
    else if (how === 'needs')
      for (const [name, each] of Object.entries(value as JsonObject))
        if (Array.isArray(each) && !each.every(isText))
          this.refuse(at(place, name), '应为字段名的列表，或一个 schema');
  }
  private pattern(source: string, place: ProblemPath): void {
    if (source.length > MAX_PATTERN || !isCheapPattern(source))
      this.refuse(
        place,
        'pattern 写得不对，或可能很慢：最多用两处 *、+、?、{m,n} 或 |，并以 ^ 开头',
      );
  }
  private ref(ref: string, place: ProblemPath): void {
    const target = definitionAt(this.root, ref);
    if (!isObject(target))
      this.refuse(
        place,
        `找不到“${ref.slice(0, 100)}”：只能引用同一份 schema 里的定义，如 #/definitions/名称`,
      );
  }
}

/** Follows every `$ref` as drawing and checking would. */
class Unfolding {
  private count = 0;
  private endless = false;
  constructor(private readonly root: JsonObject) {}

  why(): string | undefined {
    this.walk(this.root, [], []);
    if (this.endless) return '$ref 不能直接引用自己：中间要隔着 properties 或 items';
    return this.count > MAX_UNFOLDED ? `schema 展开后最多 ${MAX_UNFOLDED} 项` : undefined;
  }
  /** `within` are the schemas on the way down, `same` those of the same value. */
  private walk(schema: unknown, within: readonly unknown[], same: readonly unknown[]): void {
    if (!isObject(schema) || this.endless || this.count > MAX_UNFOLDED) return;
    if (same.includes(schema)) this.endless = true;
    if (within.includes(schema)) return;
    this.count += 1;
    const [down, here] = [
      [...within, schema],
      [...same, schema],
    ];
    if (isText(schema.$ref)) this.walk(definitionAt(this.root, schema.$ref), down, here);
    for (const { schema: each, keyword } of innerOf(schema))
      if (!DEFINING.has(keyword)) this.walk(each, down, SAME_VALUE.has(keyword) ? here : []);
  }
}
