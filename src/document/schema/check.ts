import { isObject, own, same, stableText, type JsonObject } from '../base/json.ts';
import { hint } from '../base/names.ts';
import { at, type ProblemPath } from '../base/problems.ts';
import { FORMATS, type Format } from './formats.ts';
import { definitions } from './definitions.ts';
import type { Schema } from './types.ts';
import { expected, kindOf, show } from './words.ts';

/**
 * A value that does not fit its schema: where, why in Chinese, the failed keyword, its setting and
 * the value.
 */
export interface Fault {
  place: ProblemPath;
  why: string;
  keyword: string;
  limit?: unknown;
  value?: unknown;
}
/** A tagged value met on the way, with the schema its result must fit. */
interface TagFound {
  place: ProblemPath;
  schema: Schema;
}
/** A value tried on one branch. */
interface Attempt {
  faults: Fault[];
  found: TagFound[];
}
export interface CheckOptions {
  /**
   * Positions may hold {$x} or {$t} in place of the literal: they are accepted, and handed to
   * `onTag`.
   */
  tagged?: boolean;
  onTag?: (found: TagFound) => void;
}

/** Deeper than this nothing is looked at: page values are limited before they come here. */
const MAX_DEPTH = 64;

/** A divisor is met to nine decimals: 0.3 is a multiple of 0.1 although binary says otherwise. */
const MULTIPLE_TOLERANCE = 1e-9;

/**
 * Checks JSON against a schema; returns all faults, or an empty list. Never throws, for any value.
 * The one checker of documents and forms: it checks exactly the keywords that those of pages mark as
 * checked (page/schema/keywords.ts), and gives ajv's verdict on them.
 */
export function checkSchema(
  value: unknown,
  schema: Schema,
  place: ProblemPath,
  options: CheckOptions = {},
): Fault[] {
  const check = new Check(options, schema);
  check.value(value, schema, place, 0);
  return check.faults;
}

/** True for an object that claims to be an expression or a template, rightly or not. */
export const looksTagged = (value: unknown): value is JsonObject =>
  isObject(value) && (Object.hasOwn(value, '$x') || Object.hasOwn(value, '$t'));

export class Check {
  readonly faults: Fault[] = [];
  constructor(
    protected readonly options: CheckOptions,
    protected readonly root: Schema,
  ) {}

  /** A check of the same kind whose faults are its own: for branches, one of which must fit. */
  protected fork(options: CheckOptions): Check {
    return new Check(options, this.root);
  }

  value(value: unknown, schema: Schema | boolean, place: ProblemPath, depth: number): void {
    if (depth > MAX_DEPTH) return;
    if (typeof schema === 'boolean') {
      if (!schema) this.fault(place, '不能有值', 'false schema', false, value);
      return;
    }
    if (this.options.tagged && looksTagged(value)) {
      this.options.onTag?.({ place, schema });
      return;
    }
    const target = this.resolve(schema);
    if (!this.alternatives(value, target, place, depth)) return;
    if (!this.literal(value, target, place)) return;
    if (typeof value === 'string') this.text(value, target, place);
    else if (typeof value === 'number') this.number(value, target, place);
    else if (Array.isArray(value)) this.array(value, target, place, depth);
    else if (isObject(value)) this.object(value, target, place, depth);
  }

  protected fault(
    place: ProblemPath,
    why: string,
    keyword: string,
    limit?: unknown,
    value?: unknown,
  ): void {
    this.faults.push({ place, why, keyword, limit, value });
  }

  protected resolve(schema: Schema): Schema {
    let target = schema;
    for (let hops = 0; target.$ref !== undefined && hops < 8; hops++) {
      const next = definitions(this.root).get(target.$ref);
      if (!next) return {};
      target = next;
    }
    return target;
  }

  /** allOf, anyOf and oneOf; false when the value fits no branch and that was reported. */
  private alternatives(value: unknown, schema: Schema, place: ProblemPath, depth: number): boolean {
    for (const part of schema.allOf ?? []) this.value(value, part, place, depth + 1);
    return (
      this.branches(value, schema.anyOf, 'anyOf', place, depth) &&
      this.branches(value, schema.oneOf, 'oneOf', place, depth)
    );
  }
  private branches(
    value: unknown,
    branches: Schema[] | undefined,
    keyword: 'anyOf' | 'oneOf',
    place: ProblemPath,
    depth: number,
  ): boolean {
    if (!branches || branches.length === 0) return true;
    const tries: Attempt[] = [];
    const fits: Attempt[] = [];
    for (const branch of branches) {
      const attempt = this.attempt(value, branch, place, depth);
      tries.push(attempt);
      if (attempt.faults.length > 0) continue;
      fits.push(attempt);
      // What fits one of anyOf need not be tried on the others.
      if (keyword === 'anyOf') break;
    }
    if (fits.length > 1) {
      this.fault(place, `同时符合 ${fits.length} 种写法，只能符合一种`, keyword, branches, value);
      return false;
    }
    if (fits[0]) {
      fits[0].found.forEach((tag) => this.options.onTag?.(tag));
      return true;
    }
    this.misfit(value, branches, keyword, tries, place);
    return false;
  }
  private misfit(
    value: unknown,
    branches: Schema[],
    keyword: 'anyOf' | 'oneOf',
    tries: readonly Attempt[],
    place: ProblemPath,
  ): void {
    // The branch that got furthest inside the value is the one that was meant; else report what
    // would fit.
    const deepest = tries.filter((attempt) =>
      attempt.faults.every((fault) => fault.place.path.length > place.path.length),
    );
    if (deepest.length > 0)
      this.faults.push(
        ...deepest.reduce((a, b) => (b.faults.length < a.faults.length ? b : a)).faults,
      );
    else {
      const wanted = expected({
        anyOf: branches.map((branch) => (typeof branch === 'object' ? this.resolve(branch) : {})),
      });
      this.fault(place, `应为${wanted}，现在是${kindOrValue(value)}`, keyword, branches, value);
    }
  }
  protected attempt(value: unknown, branch: Schema, place: ProblemPath, depth: number): Attempt {
    const found: TagFound[] = [];
    const check = this.fork({ ...this.options, onTag: (tag) => found.push(tag) });
    check.value(value, branch, place, depth + 1);
    return { faults: check.faults, found };
  }

  /** Type, const and enum: when one of them fails, other faults are not worth reporting. */
  private literal(value: unknown, schema: Schema, place: ProblemPath): boolean {
    const keyword = brokenLiteral(value, schema);
    if (!keyword) return true;
    const choices = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
    const words = choices.filter((one): one is string => typeof one === 'string');
    const near = typeof value === 'string' && words.length > 8 ? hint(value, words) : '';
    this.fault(
      place,
      `应为${expected(schema)}，现在是${kindOrValue(value)}${near}`,
      keyword,
      schema[keyword],
      value,
    );
    return false;
  }

  /** Lengths are counted in characters as people see them, not in UTF-16 units. */
  private text(value: string, schema: Schema, place: ProblemPath): void {
    const { minLength, maxLength } = schema;
    const length = minLength === undefined && maxLength === undefined ? 0 : [...value].length;
    if (maxLength !== undefined && length > maxLength)
      this.fault(
        place,
        `最多 ${maxLength} 个字符，现在有 ${length} 个`,
        'maxLength',
        maxLength,
        value,
      );
    if (minLength !== undefined && length < minLength)
      this.fault(
        place,
        value === '' ? '不能为空' : `至少 ${minLength} 个字符`,
        'minLength',
        minLength,
        value,
      );
    this.format(value, schema, place);
    this.pattern(value, length, schema, place);
  }
  protected formatOf(name: string): Format | undefined {
    return own(FORMATS, name) as Format | undefined;
  }
  private format(value: string, schema: Schema, place: ProblemPath): void {
    const format = schema.format === undefined ? undefined : this.formatOf(schema.format);
    if (format && !format.test(value))
      this.fault(
        place,
        `${show(value)}的格式不对，应为${format.word}`,
        'format',
        schema.format,
        value,
      );
  }
  /** A text too long to be tried is refused; once only, if it is over its own maximum as well. */
  private pattern(value: string, length: number, schema: Schema, place: ProblemPath): void {
    const { maxLength, description } = schema;
    if (schema.pattern === undefined) return;
    if (value.length > MAX_PATTERN_TEXT) {
      if (maxLength === undefined || length <= maxLength)
        this.fault(
          place,
          `最多 ${MAX_PATTERN_TEXT} 个字符，现在有 ${value.length} 个`,
          'maxLength',
          MAX_PATTERN_TEXT,
          value,
        );
    } else if (!pattern(schema.pattern).test(value))
      this.fault(
        place,
        `${show(value)}的格式不对${description ? `，应为${description}` : ''}`,
        'pattern',
        schema.pattern,
        value,
      );
  }

  private number(value: number, schema: Schema, place: ProblemPath): void {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
    if (minimum !== undefined && value < minimum)
      this.fault(place, `不能小于 ${minimum}`, 'minimum', minimum, value);
    if (maximum !== undefined && value > maximum)
      this.fault(place, `不能大于 ${maximum}`, 'maximum', maximum, value);
    if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
      this.fault(place, `须大于 ${exclusiveMinimum}`, 'exclusiveMinimum', exclusiveMinimum, value);
    if (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
      this.fault(place, `须小于 ${exclusiveMaximum}`, 'exclusiveMaximum', exclusiveMaximum, value);
    if (multipleOf !== undefined && !isMultiple(value, multipleOf))
      this.fault(place, `须是 ${multipleOf} 的倍数`, 'multipleOf', multipleOf, value);
  }

  private count(value: unknown[], { minItems, maxItems }: Schema, place: ProblemPath): void {
    const { length } = value;
    if (maxItems !== undefined && length > maxItems)
      this.fault(place, `最多 ${maxItems} 项，现在有 ${length} 项`, 'maxItems', maxItems, value);
    if (minItems !== undefined && length < minItems)
      this.fault(place, `至少 ${minItems} 项`, 'minItems', minItems, value);
  }

  private array(value: unknown[], schema: Schema, place: ProblemPath, depth: number): void {
    const { uniqueItems, items } = schema;
    this.count(value, schema, place);
    const twice = uniqueItems === true ? repeated(value) : -1;
    if (twice >= 0)
      this.fault(place, `第 ${twice + 1} 项与前面的重复`, 'uniqueItems', true, value[twice]);
    if (items === undefined) return;
    value.forEach((item, i) => {
      const inner = Array.isArray(items) ? items[i] : items;
      if (inner !== undefined) this.value(item, inner, at(place, i), depth + 1);
    });
  }

  private object(value: JsonObject, schema: Schema, place: ProblemPath, depth: number): void {
    const { required = [], minProperties, maxProperties } = schema;
    for (const name of required)
      if (!Object.hasOwn(value, name)) this.fault(place, `缺少“${name}”`, 'required', name, value);
    const count = Object.keys(value).length;
    if (minProperties !== undefined && count < minProperties)
      this.fault(place, `至少 ${minProperties} 项`, 'minProperties', minProperties, value);
    if (maxProperties !== undefined && count > maxProperties)
      this.fault(
        place,
        `最多 ${maxProperties} 项，现在有 ${count} 项`,
        'maxProperties',
        maxProperties,
        value,
      );
    for (const [key, item] of Object.entries(value)) this.property(key, item, schema, place, depth);
  }
  private property(
    key: string,
    item: unknown,
    schema: Schema,
    place: ProblemPath,
    depth: number,
  ): void {
    const named = own(schema.properties, key) as Schema | undefined;
    const matched = Object.entries(schema.patternProperties ?? {})
      .filter(([source]) => pattern(source).test(key))
      .map(([, inner]) => inner);
    for (const inner of named !== undefined ? [named, ...matched] : matched)
      this.value(item, inner, at(place, key), depth + 1);
    if (named !== undefined || matched.length > 0) return;
    const others = schema.additionalProperties;
    if (others === false) {
      this.fault(
        at(place, key),
        `不认识“${key.slice(0, 60)}”${hint(key, Object.keys(schema.properties ?? {}))}`,
        'additionalProperties',
        false,
        item,
      );
    } else if (isObject(others)) this.value(item, others, at(place, key), depth + 1);
  }
}

function brokenLiteral(value: unknown, schema: Schema): 'type' | 'const' | 'enum' | undefined {
  const { type } = schema;
  if (typeof type === 'string') {
    if (!hasType(value, type)) return 'type';
  } else if (type && !type.some((one) => hasType(value, one))) return 'type';
  if (schema.enum !== undefined && !isAmong(value, schema.enum)) return 'enum';
  return schema.const !== undefined && !same(schema.const, value) ? 'const' : undefined;
}
const isAmong = (value: unknown, choices: readonly unknown[]): boolean =>
  isObject(value) || Array.isArray(value)
    ? choices.some((one) => same(one, value))
    : choices.includes(value);
function isMultiple(value: number, divisor: number): boolean {
  const times = value / divisor;
  return Math.abs(Math.round(times) - times) <= MULTIPLE_TOLERANCE;
}
/** Place of the first item that equals an earlier one; -1 when all differ. */
function repeated(list: readonly unknown[]): number {
  const seen = new Set<string>();
  return list.findIndex((item) => {
    const text = stableText(item);
    const known = seen.has(text);
    seen.add(text);
    return known;
  });
}

function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'integer':
      return Number.isInteger(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    default:
      return true;
  }
}
const kindOrValue = (value: unknown): string =>
  typeof value === 'object' ? kindOf(value) : show(value);

/**
 * Longest text a pattern is tried on: what takes the square of its length is some milliseconds with
 * it.
 */
const MAX_PATTERN_TEXT = 2_000;
/** Most cached patterns: those of definitions are few, those of documents may be any number. */
const MAX_PATTERNS = 500;
const patterns = new Map<string, RegExp>();
function pattern(source: string): RegExp {
  let made = patterns.get(source);
  if (!made) {
    made = compiled(source);
    if (patterns.size >= MAX_PATTERNS) patterns.clear();
    patterns.set(source, made);
  }
  return made;
}
/**
 * No value matches an invalid pattern: a field of an old document stays readable and cannot be
 * passed.
 */
function compiled(source: string): RegExp {
  try {
    return new RegExp(source, 'u');
  } catch {
    return /(?!)/;
  }
}
