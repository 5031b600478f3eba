import { asText, isObject, isText, own, same } from '../base/json.ts';

/**
 * Keys that identify a list's objects, the first that all of them have: columns have a field,
 * options a code.
 */
const IDENTITIES = ['key', 'id', 'field', 'code', 'name'] as const;
type Items = ReadonlyMap<string, unknown>;

/**
 * Merges two sides' changes of one list of values: additions, removals and changes of different
 * items are all applied, each addition after the item it was put after. Undefined where they
 * conflict, or the items cannot be identified.
 */
export function mergeLists(base: unknown, ours: unknown, theirs: unknown): unknown[] | undefined {
  if (!Array.isArray(base) || !Array.isArray(ours) || !Array.isArray(theirs)) return undefined;
  const identify = identityOf([...base, ...ours, ...theirs]);
  const [before, mine, other] = [base, ours, theirs].map((list) => itemsOf(list, identify));
  if (!before || !mine || !other) return undefined;
  const order = orderOf(before, mine, other);
  const values = order && valuesOf(before, mine, other);
  return values && order.filter((id) => values.has(id)).map((id) => values.get(id));
}

function identityOf(items: readonly unknown[]): (item: unknown) => string | undefined {
  if (!items.some(isObject))
    return (item) =>
      isText(item) || typeof item === 'number' ? `${typeof item} ${item}` : undefined;
  const key = IDENTITIES.find((each) => items.every((item) => isText(own(item, each))));
  return (item) => (key === undefined ? undefined : asText(own(item, key)));
}
/** Undefined when two items are one, or one has no identity. */
function itemsOf(
  list: readonly unknown[],
  identify: (item: unknown) => string | undefined,
): Items | undefined {
  const items = new Map<string, unknown>();
  for (const item of list) {
    const id = identify(item);
    if (id === undefined || items.has(id)) return undefined;
    items.set(id, item);
  }
  return items;
}

/**
 * Each item as the side that changed it left it; undefined when both changed one, or one changed
 * what the other removed.
 */
function valuesOf(before: Items, mine: Items, other: Items): Items | undefined {
  const values = new Map<string, unknown>();
  for (const id of new Set([...mine.keys(), ...other.keys()])) {
    const [was, ours, theirs] = [before.get(id), mine.get(id), other.get(id)];
    if (!same(ours, was) && !same(theirs, was) && !same(ours, theirs)) return undefined;
    const value = same(ours, was) ? theirs : ours;
    if (value !== undefined) values.set(id, value);
  }
  return values;
}

/**
 * The order of the side that moved something, with the other side's additions in their places;
 * undefined when both moved.
 */
function orderOf(before: Items, mine: Items, other: Items): string[] | undefined {
  const common = (ids: Items) =>
    [...ids.keys()].filter((id) => before.has(id) && mine.has(id) && other.has(id));
  const [was, ours, theirs] = [common(before), common(mine), common(other)];
  const [lead, follow] = same(theirs, was) || same(theirs, ours) ? [mine, other] : [other, mine];
  if (lead === other && !same(ours, was)) return undefined;
  const order = [...lead.keys()];
  const rest = [...follow.keys()];
  rest.forEach((id, i) => {
    if (lead.has(id)) return;
    const earlier = rest
      .slice(0, i)
      .reverse()
      .find((each) => order.includes(each));
    order.splice(earlier === undefined ? 0 : order.indexOf(earlier) + 1, 0, id);
  });
  return order;
}
