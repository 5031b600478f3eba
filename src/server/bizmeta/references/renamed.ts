/**
 * Stored JSON with one id replaced by another, in expressions as well; lists contain no duplicates
 * afterwards. The same value when it does not contain the id.
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
