import {
  isObject,
  own,
  at,
  type ProblemPath,
  looksTagged,
  type KindName,
  type Schema,
} from '../../document/index.ts';

/**
 * A value whose schema says that it names a call, holds a document or an event: what the check of
 * calls looks at.
 */
export interface Mark {
  readonly place: ProblemPath;
  readonly value: unknown;
  readonly schema: Schema;
}

const MARKS: ReadonlySet<KindName | undefined> = new Set(['call', 'document', 'event']);
const isMark = (schema: Schema): boolean => MARKS.has(schema['x-kind']?.kind);

/** Schemas directly below a schema, under any name. */
function below(schema: Schema): Schema[] {
  const { properties = {}, patternProperties = {}, additionalProperties, items } = schema;
  const open = isObject(additionalProperties) ? [additionalProperties as Schema] : [];
  return [
    ...Object.values(properties),
    ...Object.values(patternProperties),
    ...open,
    ...(items ? [items].flat() : []),
    ...branches(schema),
  ];
}
const branches = ({ anyOf = [], oneOf = [], allOf = [] }: Schema): Schema[] => [
  ...anyOf,
  ...oneOf,
  ...allOf,
];

/**
 * Every marked schema at or below a schema. A schema with `$ref` holds no marks: tests/architecture
 * checks the catalogues.
 */
export function marksOf(schema: Schema): Schema[] {
  return isMark(schema) ? [schema] : below(schema).flatMap(marksOf);
}

/**
 * Every marked value in a value. A formula in place of a value that holds marked ones is returned
 * for each of them, since its result is unknown.
 */
export function marksIn(value: unknown, schema: Schema, place: ProblemPath): Mark[] {
  if (value === undefined) return [];
  if (isMark(schema)) return [{ place, value, schema }];
  if (looksTagged(value)) return marksOf(schema).map((mark) => ({ place, value, schema: mark }));
  const fitting = branches(schema).flatMap((branch) => marksIn(value, branch, place));
  return [...fitting, ...partMarks(value, schema, place)];
}

/** Marked values in the items or properties of a value. */
function partMarks(value: unknown, schema: Schema, place: ProblemPath): Mark[] {
  if (Array.isArray(value))
    return value.flatMap((item, i) => itemMarks(item, i, schema, at(place, i)));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    propertyMarks(name, item, schema, at(place, name)),
  );
}

function itemMarks(item: unknown, index: number, { items }: Schema, place: ProblemPath): Mark[] {
  const schema = Array.isArray(items) ? items[index] : items;
  return schema ? marksIn(item, schema, place) : [];
}
function propertyMarks(name: string, value: unknown, schema: Schema, place: ProblemPath): Mark[] {
  const named = own(schema.properties, name) as Schema | undefined;
  if (named) return marksIn(value, named, place);
  const open = isObject(schema.additionalProperties) ? [schema.additionalProperties as Schema] : [];
  return [...Object.values(schema.patternProperties ?? {}), ...open].flatMap((each) =>
    marksIn(value, each, place),
  );
}
