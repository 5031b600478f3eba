import type { TSchema } from 'typebox';
import { namedShapes } from './named.ts';

export type Json = Record<string, unknown>;

const PREFIX = '#/components/schemas/';

/** A schema as plain JSON: the builder's symbols and functions do not belong in a document. */
export const plain = (schema: unknown): Json => JSON.parse(JSON.stringify(schema)) as Json;

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isShape = (value: Json): boolean => value['type'] === 'object' && isJson(value['properties']);

/**
 * The named schemas of a document. A shape that the contract exports becomes a component where it
 * is used; a shape that contains itself (`$defs` of a cyclic schema) becomes one as well, because a
 * reference must resolve within the document.
 */
export class Components {
  readonly schemas: Record<string, Json> = {};
  readonly #names: ReadonlyMap<string, string>;

  constructor(shapes: ReadonlyMap<string, TSchema> = namedShapes()) {
    this.#names = new Map([...shapes].map(([name, shape]) => [JSON.stringify(shape), name]));
  }

  /**
   * The schema, or a reference to a component, with every named shape inside it replaced by a
   * reference.
   */
  refer(schema: unknown): Json {
    return this.#refer(plain(schema)) as Json;
  }

  /** The same as a component of this name of its own, where it is a shape that has no name yet. */
  referAs(name: string, schema: unknown): Json {
    const referred = this.refer(schema);
    return isShape(referred) ? this.#add(name, referred) : referred;
  }

  #add(name: string, schema: Json): Json {
    this.schemas[name] = schema;
    return { $ref: PREFIX + name };
  }

  #refer(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.#refer(each));
    if (!isJson(value)) return value;
    if (isJson(value['$defs'])) return this.#liftDefinitions(value, value['$defs']);
    const name = isShape(value) ? this.#names.get(JSON.stringify(value)) : undefined;
    if (name === undefined) return this.#inside(value);
    if (!(name in this.schemas)) {
      // Taken before its inside is looked at: a shape may be met again there.
      this.schemas[name] = {};
      this.#add(name, this.#inside(value));
    }
    return { $ref: PREFIX + name };
  }

  #liftDefinitions({ $defs: _, ...rest }: Json, definitions: Json): unknown {
    for (const [name, definition] of Object.entries(definitions)) {
      const { $id: _id, ...shape } = definition as Json;
      if (!(name in this.schemas)) this.#add(name, this.#inside(shape));
    }
    return this.#inside(rest);
  }

  #inside(value: Json): Json {
    // Any members: generators read an object without a word about its members as one without
    // members.
    const open =
      value['type'] === 'object' &&
      !['properties', 'patternProperties', 'additionalProperties'].some((key) => key in value);
    if (open) return { ...value, additionalProperties: true };
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, this.#member(key, each)]),
    );
  }

  #member(key: string, value: unknown): unknown {
    if (key === '$ref' && typeof value === 'string' && !value.startsWith('#'))
      return PREFIX + value;
    // Property names are never references: only their schemas are examined.
    if (key === 'properties' && isJson(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([name, each]) => [name, this.#refer(each)]),
      );
    }
    // Values, not schemas.
    if (key === 'const' || key === 'enum' || key === 'default' || key === 'examples') return value;
    return this.#refer(value);
  }
}
