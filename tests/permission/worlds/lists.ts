import {
  type FilterLeaf,
  type FilterNode,
  type Group as ListGroup,
  type Labels,
  type SummaryValue,
} from '../../../src/contract/index.ts';
import type { Condition, WorldRecord } from './model.ts';
import { objectNamed } from './objects.ts';
import { answer, leavesOf, refusal, type ListQuestion, type Told } from './questions.ts';
import type { Reader } from './reader.ts';

/** Lists as one person gets them: filtered, searched, sorted, grouped and summed in memory. */

function leafHolds(op: string, value: unknown, operand: unknown): boolean {
  const [a, b] = [value as number, operand as number];
  const isEmpty = value === null;
  switch (op) {
    case 'empty':
      return isEmpty;
    case 'nempty':
      return !isEmpty;
    case 'eq':
    case 'me':
      return value === operand;
    case 'ne':
      return value !== operand;
    case 'in':
      return (operand as unknown[]).includes(value);
    case 'nin':
      return !(operand as unknown[]).includes(value);
    case 'contains':
      return !isEmpty && String(value).includes(String(operand));
    case 'hasAny':
      return !isEmpty && (operand as unknown[]).some((each) => (value as unknown[]).includes(each));
    case 'gt':
      return !isEmpty && a > b;
    case 'lte':
      return !isEmpty && a <= b;
    default:
      throw new Error(`no meaning for ${op}`);
  }
}

function filterHolds(reader: Reader, node: FilterNode, record: WorldRecord): boolean {
  if ('items' in node) {
    if (node.items.length === 0) return true;
    return node.op === 'and'
      ? node.items.every((item) => filterHolds(reader, item, record))
      : node.items.some((item) => filterHolds(reader, item, record));
  }
  const { field, op, value, valueType } = node;
  const isOpen = reader.rights.makes('an empty filter finds what is not read');
  const read = (name: string) => reader.isRead(record, name) || isOpen;
  if (valueType === 'field') {
    const [left, right] = [reader.value(record, field), reader.value(record, String(value))];
    return (
      read(field) &&
      read(String(value)) &&
      (right !== null || op === 'ne') &&
      leafHolds(op, left, right)
    );
  }
  const operand = op === 'me' ? reader.person.id : value;
  return read(field) && leafHolds(op, reader.value(record, field), operand);
}

/** Fields a search looks in: those that exist for the person, ids in the place of hidden titles. */
export function searchedFields(reader: Reader, object: string): string[] {
  const { title, searched } = objectNamed(object);
  const known = (field: string) => reader.knows(object, field);
  return [known(title) ? title : 'id', ...searched.filter(known)];
}
export const searchText = (reader: Reader, record: WorldRecord, field: string): string => {
  const isOpen = reader.rights.makes('a search looks into what is not read');
  const value = isOpen ? record.values[field] : reader.value(record, field);
  return typeof value === 'string' ? value : '';
};
export const searchHolds = (reader: Reader, record: WorldRecord, text: string): boolean =>
  searchedFields(reader, record.object).some((field) =>
    searchText(reader, record, field).includes(text),
  );

/** A condition holds only where every field it names is read. */
const conditionHolds = (reader: Reader, { holds, reads }: Condition, record: WorldRecord) =>
  reads.every((field) => reader.isRead(record, field)) &&
  holds((field) => reader.value(record, field), reader.person.id) === true;

/** Records of a list, before they are sorted. */
function matching(reader: Reader, asked: ListQuestion): WorldRecord[] {
  const { object, filter, where, search } = asked;
  return reader
    .visible(object)
    .filter((record) => !filter || filterHolds(reader, filter, record))
    .filter((record) => !where || conditionHolds(reader, where, record))
    .filter((record) => search === undefined || searchHolds(reader, record, search));
}

/** What a value is sorted by: the place of an option, else itself. */
function sortKey(object: string, name: string, value: unknown): string | number | null {
  const field = objectNamed(object).fields.find((each) => each.name === name);
  if (value === null || value === undefined) return null;
  return field?.options ? field.options.indexOf(String(value)) : (value as string | number);
}
function compare(a: string | number | null, b: string | number | null, desc: boolean): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return (a < b ? -1 : 1) * (desc ? -1 : 1);
}
function sorted(reader: Reader, records: WorldRecord[], sort: ListQuestion['sort']): WorldRecord[] {
  // Records of a world are made in the order of their ids.
  const keys = sort?.length ? sort : [{ field: 'id', dir: 'desc' as const }];
  const steps = [...keys, { field: 'id', dir: keys[0]!.dir }];
  return records.toSorted((a, b) => {
    for (const { field, dir } of steps) {
      const [left, right] = [a, b].map((each) =>
        sortKey(each.object, field, reader.value(each, field)),
      );
      const order = compare(left!, right!, dir === 'desc');
      if (order !== 0) return order;
    }
    return 0;
  });
}

function summaryOf(
  reader: Reader,
  records: readonly WorldRecord[],
  { field, fn }: NonNullable<ListQuestion['summary']>[number],
): SummaryValue {
  const isOpen = reader.rights.makes('sums count what is not read');
  const values = records
    .map((record) => (isOpen ? (record.values[field] ?? null) : reader.value(record, field)))
    .filter((value) => value !== null);
  const numbers = values as number[];
  const figure = (): unknown => {
    switch (fn) {
      case 'count':
        return records.length;
      case 'filled':
        return values.length;
      case 'empty':
        return records.length - values.length;
      case 'sum':
        return numbers.length > 0 ? numbers.reduce((a, b) => a + b, 0) : null;
      case 'min':
        return numbers.length > 0 ? Math.min(...numbers) : null;
      case 'max':
        return numbers.length > 0 ? Math.max(...numbers) : null;
      default:
        throw new Error(`no meaning for ${fn}`);
    }
  };
  return { field, fn, value: figure() };
}

/** What a group is sorted by: the name of what it names, else its value. */
function groupName(reader: Reader, object: string, field: string, value: unknown) {
  const target = objectNamed(object).fields.find(({ name }) => name === field)?.target;
  if (target !== undefined) {
    const found = reader.find(target, value);
    return (found && reader.title(found)) ?? null;
  }
  if (field === 'owner' || field === 'createdBy')
    return reader.world.people.find(({ id }) => id === value)?.name ?? null;
  return sortKey(object, field, value);
}
export function groupsOf(
  reader: Reader,
  records: readonly WorldRecord[],
  asked: ListQuestion,
  level = 0,
  before: readonly unknown[] = [],
): ListGroup[] {
  const field = asked.groupBy?.[level];
  if (field === undefined) return [];
  const isDesc = asked.sort?.some((key) => key.field === field && key.dir === 'desc') === true;
  const values = [...new Set(records.map((record) => reader.value(record, field)))];
  const name = (value: unknown) => groupName(reader, asked.object, field, value);
  const order = (a: unknown, b: unknown): number =>
    Number(a === null) - Number(b === null) ||
    compare(name(a), name(b), isDesc) ||
    compare(String(a), String(b), false);
  return values.toSorted(order).flatMap((value) => {
    const within = records.filter((record) => reader.value(record, field) === value);
    const path = [...before, value];
    const summary = (asked.summary ?? []).map((each) => summaryOf(reader, within, each));
    return [
      { values: path, count: within.length, summary },
      ...groupsOf(reader, within, asked, level + 1, path),
    ];
  });
}

/** Places of a question that name what does not exist for the person. */
function unknownPlaces(reader: Reader, asked: ListQuestion): string[] {
  const hides = (field: string) => !reader.knows(asked.object, field);
  const isOpen = reader.rights.makes('a hidden field is filtered by');
  const ofLeaf = ({ leaf, path }: { leaf: FilterLeaf; path: string }) =>
    hides(leaf.field)
      ? [`${path}/field FILTER_INVALID`]
      : leaf.valueType === 'field' && hides(String(leaf.value))
        ? [`${path}/value FILTER_INVALID`]
        : [];
  const { filter, where, sort = [], fields = [], groupBy = [], summary = [] } = asked;
  return [
    ...(filter && !isOpen ? leavesOf(filter).flatMap(ofLeaf) : []),
    ...(where?.reads.some(hides) ? ['/where/expression EXPRESSION_INVALID'] : []),
    ...sort.flatMap(({ field }, i) => (hides(field) ? [`/sort/${i}/field SORT_INVALID`] : [])),
    ...fields.flatMap((field, i) =>
      !reader.isShown(asked.object, field) ? [`/fields/${i} UNKNOWN_FIELD`] : [],
    ),
    ...groupBy.flatMap((field, i) => (hides(field) ? [`/groupBy/${i} SORT_INVALID`] : [])),
    ...summary.flatMap(({ field }, i) => (hides(field) ? [`/summary/${i} SORT_INVALID`] : [])),
  ];
}

/** Why a list is refused; undefined when it is not. */
export function refusedList(reader: Reader, asked: ListQuestion): Told | undefined {
  if (!reader.rights.may(reader.person, asked.object, 'view')) return refusal(403, 'NO_ACCESS');
  const places = unknownPlaces(reader, asked);
  return places.length > 0 ? refusal(400, ...places) : undefined;
}
export const found = (reader: Reader, asked: ListQuestion): WorldRecord[] =>
  sorted(reader, matching(reader, asked), asked.sort);

export function listed(reader: Reader, asked: ListQuestion): Told {
  const refused = refusedList(reader, asked);
  if (refused) return refused;
  const records = found(reader, asked);
  const from = ((asked.current ?? 1) - 1) * asked.size;
  const page = records.slice(from, from + asked.size);
  const names = asked.fields
    ? [...new Set(['id', 'version', ...asked.fields])]
    : reader.fields(asked.object);
  const groups = groupsOf(reader, records, asked);
  // One record more than the page is read, to know whether there is a next page.
  const labels = reader.labels(records.slice(from, from + asked.size + 1), names, false);
  return answer({
    records: page.map((record) => reader.shown(record, names, false)),
    total: records.length,
    labels: withGroups(reader, labels, asked, groups),
    ...(asked.groupBy && { groups }),
    ...(asked.summary && {
      summary: asked.summary.map((each) => summaryOf(reader, records, each)),
    }),
  });
}
/** Labels hold the records that groups go by as well. */
function withGroups(
  reader: Reader,
  labels: Labels,
  { object, groupBy = [] }: ListQuestion,
  groups: readonly ListGroup[],
): Labels {
  groupBy.forEach((field, level) => {
    const target = objectNamed(object).fields.find(({ name }) => name === field)?.target;
    if (target === undefined) return;
    for (const { values } of groups) {
      const record = reader.find(target, values[level]);
      const title = record && reader.title(record);
      if (title !== undefined) (labels[target] ??= {})[record!.id] = title;
    }
  });
  return labels;
}
