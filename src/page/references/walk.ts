import {
  isObject,
  isText,
  own,
  put,
  type JsonObject,
  at,
  nodePath,
  ROOT_PATH,
  type ProblemPath,
  looksTagged,
  type Kind,
  type Schema,
} from '../../document/index.ts';
import type { Catalogues } from '../validate/catalogue.ts';
import type { PageDocument } from '../model/document.ts';
import { callCatalogue, type CallCatalogue } from '../validate/catalogue.ts';
import { documentParts, headProperties, nodeProperties } from '../validate/document-schema.ts';

/** A value whose schema says what it names. */
export interface Place {
  readonly place: ProblemPath;
  readonly value: unknown;
  readonly kind: Kind;
  /** Objects the value is in, the nearest first: what lies beside it. */
  readonly around: readonly JsonObject[];
  /** The node whose bind, prop or event it is. */
  readonly nodeId: string | undefined;
}
/** The value afterwards. */
export type Visit = (place: Place) => unknown;

/** What holds the schemas of a page, by name. */
class Schemas {
  readonly widgets: ReadonlyMap<string, Schema>;
  readonly actions: ReadonlyMap<string, Schema>;
  readonly calls: CallCatalogue = callCatalogue();
  constructor({ widgets, actions }: Catalogues) {
    this.widgets = new Map(
      widgets.map(({ type, version, props }) => [`${type}@${version}`, props]),
    );
    this.actions = new Map(actions.map(({ name, args }) => [name, args]));
  }
}
const kept = new WeakMap<object, Schemas>();
export function schemasOf(catalogues: Catalogues): Schemas {
  const found = kept.get(catalogues.widgets) ?? new Schemas(catalogues);
  kept.set(catalogues.widgets, found);
  return found;
}

/**
 * The document with every value that names something replaced by what `visit` makes of it: in
 * declarations, binds, props, steps at any depth and the inputs of calls. What no schema describes is
 * left as it is.
 */
export function mapPlaces(
  document: PageDocument,
  catalogues: Catalogues,
  visit: Visit,
): PageDocument {
  return new Walk(document, schemasOf(catalogues), visit).run();
}
/** Every value of a document that names something. */
export function placesIn(document: PageDocument, catalogues: Catalogues): Place[] {
  const found: Place[] = [];
  mapPlaces(document, catalogues, (place) => {
    found.push(place);
    return place.value;
  });
  return found;
}

class Walk {
  private nodeId: string | undefined;
  constructor(
    private readonly document: PageDocument,
    private readonly schemas: Schemas,
    private readonly visit: Visit,
  ) {}

  run(): PageDocument {
    const out: JsonObject = { ...this.document };
    for (const [part, map] of Object.entries(this.parts()))
      if (own(out, part) !== undefined) out[part] = map(out[part], at(ROOT_PATH, part));
    return out as unknown as PageDocument;
  }
  private parts(): Record<string, (value: unknown, place: ProblemPath) => unknown> {
    const each =
      (map: (value: unknown, place: ProblemPath) => unknown) =>
      (value: unknown, place: ProblemPath): unknown =>
        mapEntries(value, (item, key) => map(item, at(place, key)));
    const part = (name: string) => (value: unknown, place: ProblemPath) =>
      this.value(value, documentParts[name]!, place, []);
    const steps = (value: unknown, place: ProblemPath): unknown => this.steps(value, place);
    return {
      key: (value, place) => this.value(value, headProperties['key']!, place, []),
      sources: each((source, place) =>
        ['call', 'list', 'describe'].reduce(
          (value, kind) =>
            own(value, kind) === undefined ? value : part(`${kind}Source`)(value, place),
          source,
        ),
      ),
      forms: each(part('form')),
      machines: each(part('machine')),
      steps: each((decl, place) =>
        mapEntries(decl, (item, key) => (key === 'do' ? steps(item, at(place, key)) : item)),
      ),
      onOpen: steps,
      nodes: (value) => mapEntries(value, (node, id) => this.node(node, id)),
    };
  }

  private node(node: unknown, id: string): unknown {
    this.nodeId = id;
    const place = nodePath(id);
    const schema = this.schemas.widgets.get(String(own(node, 'type')));
    const next = mapEntries(node, (item, key) => {
      if (key === 'bind') return this.value(item, nodeProperties['bind']!, at(place, key), []);
      if (key === 'props') return schema ? this.value(item, schema, at(place, key), []) : item;
      if (key !== 'on') return item;
      return mapEntries(item, (list, event) => this.steps(list, at(place, key, event)));
    });
    this.nodeId = undefined;
    return next;
  }
  private steps(list: unknown, place: ProblemPath): unknown {
    return Array.isArray(list)
      ? list.map((step: unknown, i) => this.step(step, at(place, i)))
      : list;
  }
  private step(step: unknown, place: ProblemPath): unknown {
    const args = this.schemas.actions.get(String(own(step, 'do')));
    return mapEntries(step, (item, key) => {
      if (key === 'onError') return this.steps(item, at(place, key));
      return key === 'args' && args ? this.value(item, args, at(place, key), []) : item;
    });
  }

  private value(
    value: unknown,
    schema: Schema,
    place: ProblemPath,
    around: readonly JsonObject[],
  ): unknown {
    const kind = schema['x-kind'];
    if (kind) return this.named(value, kind, place, around);
    const next = [schema.anyOf, schema.oneOf, schema.allOf]
      .flatMap((branches) => branches ?? [])
      .reduce((before, branch) => this.value(before, branch, place, around), value);
    if (looksTagged(next)) return next;
    const { items } = schema;
    if (Array.isArray(next))
      return next.map((item: unknown, i) => {
        const inner = Array.isArray(items) ? items[i] : items;
        return inner ? this.value(item, inner, at(place, i), around) : item;
      });
    return isObject(next)
      ? mapEntries(next, (item, key) => {
          const inner = propertySchema(schema, key);
          return inner ? this.value(item, inner, at(place, key), [next, ...around]) : item;
        })
      : next;
  }
  private named(
    given: unknown,
    kind: Kind,
    place: ProblemPath,
    around: readonly JsonObject[],
  ): unknown {
    const value = this.visit({ place, value: given, kind, around, nodeId: this.nodeId });
    if (kind.kind === 'actions') return this.steps(value, place);
    if (kind.kind !== 'input') return value;
    const id = own(around[0], kind.call);
    const input = isText(id) ? this.schemas.calls.get(id)?.input : undefined;
    return input ? this.value(value, input, place, around) : value;
  }
}

function propertySchema(schema: Schema, key: string): Schema | undefined {
  const named = own(schema.properties, key) as Schema | undefined;
  const open = Object.values(schema.patternProperties ?? {})[0] ?? schema.additionalProperties;
  return named ?? (isObject(open) ? (open as Schema) : undefined);
}
/** An object with its values mapped; anything else as it is. */
function mapEntries(value: unknown, map: (item: unknown, key: string) => unknown): unknown {
  if (!isObject(value)) return value;
  const out: JsonObject = {};
  for (const [key, item] of Object.entries(value)) put(out, key, map(item, key));
  return out;
}
