import {
  isObject,
  isText,
  own,
  hint,
  at,
  type JsonObject,
  type ProblemPath,
  checkSchema,
  FORMATS,
  type Schema,
} from '../../document/index.ts';
import { inputRefusals, type SchemaRefusal } from './form-inputs.ts';
import { INSTEAD_OF, refusal } from './form-hints.ts';
import { DEFINITIONS, definitionOf, MAX_UNFOLDED, typeOf, unfoldFormSchema } from './form-refs.ts';
import { MAX_PATTERN } from './form-patterns.ts';
import { JSON_TYPES, KEYWORDS, type JsonType } from './keywords.ts';

const COUNT: Schema = { type: 'integer', minimum: 0 };
const NUMBER: Schema = { type: 'number' };
const TEXT: Schema = { type: 'string' };
const FLAG: Schema = { type: 'boolean' };
const OBJECT: Schema = { type: 'object' };
const NAMES: Schema = { type: 'array', items: TEXT, uniqueItems: true };
/** What each keyword itself must look like. */
const SHAPES: Readonly<Record<string, Schema>> = {
  title: TEXT,
  description: TEXT,
  readOnly: FLAG,
  ui: OBJECT,
  properties: OBJECT,
  $defs: OBJECT,
  definitions: OBJECT,
  required: NAMES,
  minLength: COUNT,
  maxLength: COUNT,
  pattern: { type: 'string', maxLength: MAX_PATTERN },
  minItems: COUNT,
  maxItems: COUNT,
  uniqueItems: FLAG,
  minimum: NUMBER,
  maximum: NUMBER,
  exclusiveMinimum: NUMBER,
  exclusiveMaximum: NUMBER,
  multipleOf: { type: 'number', exclusiveMinimum: 0 },
  enum: { type: 'array', minItems: 1, items: { type: ['string', 'number', 'boolean', 'null'] } },
  const: { type: ['string', 'number', 'boolean'] },
  oneOf: { type: 'array', minItems: 1 },
  type: {
    anyOf: [
      { type: 'string', enum: [...JSON_TYPES] },
      {
        type: 'array',
        minItems: 2,
        maxItems: 2,
        items: { type: 'string', enum: [...JSON_TYPES, 'null'] },
      },
    ],
  },
};
function shapeRefusal(keyword: string, value: unknown): string | undefined {
  if (!Object.hasOwn(SHAPES, keyword)) return undefined;
  const [fault] = checkSchema(value, SHAPES[keyword]!, { path: '' });
  return fault && `“${keyword}”写得不对：${fault.why}`;
}
const AT_TOP: ReadonlySet<string> = new Set(['$schema', '$id', ...DEFINITIONS]);
/**
 * Keywords allowed beside `$ref`: they change how the field is shown, not which values it takes.
 */
const BESIDE_REF: ReadonlySet<string> = new Set([
  '$ref',
  'title',
  'description',
  'default',
  'readOnly',
  'ui',
  '$comment',
  'examples',
]);

/**
 * Every part of a form's schema that forms neither render nor check, each with its place and what
 * to write instead; an empty list for a fully supported schema. The keywords are those of
 * keywords.ts. Never throws, for any schema.
 */
export function formSchemaRefusals(schema: JsonObject, place: ProblemPath): SchemaRefusal[] {
  const shape = isText(schema.$ref) ? definitionOf(schema, schema.$ref) : schema;
  if (typeOf(shape) !== 'object' || !isObject(own(shape, 'properties'))) {
    return [{ place, why: '表单的 schema 须是带 properties 的对象' }];
  }
  if (unfoldFormSchema(schema).endless)
    return [{ place, why: `$ref 不能引用自己，展开后最多 ${MAX_UNFOLDED} 项` }];
  const check = new KeywordCheck(schema);
  check.top(schema, place);
  return check.refusals.length > 0 ? check.refusals : inputRefusals(schema, place);
}

/** Looks at every keyword where it is written, in definitions as well. */
class KeywordCheck {
  readonly refusals: SchemaRefusal[] = [];
  constructor(private readonly root: JsonObject) {}

  private refuse(place: ProblemPath, why: string): void {
    this.refusals.push({ place, why });
  }

  top(schema: JsonObject, place: ProblemPath): void {
    this.keywords(schema, place, true);
    this.inner(schema, place);
    for (const part of DEFINITIONS) {
      for (const [name, each] of Object.entries(isObject(schema[part]) ? schema[part] : {}))
        this.schema(each, at(place, part, name));
    }
  }
  private schema(schema: unknown, place: ProblemPath): void {
    if (typeof schema === 'boolean') this.refuse(place, '字段不能只写 true 或 false，请写明 type');
    else if (!isObject(schema)) this.refuse(place, '应为 JSON Schema 对象');
    else {
      this.keywords(schema, place, false);
      this.inner(schema, place);
    }
  }
  private inner({ properties, items }: JsonObject, place: ProblemPath): void {
    for (const [name, each] of Object.entries(isObject(properties) ? properties : {}))
      this.schema(each, at(place, 'properties', name));
    if (items !== undefined && !Array.isArray(items)) this.schema(items, at(place, 'items'));
  }

  /** Each keyword by itself. */
  private keywords(schema: JsonObject, place: ProblemPath, top: boolean): void {
    for (const [keyword, value] of Object.entries(schema)) {
      const where = at(place, keyword);
      const why = this.keyword(keyword, value, schema, top);
      if (why !== undefined) this.refuse(where, why);
      else this.parts(keyword, value, schema, where);
    }
  }
  private keyword(
    keyword: string,
    value: unknown,
    schema: JsonObject,
    top: boolean,
  ): string | undefined {
    const known = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword]! : undefined;
    if (known?.form === undefined) return refusal(keyword);
    if (AT_TOP.has(keyword) && !top) return `“${keyword}”只能写在 schema 的最外层`;
    if (schema.$ref !== undefined && !BESIDE_REF.has(keyword) && !AT_TOP.has(keyword)) {
      return `$ref 旁边不能写“${keyword}”，请写进它引用的定义里`;
    }
    const type = typeOf(schema);
    if (known.types && isText(type) && !known.types.includes(type as JsonType)) {
      return `“${keyword}”用于 ${known.types.join('、')}，这里的 type 是 ${type}`;
    }
    return shapeRefusal(keyword, value);
  }
  /** What a keyword's value says. */
  private parts(keyword: string, value: unknown, schema: JsonObject, place: ProblemPath): void {
    switch (keyword) {
      case 'type':
        return this.type(value, place);
      case 'format':
        return this.format(value, place);
      case 'pattern':
        return this.pattern(value as string, place);
      case '$ref':
        return this.ref(value, place);
      case 'required':
        return this.required(value as string[], schema, place);
      case 'enum':
        return this.choices(value as unknown[], schema, place);
      case 'oneOf':
        return this.titled(value as unknown[], schema, place);
      case 'const':
        return this.choices([value], schema, place);
      case 'default':
        return this.initial(value, schema, place);
      case 'items':
        if (Array.isArray(value))
          this.refuse(place, `表单不支持按位置写的列表：${INSTEAD_OF.tuple}`);
        return;
      case 'additionalProperties':
        if (typeof value !== 'boolean')
          this.refuse(
            place,
            `表单不支持 additionalProperties 写成 schema：${INSTEAD_OF.additionalProperties}`,
          );
        return;
    }
  }
  private type(value: unknown, place: ProblemPath): void {
    if (!Array.isArray(value) || (value.includes('null') && value.some((each) => each !== 'null')))
      return;
    this.refuse(place, '一个字段只能有一种 type（可以加 "null"），几种请写成几个字段');
  }
  private format(value: unknown, place: ProblemPath): void {
    if (isText(value) && Object.hasOwn(FORMATS, value)) return;
    const others = `可用的有 ${Object.keys(FORMATS).join('、')}，其余请用 pattern，并在 ui.shape 里说明`;
    const instead = value === 'data-url' ? '文件请用 ui.input: "attachment"' : others;
    this.refuse(place, `表单不支持格式“${String(value).slice(0, 60)}”：${instead}`);
  }
  private pattern(source: string, place: ProblemPath): void {
    try {
      new RegExp(source, 'u');
    } catch {
      this.refuse(place, 'pattern 不是正确的正则表达式');
    }
  }
  private ref(value: unknown, place: ProblemPath): void {
    if (definitionOf(this.root, value) === undefined)
      this.refuse(place, `找不到“${String(value).slice(0, 100)}”：${INSTEAD_OF.ref}`);
  }
  private required(names: readonly string[], { properties }: JsonObject, place: ProblemPath): void {
    const known = isObject(properties) ? properties : {};
    for (const name of names) {
      if (!Object.hasOwn(known, name))
        this.refuse(place, `properties 里没有“${name}”${hint(name, Object.keys(known))}`);
    }
  }
  /** Options go by their texts, so no two may read alike; each must fit the type beside it. */
  private choices(values: readonly unknown[], schema: JsonObject, place: ProblemPath): void {
    const type = schema.type as string | string[] | undefined;
    const seen = new Set<string>();
    const twice = values.map(String).find((text) => seen.size === seen.add(text).size);
    const odd =
      type === undefined
        ? undefined
        : values.find((value) => checkSchema(value, { type }, place).length > 0);
    if (typeOf(schema) === 'object' || typeOf(schema) === 'array')
      this.refuse(place, '对象和列表没有选项；列表的选项请写在 items 里');
    else if (odd !== undefined)
      this.refuse(place, `选项 ${JSON.stringify(odd)} 不是 type 所说的类型`);
    else if (twice !== undefined) this.refuse(place, `选项“${twice}”出现了两次`);
  }
  private titled(branches: readonly unknown[], schema: JsonObject, place: ProblemPath): void {
    const plain = branches.every(
      (branch) =>
        isObject(branch) &&
        ['string', 'number', 'boolean'].includes(typeof branch.const) &&
        Object.entries(branch).every(
          ([key, value]) =>
            key === 'const' || (['title', 'description'].includes(key) && isText(value)),
        ),
    );
    if (!plain) this.refuse(place, `表单里的 oneOf 只能列出选项：${INSTEAD_OF.alternatives}`);
    else
      this.choices(
        branches.map((branch) => (branch as JsonObject).const),
        schema,
        place,
      );
  }
  /** Patterns of the document are not run here: only the kind and the options are looked at. */
  private initial(value: unknown, schema: JsonObject, place: ProblemPath): void {
    const given = ['type', 'enum', 'const', 'oneOf'].filter((key) => schema[key] !== undefined);
    if (given.some((key) => this.keyword(key, schema[key], schema, false) !== undefined)) return;
    const wanted: Schema = Object.fromEntries(given.map((key) => [key, schema[key]]));
    const [fault] = checkSchema(value, wanted, place);
    if (fault) this.refuse(place, `default ${fault.why}`);
  }
}
