import { isRecord } from './read.ts';

/** The part of a value that the path's names lead to; undefined where there is none. */
export function partOf(value: unknown, path: readonly string[]): unknown {
  let part = value;
  for (const name of path) {
    if (!isRecord(part) || !Object.hasOwn(part, name)) return undefined;
    part = part[name];
  }
  return part;
}

/** The value with another part at the path; undefined takes the part away. */
export function withPart(value: unknown, path: readonly string[], part: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return part;
  const record = isRecord(value) ? value : {};
  const below = withPart(Object.hasOwn(record, name) ? record[name] : undefined, rest, part);
  const entries = Object.entries(record).filter(([key]) => key !== name || below !== undefined);
  const isNew = !Object.hasOwn(record, name) && below !== undefined;
  return Object.fromEntries([
    ...entries.map(([key, kept]) => [key, key === name ? below : kept]),
    ...(isNew ? [[name, below]] : []),
  ]);
}
