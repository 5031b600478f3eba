/**
 * JSON as it is kept, with one id in place of another, in expressions as well; a list names nobody
 * twice afterwards. The same value when it does not name the one.
 */
export function renamedIn<T>(value: T, from: string, to: string): T {
  return rename(value, from, to) as T;
}

function rename(value: unknown, from: string, to: string): unknown {
  if (typeof value === 'string') return value.includes(from) ? value.replaceAll(from, to) : value;
  if (Array.isArray(value)) return renameList(value, from, to);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(
    ([key, each]) => [key, rename(each, from, to)] as const,
  );
  return entries.every(([key, each]) => each === (value as Record<string, unknown>)[key])
    ? value
    : Object.fromEntries(entries);
}

function renameList(list: readonly unknown[], from: string, to: string): unknown {
  const next = list.map((each) => rename(each, from, to));
  if (next.every((each, at) => each === list[at])) return list;
  const named = list.includes(from);
  return named ? next.filter((each, at) => each !== to || next.indexOf(each) === at) : next;
}
