import { namesRecord, type FieldDescribe, holdsRows } from '../../../contract/index.ts';
import { children, parse, withTotals, type Ast } from '../../../expression/index.ts';

/** An object as far as its expressions go. */
export interface ReadObject {
  readonly label: string;
  readonly fields: readonly FieldDescribe[];
}
export type ReadObjects = ReadonlyMap<string, ReadObject>;

/** A computed field: of an object, or, below a point, of the rows of one of its sub-tables. */
interface Place {
  readonly object: string;
  readonly path: string;
}
/** Fields that names are looked up in; of a sub-table's rows, their `table`. */
interface Level {
  readonly object: string;
  readonly table?: string;
  readonly fields: readonly FieldDescribe[];
}

const keyOf = ({ object, path }: Place): string => `${object} ${path}`;
/** What a field is computed by; a formula for its first value is one while nothing else is given. */
const formulaOf = ({ formula, defaultFrom }: FieldDescribe): string | undefined =>
  formula ?? defaultFrom?.formula;
const isRead = (field: FieldDescribe): boolean =>
  field.rollup !== undefined || formulaOf(field) !== undefined;

/** Which computed fields read which others, within objects and across them. */
export class ComputedFields {
  readonly #reads = new Map<string, readonly Place[]>();
  readonly #objects: ReadObjects;

  constructor(objects: ReadObjects) {
    this.#objects = objects;
  }

  #levels(object: string, table?: string): Level[] {
    const fields = this.#objects.get(object)?.fields ?? [];
    const columns = table === undefined ? undefined : fieldNamed(fields, table)?.fields;
    return [...(columns ? [{ object, table: table!, fields: columns }] : []), { object, fields }];
  }
  #field({ object, path }: Place): FieldDescribe | undefined {
    const [name = '', column] = path.split('.');
    const field = fieldNamed(this.#objects.get(object)?.fields ?? [], name);
    return column === undefined ? field : fieldNamed(field?.fields ?? [], column);
  }
  #labelOf(place: Place, alone: boolean): string {
    const label = this.#field(place)?.label ?? place.path;
    return alone ? label : `${this.#objects.get(place.object)?.label ?? place.object}.${label}`;
  }

  /** Computed fields that a field reads. */
  #readsOf(place: Place): readonly Place[] {
    const key = keyOf(place);
    const known = this.#reads.get(key);
    if (known) return known;
    const field = this.#field(place);
    const table = place.path.includes('.') ? place.path.split('.')[0] : undefined;
    const found = field ? this.#placesIn(field, this.#levels(place.object, table)) : [];
    const reads = found.filter((each) => {
      const read = this.#field(each);
      return read !== undefined && isRead(read);
    });
    this.#reads.set(key, reads);
    return reads;
  }
  #placesIn(field: FieldDescribe, levels: readonly Level[]): Place[] {
    const { rollup } = field;
    if (!rollup) return this.#placesOf(formulaOf(field), levels);
    const own = levels.at(-1)!;
    const [name = '', link] = rollup.via.split('.');
    const [object, table] = link === undefined ? [own.object, name] : [name, undefined];
    const inside = this.#levels(object, table);
    const counted = rollup.field
      ? [{ object, path: table === undefined ? rollup.field : `${table}.${rollup.field}` }]
      : [];
    return [...counted, ...this.#placesOf(rollup.where, [inside[0]!, ...levels])];
  }
  #placesOf(source: string | undefined, levels: readonly Level[]): Place[] {
    const parsed = parse(source ?? '');
    if (!parsed.ok) return [];
    const isRows = ([name = '', ...rest]: readonly string[]): boolean => {
      const field = fieldNamed(levels.at(-1)!.fields, name);
      return field !== undefined && rest.length === 0 && holdsRows(field.type);
    };
    return this.#walk(withTotals(parsed.ast, isRows), levels);
  }
  #walk(ast: Ast, levels: readonly Level[]): Place[] {
    if (ast.kind === 'path') return this.#placesAt(ast.path, levels);
    if (ast.kind !== 'aggregate') return children(ast).flatMap((part) => this.#walk(part, levels));
    const { object } = levels.at(-1)!;
    const inside = [...this.#levels(object, ast.path[0]!).slice(0, -1), ...levels];
    return [
      ...this.#placesAt(ast.path, levels),
      ...children(ast).flatMap((part) => this.#walk(part, inside)),
    ];
  }
  #placesAt([name = '', ...rest]: readonly string[], levels: readonly Level[]): Place[] {
    const level = levels.find(({ fields }) => fieldNamed(fields, name));
    const field = level && fieldNamed(level.fields, name);
    if (!level || !field) return [];
    if (namesRecord(field.type) && rest.length > 0)
      return [{ object: field.refObject ?? '', path: rest[0]! }];
    if (holdsRows(field.type) && rest.length > 0)
      return this.#placesAt(rest, this.#levels(level.object, name));
    return [
      { object: level.object, path: level.table === undefined ? name : `${level.table}.${name}` },
    ];
  }

  /** The way from a field back to itself, by labels; undefined when there is none. */
  circle(object: string, path: string): string[] | undefined {
    const start = { object, path };
    const seen = new Set<string>();
    const search = (at: Place, way: readonly Place[]): readonly Place[] | undefined => {
      for (const next of this.#readsOf(at)) {
        if (keyOf(next) === keyOf(start)) return [...way, next];
        if (seen.has(keyOf(next))) continue;
        seen.add(keyOf(next));
        const found = search(next, [...way, next]);
        if (found) return found;
      }
      return undefined;
    };
    const way = search(start, [start]);
    const alone = way?.every((each) => each.object === object) === true;
    return way?.map((each) => this.#labelOf(each, alone));
  }

  /** Levels of formulas that read formulas, this one included; of a field in no circle. */
  depth(object: string, path: string, known = new Map<string, number>()): number {
    const key = keyOf({ object, path });
    const before = known.get(key);
    if (before !== undefined) return before;
    known.set(key, 0);
    const below = this.#readsOf({ object, path }).map((each) =>
      this.depth(each.object, each.path, known),
    );
    const own = this.#field({ object, path })?.type === 'formula' ? 1 : 0;
    const depth = own + Math.max(0, ...below);
    known.set(key, depth);
    return depth;
  }

  /** Names of the other objects that an object's computed fields read, on the way as well. */
  objectsRead(object: string): Set<string> {
    const found = new Set<string>();
    const visited = new Set<string>();
    const visit = (place: Place): void => {
      if (visited.has(keyOf(place))) return;
      visited.add(keyOf(place));
      found.add(place.object);
      // What a condition reads is read for it, when a record is written.
      const field = this.#field(place);
      for (const name of field ? objectsNamedIn(field, this.#around(place)) : []) found.add(name);
      [...this.#readsOf(place), ...this.#conditionsOf(place)].forEach(visit);
      for (const { from } of field?.fills ?? []) visit({ object: field!.refObject!, path: from });
    };
    for (const field of this.#objects.get(object)?.fields ?? []) {
      visit({ object, path: field.apiName });
      for (const column of field.fields ?? [])
        visit({ object, path: `${field.apiName}.${column.apiName}` });
    }
    found.delete(object);
    return found;
  }
  #conditionsOf(place: Place): Place[] {
    const field = this.#field(place);
    const table = place.path.includes('.') ? place.path.split('.')[0] : undefined;
    const levels = this.#levels(place.object, table);
    return field ? conditionsOf(field).flatMap((source) => this.#placesOf(source, levels)) : [];
  }
  #around({ object, path }: Place): readonly FieldDescribe[] {
    const fields = this.#objects.get(object)?.fields ?? [];
    const columns = path.includes('.')
      ? (fieldNamed(fields, path.split('.')[0]!)?.fields ?? [])
      : [];
    return [...(columns as readonly FieldDescribe[]), ...fields];
  }
}

const fieldNamed = (fields: readonly FieldDescribe[], name: string): FieldDescribe | undefined =>
  fields.find(({ apiName, removed }) => apiName === name && removed !== true);

/** Objects that the expression of a computed field names by itself: it rolls them up, or looks into
 * them. */
function objectsNamedIn(field: FieldDescribe, around: readonly FieldDescribe[]): string[] {
  const { rollup } = field;
  const lookups = [...around, ...around.flatMap(({ fields = [] }) => fields as FieldDescribe[])];
  const parts = (source: string | undefined): string[][] => {
    const parsed = parse(source ?? '');
    return parsed.ok ? pathsIn(parsed.ast) : [];
  };
  const sources = [formulaOf(field), rollup?.where, ...conditionsOf(field)];
  const paths = sources.flatMap(parts).filter((path) => path.length > 1);
  const names = new Set(paths.flatMap((path) => path.slice(0, -1)));
  return [
    ...(rollup?.via.includes('.') ? [rollup.via.split('.')[0]!] : []),
    ...((field.fills || field.shows || field.candidates) && field.refObject
      ? [field.refObject]
      : []),
    ...lookups.flatMap(({ apiName, label, type, refObject }) =>
      namesRecord(type) && refObject && (names.has(apiName) || names.has(label)) ? [refObject] : [],
    ),
  ];
}
const pathsIn = (ast: Ast): string[][] => [
  ...(ast.kind === 'path' || ast.kind === 'aggregate' ? [ast.path] : []),
  ...children(ast).flatMap(pathsIn),
];

/** Objects that must be known to check these fields' expressions. */
export const objectsNeeded = (fields: readonly FieldDescribe[]): Set<string> =>
  new Set(
    fields.flatMap((field) => {
      const columns = (field.fields ?? []) as FieldDescribe[];
      return [
        ...objectsNamedIn(field, fields),
        ...columns.flatMap((column) => objectsNamedIn(column, [...columns, ...fields])),
      ];
    }),
  );
const conditionsOf = ({ requiredWhen, rules }: FieldDescribe): string[] => [
  ...(requiredWhen ? [requiredWhen] : []),
  ...(rules ?? []).map(({ when }) => when),
];
