import { SHARED_MACHINES } from '../../contract/index.ts';
import { typeName } from '../../expression/index.ts';
import { cellType, type PageRecords, type PageDocument } from '../../page/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import { isRecord, listFields, textOf } from '../../values/index.ts';
import type { Choices, NameChoice } from './choice-types.ts';

interface PathPlace {
  readonly document: PageDocument;
  readonly nodeId: string | undefined;
  readonly ports: EnginePorts;
}
const entriesOf = (part: unknown): [string, unknown][] =>
  isRecord(part) ? Object.entries(part) : [];
const named = (code: string, note: string): NameChoice => ({ code, label: code, note });

/** Sources of a page that are of this kind. */
const sourcesOf = (document: PageDocument, key: string, note: string): NameChoice[] =>
  entriesOf(document.sources)
    .filter(([, source]) => isRecord(source) && key in source)
    .map(([name]) => named(name, note));

/** Fields of the object behind a name: a form's record, or a row. */
async function objectFields(
  name: string,
  object: string,
  ports: EnginePorts,
): Promise<NameChoice[]> {
  const describe = await ports.describe(object).catch(() => null);
  return listFields(describe).map(({ apiName, label }) => ({
    code: `${name}.${apiName}`,
    label: label || apiName,
    note: `${name}.${apiName}`,
  }));
}
function schemaFields(name: string, schema: unknown): NameChoice[] {
  const properties = isRecord(schema) ? schema['properties'] : undefined;
  return entriesOf(properties).map(([key, field]) => ({
    code: `${name}.${key}`,
    label: (isRecord(field) && textOf(field['title'])) || key,
    note: `${name}.${key}`,
  }));
}
/** Names of records whose fields are known: forms of objects, and rows of lists. */
function recordNames({ document, nodeId }: PathPlace, records: PageRecords): [string, string][] {
  const rows = [...records.aliasesAt(nodeId)].flatMap(([alias, object]): [string, string][] =>
    object === undefined || object.includes('.') ? [] : [[alias, object]],
  );
  return [
    ...entriesOf(document.forms).flatMap(([name]): [string, string][] => {
      const object = records.forms.get(name);
      return object === undefined ? [] : [[name, object]];
    }),
    ...rows,
  ];
}
async function fieldPaths(place: PathPlace, records: PageRecords): Promise<NameChoice[]> {
  const ofObjects = await Promise.all(
    recordNames(place, records).map(([name, object]) => objectFields(name, object, place.ports)),
  );
  const ofSchemas = entriesOf(place.document.forms).map(([name, form]) =>
    schemaFields(name, isRecord(form) ? form['schema'] : undefined),
  );
  return [...ofSchemas, ...ofObjects].flat();
}

type Named = (
  place: PathPlace,
  records: PageRecords,
) => readonly NameChoice[] | Promise<NameChoice[]>;
/** By what a path leads to, the paths of a page that do. */
const PATHS: Readonly<Record<string, Named>> = {
  cell: ({ document }) =>
    entriesOf(document.state).map(([name, decl]) =>
      named(`state.${name}`, typeName(cellType(isRecord(decl) && decl['type']))),
    ),
  field: fieldPaths,
  form: ({ document }) => entriesOf(document.forms).map(([name]) => named(name, '表单')),
  record: (place, records) =>
    [...records.aliasesAt(place.nodeId).keys()].map((alias) => named(alias, '每一行')),
  list: ({ document }) => sourcesOf(document, 'list', '记录列表'),
  source: ({ document }) => sourcesOf(document, 'call', '接口'),
  describe: ({ document }) => sourcesOf(document, 'describe', '对象描述'),
  machine: ({ document }) => entriesOf(document.machines).map(([name]) => named(name, '状态机')),
};

/**
 * Paths of a page that lead to one of these kinds, or to any. A path that goes on (orders.search,
 * record.customer.name) is known by how it begins.
 */
export async function pathChoices(
  to: readonly string[],
  place: PathPlace,
  records: PageRecords,
): Promise<Choices> {
  const kinds = to.length === 0 ? Object.keys(PATHS) : to;
  const options = (
    await Promise.all(kinds.map((kind) => PATHS[kind]?.(place, records) ?? []))
  ).flat();
  const { document } = place;
  const roots = new Set([
    ...['sources', 'forms', 'machines'].flatMap((part) =>
      entriesOf(Reflect.get(document, part)).map(([name]) => name),
    ),
    ...[...records.aliasesAt(place.nodeId).keys()],
    ...SHARED_MACHINES,
  ]);
  const cells = new Set(entriesOf(document.state).map(([name]) => name));
  return {
    options,
    has: (value) => {
      const [root = '', name = ''] = value.split('.');
      return root === 'state' ? cells.has(name) : roots.has(root);
    },
  };
}
