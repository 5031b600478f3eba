import { isObject, own, same, type JsonObject } from '../json.ts';
import { hint } from '../names.ts';
import { at, type Place } from '../problems.ts';
import type { Schema } from './types.ts';
import { expected, kindOf, show } from './words.ts';

/** Something that does not fit its schema: where, and why in Chinese. */
export interface Fault { place: Place; why: string }
/** A tagged value met on the way, with the schema its result must fit. */
export interface TagFound { place: Place; schema: Schema }
interface Options {
  /** Positions may hold {$x} or {$t} in place of the literal: they are accepted, and handed to `onTag`. */
  tagged?: boolean;
  onTag?: (found: TagFound) => void;
}

/** Deeper than this nothing is looked at: page values are limited before they come here. */
const MAX_DEPTH = 64;

/** Checks JSON against a schema; answers all faults, or an empty list. Never throws, whatever the value. */
export function checkSchema(value: unknown, schema: Schema, place: Place, options: Options = {}): Fault[] {
  const check = new Check(options, schema);
  check.value(value, schema, place, 0);
  return check.faults;
}

/** True for an object that claims to be an expression or a template, rightly or not. */
export const looksTagged = (value: unknown): value is JsonObject => isObject(value) && (Object.hasOwn(value, '$x') || Object.hasOwn(value, '$t'));

class Check {
  readonly faults: Fault[] = [];
  constructor(private readonly options: Options, private readonly root: Schema, private readonly defs: Map<string, Schema> = definitions(root)) {}

  value(value: unknown, schema: Schema, place: Place, depth: number): void {
    if (depth > MAX_DEPTH) return;
    if (this.options.tagged && looksTagged(value)) { this.options.onTag?.({ place, schema }); return; }
    const target = this.resolve(schema);
    if (!this.alternatives(value, target, place, depth)) return;
    if (!this.literal(value, target, place)) return;
    if (typeof value === 'string') this.text(value, target, place);
    else if (typeof value === 'number') this.number(value, target, place);
    else if (Array.isArray(value)) this.array(value, target, place, depth);
    else if (isObject(value)) this.object(value, target, place, depth);
  }

  private fault(place: Place, why: string): void { this.faults.push({ place, why }); }

  private resolve(schema: Schema): Schema {
    let target = schema;
    for (let hops = 0; target.$ref !== undefined && hops < 8; hops++) {
      const next = this.defs.get(target.$ref.replace(/^#\/(\$defs|definitions)\//, ''));
      if (!next) return {};
      target = next;
    }
    return target;
  }

  /** anyOf, oneOf and allOf; false when the value fits no branch and that has been said. */
  private alternatives(value: unknown, schema: Schema, place: Place, depth: number): boolean {
    for (const part of schema.allOf ?? []) this.value(value, part, place, depth + 1);
    const branches = schema.anyOf ?? schema.oneOf;
    if (!branches || branches.length === 0) return true;
    const tries = branches.map((branch) => this.attempt(value, branch, place, depth));
    const fit = tries.find((attempt) => attempt.faults.length === 0);
    if (fit) { fit.found.forEach((tag) => this.options.onTag?.(tag)); return true; }
    // The branch that got furthest inside the value is the one that was meant; else say what would fit.
    const deepest = tries.filter((attempt) => attempt.faults.every((fault) => fault.place.path.length > place.path.length));
    if (deepest.length > 0) this.faults.push(...deepest.reduce((a, b) => (b.faults.length < a.faults.length ? b : a)).faults);
    else this.fault(place, `应为${expected({ anyOf: branches.map((branch) => this.resolve(branch)) })}，现在是${kindOrValue(value)}`);
    return false;
  }
  private attempt(value: unknown, branch: Schema, place: Place, depth: number): { faults: Fault[]; found: TagFound[] } {
    const found: TagFound[] = [];
    const check = new Check({ ...this.options, onTag: (tag) => found.push(tag) }, this.root, this.defs);
    check.value(value, branch, place, depth + 1);
    return { faults: check.faults, found };
  }

  /** Type, const and enum: when one of them fails nothing else is worth saying. */
  private literal(value: unknown, schema: Schema, place: Place): boolean {
    const fits = (schema.type === undefined || [schema.type].flat().some((type) => hasType(value, type)))
      && (schema.const === undefined || same(schema.const, value)) && (schema.enum === undefined || schema.enum.some((one) => same(one, value)));
    if (fits) return true;
    const words = (schema.enum ?? (schema.const === undefined ? [] : [schema.const])).filter((one): one is string => typeof one === 'string');
    const near = typeof value === 'string' && words.length > 8 ? hint(value, words) : '';
    this.fault(place, `应为${expected(schema)}，现在是${kindOrValue(value)}${near}`);
    return false;
  }

  private text(value: string, schema: Schema, place: Place): void {
    if (schema.minLength !== undefined && value.length < schema.minLength) this.fault(place, value === '' ? '不能为空' : `至少 ${schema.minLength} 个字符`);
    if (schema.maxLength !== undefined && value.length > schema.maxLength) this.fault(place, `最多 ${schema.maxLength} 个字符，现在有 ${value.length} 个`);
    if (schema.pattern !== undefined && !pattern(schema.pattern).test(value)) this.fault(place, `${show(value)}的格式不对${schema.description ? `，应为${schema.description}` : ''}`);
  }

  private number(value: number, schema: Schema, place: Place): void {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
    if (minimum !== undefined && value < minimum) this.fault(place, `不能小于 ${minimum}`);
    if (maximum !== undefined && value > maximum) this.fault(place, `不能大于 ${maximum}`);
    if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) this.fault(place, `须大于 ${exclusiveMinimum}`);
    if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) this.fault(place, `须小于 ${exclusiveMaximum}`);
  }

  private array(value: unknown[], schema: Schema, place: Place, depth: number): void {
    if (schema.minItems !== undefined && value.length < schema.minItems) this.fault(place, `至少 ${schema.minItems} 项`);
    if (schema.maxItems !== undefined && value.length > schema.maxItems) this.fault(place, `最多 ${schema.maxItems} 项，现在有 ${value.length} 项`);
    const { items } = schema;
    if (items === undefined) return;
    value.forEach((item, i) => { const inner = Array.isArray(items) ? items[i] : items; if (inner) this.value(item, inner, at(place, i), depth + 1); });
  }

  private object(value: JsonObject, schema: Schema, place: Place, depth: number): void {
    for (const name of schema.required ?? []) if (!Object.hasOwn(value, name)) this.fault(place, `缺少“${name}”`);
    const count = Object.keys(value).length;
    if (schema.minProperties !== undefined && count < schema.minProperties) this.fault(place, `至少 ${schema.minProperties} 项`);
    if (schema.maxProperties !== undefined && count > schema.maxProperties) this.fault(place, `最多 ${schema.maxProperties} 项，现在有 ${count} 项`);
    for (const [key, item] of Object.entries(value)) this.property(key, item, schema, place, depth);
  }
  private property(key: string, item: unknown, schema: Schema, place: Place, depth: number): void {
    const named = own(schema.properties, key) as Schema | undefined;
    const matched = Object.entries(schema.patternProperties ?? {}).filter(([source]) => pattern(source).test(key)).map(([, inner]) => inner);
    for (const inner of named ? [named, ...matched] : matched) this.value(item, inner, at(place, key), depth + 1);
    if (named || matched.length > 0) return;
    if (schema.additionalProperties === false) this.fault(at(place, key), `不认识“${key.slice(0, 60)}”${hint(key, Object.keys(schema.properties ?? {}))}`);
    else if (isObject(schema.additionalProperties)) this.value(item, schema.additionalProperties, at(place, key), depth + 1);
  }
}

function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case 'string': return typeof value === 'string';
    case 'number': return typeof value === 'number' && Number.isFinite(value);
    case 'integer': return Number.isInteger(value);
    case 'boolean': return typeof value === 'boolean';
    case 'null': return value === null;
    case 'array': return Array.isArray(value);
    case 'object': return isObject(value);
    default: return true;
  }
}
const kindOrValue = (value: unknown): string => (typeof value === 'object' ? kindOf(value) : show(value));

/** Patterns come from definitions in code, never from documents; they are few and kept. */
const patterns = new Map<string, RegExp>();
function pattern(source: string): RegExp {
  let made = patterns.get(source);
  if (!made) { made = new RegExp(source, 'u'); patterns.set(source, made); }
  return made;
}

/** Definitions by every name a $ref may use; TypeBox puts them at the cyclic schema, not always at the root. */
const definitionsOf = new WeakMap<Schema, Map<string, Schema>>();
function definitions(root: Schema): Map<string, Schema> {
  let found = definitionsOf.get(root);
  if (!found) { found = new Map(); collect(root, found, 0); definitionsOf.set(root, found); }
  return found;
}
function collect(schema: unknown, found: Map<string, Schema>, depth: number): void {
  if (depth > MAX_DEPTH || typeof schema !== 'object' || schema === null) return;
  const defs = own(schema, '$defs') ?? own(schema, 'definitions');
  if (isObject(defs)) for (const [name, def] of Object.entries(defs)) found.set(name, def as Schema);
  for (const [key, inner] of Object.entries(schema)) if (key !== 'default' && key !== 'examples' && key !== 'const' && key !== 'enum') collect(inner, found, depth + 1);
}
