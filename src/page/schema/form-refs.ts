import { isObject, isText, own, type JsonObject } from '../../document/index.ts';

/** Where a form's schema keeps what `$ref` names. */
export const DEFINITIONS = ['$defs', 'definitions'] as const;
/**
 * Most schemas a form's `$ref`s may unfold to: a few lines that name each other could mean
 * millions.
 */
export const MAX_UNFOLDED = 5_000;
const REF = /^#\/(\$defs|definitions)\/([^/]+)$/;

/** The schema a local `$ref` names; undefined for any other address. */
export function definitionOf(root: unknown, ref: unknown): unknown {
  const [, part, name] = isText(ref) ? (REF.exec(ref) ?? []) : [];
  return part === undefined
    ? undefined
    : own(own(root, part), name!.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * `[type, "null"]` is the type: in a form, no value is always possible unless the field is
 * required.
 */
export function typeOf(schema: unknown): unknown {
  const type = own(schema, 'type');
  if (!Array.isArray(type)) return type;
  const others = type.filter((each) => each !== 'null');
  return others.length === 1 ? others[0] : type;
}

interface Unfolded {
  readonly schema: JsonObject;
  /** Some `$ref` leads back to itself, or there are more than MAX_UNFOLDED. */
  readonly endless: boolean;
}
/**
 * A form's schema with every local `$ref` replaced by what it names, under the keys beside it, and
 * `[type, "null"]` by the type. A `$ref` that leads nowhere or back to itself is left out.
 */
export function unfoldFormSchema(root: JsonObject): Unfolded {
  const unfolding = new Unfolding(root);
  return { schema: unfolding.schema(root, []) as JsonObject, endless: unfolding.endless };
}

class Unfolding {
  endless = false;
  private count = 0;
  constructor(private readonly root: JsonObject) {}

  private each(schemas: JsonObject, within: readonly unknown[]): JsonObject {
    return Object.fromEntries(
      Object.entries(schemas).map(([name, inner]) => [name, this.schema(inner, within)]),
    );
  }

  schema(given: unknown, within: readonly unknown[]): unknown {
    if (!isObject(given)) return given;
    if (++this.count > MAX_UNFOLDED) this.endless = true;
    if (this.endless) return {};
    const ref = own(given, '$ref');
    if (ref !== undefined) return this.named(given, ref, within);
    const { $defs: _defs, definitions: _definitions, ...rest } = given;
    const type = typeOf(given);
    const unfolded: JsonObject = { ...rest, ...(type !== undefined && { type }) };
    if (isObject(given.properties)) unfolded.properties = this.each(given.properties, within);
    if (isObject(given.items)) unfolded.items = this.schema(given.items, within);
    return unfolded;
  }
  private named(given: JsonObject, ref: unknown, within: readonly unknown[]): unknown {
    const { $ref: _ref, ...beside } = given;
    if (within.includes(ref)) {
      this.endless = true;
      return beside;
    }
    const target = this.schema(definitionOf(this.root, ref), [...within, ref]);
    return isObject(target)
      ? { ...target, ...(this.schema(beside, within) as JsonObject) }
      : beside;
  }
}
