import { VIEW_SETTINGS, type FilterNode, type ViewKind } from '../../../contract/index.ts';
import { shownColumn, shownColumns, type Column, type ObjectTable } from '../meta/table.ts';
import { columnNamed } from '../query/related.ts';
import type { ViewBody } from './body.ts';

/** The new name of a field; undefined for one that does not exist. */
type Rename = (name: string) => string | undefined;
/** A value that should be a field's name; anything else names no field. */
const nameIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * A filter with its fields renamed. Conditions on missing fields are left out and reported by
 * `lost`.
 */
export function renameFilter(
  filter: FilterNode | null,
  rename: Rename,
): { filter: FilterNode | null; lost: boolean } {
  if (!filter) return { filter, lost: false };
  if ('items' in filter) {
    const items = filter.items.map((item) => renameFilter(item, rename));
    return {
      filter: { op: filter.op, items: items.flatMap((item) => item.filter ?? []) },
      lost: items.some((item) => item.lost),
    };
  }
  const field = rename(filter.field);
  const value = filter.valueType === 'field' ? rename(nameIn(filter.value)) : filter.value;
  const lost = field === undefined || (filter.valueType === 'field' && value === undefined);
  return {
    filter: lost ? null : { ...filter, field, ...(value !== undefined && { value }) },
    lost,
  };
}

function renameConfig(
  config: ViewBody['kindConfig'],
  kind: ViewKind,
  rename: Rename,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(config).flatMap(([key, value]): [string, unknown][] => {
      const setting = VIEW_SETTINGS[kind][key];
      if (setting?.as === 'fields')
        return [[key, (value as string[]).flatMap((name) => rename(name) ?? [])]];
      if (setting?.as !== 'field') return setting ? [[key, value]] : [];
      const field = rename(nameIn(value));
      return field === undefined ? [] : [[key, field]];
    }),
  );
}

/** `show` names fields that are only shown as well: nothing is asked of these. */
function renamed(
  body: ViewBody,
  kind: ViewKind,
  rename: Rename,
  show: Rename,
): { body: ViewBody; lost: boolean } {
  const { filter, lost } = renameFilter(body.dataFilter, rename);
  const named = <T extends { field: string }>(list: readonly T[]): T[] =>
    list.flatMap((each) => {
      const field = rename(each.field);
      return field === undefined ? [] : [{ ...each, field }];
    });
  return {
    body: {
      ...body,
      showFields:
        body.showFields &&
        body.showFields.flatMap(({ agg, ...each }) => {
          const field = show(each.field);
          const isAsked = agg !== undefined && rename(each.field) !== undefined;
          return field === undefined ? [] : [{ ...each, field, ...(isAsked && { agg }) }];
        }),
      dataFilter: filter,
      sort: named(body.sort),
      groupBy: body.groupBy.flatMap((name) => rename(name) ?? []),
      kindConfig: renameConfig(body.kindConfig, kind, show),
    },
    lost,
  };
}

/** The id of a field; of one through a lookup, the ids of both. */
export function idOf(table: ObjectTable, name: string): string | undefined {
  const column = columnNamed(table, name);
  const lookup = column?.related?.by;
  return lookup ? `${lookup.field.id}.${column.field.id}` : column?.field.id;
}
/** Fields by id, as a body is stored, so that later renames do not break it. */
export const idsOf = (body: ViewBody, kind: ViewKind, table: ObjectTable): ViewBody =>
  renamed(
    body,
    kind,
    (name) => idOf(table, name),
    (name) => shownColumn(table, name)?.field.id,
  ).body;

/** Maps ids to the fields' current names. */
export function nameById(table: ObjectTable): Rename {
  const nameOf = namesOf(table.columns.values());
  return (id) => nameOf(id) ?? relatedName(table, nameOf, id);
}

function namesOf(columns: Iterable<Column>): Rename {
  const names = new Map([...columns].map(({ field }) => [field.id, field.apiName]));
  return (id) => names.get(id);
}

function relatedName(table: ObjectTable, nameOf: Rename, id: string): string | undefined {
  const [lookupId = '', fieldId] = id.split('.');
  const lookup = table.columns.get(nameOf(lookupId) ?? '');
  const target = fieldId === undefined ? undefined : table.find(lookup?.field.refObject ?? '');
  const [name] = [...(target?.columns ?? [])].find(([, { field }]) => field.id === fieldId) ?? [];
  return name === undefined ? undefined : `${lookup!.field.apiName}.${name}`;
}

/** Fields by name. Removed ones are left out; `broken` when the filter used one. */
export function viewNamesOf(
  body: ViewBody,
  kind: ViewKind,
  table: ObjectTable,
): { body: ViewBody; broken: boolean } {
  const { body: named, lost } = renamed(body, kind, nameById(table), namesOf(shownColumns(table)));
  return { body: named, broken: lost };
}

/** Whether the filter names a field that is there and that the table's reader does not read. */
export function hasHiddenFilter(body: ViewBody, { reader, ...own }: ObjectTable): boolean {
  const shown = renameFilter(body.dataFilter, nameById(own));
  if (!reader || !shown.lost) return false;
  const whole = renameFilter(body.dataFilter, nameById(reader.whole));
  return JSON.stringify(shown.filter) !== JSON.stringify(whole.filter);
}
