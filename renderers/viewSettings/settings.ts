import type { CustomView } from '../../src/contract/index.ts';

/** The settings with one of them changed; undefined takes it out. */
export function withSetting(
  config: CustomView['kindConfig'],
  key: string,
  value: unknown,
): CustomView['kindConfig'] {
  const { [key]: _was, ...rest } = config;
  return value === undefined ? rest : { ...rest, [key]: value };
}
export const shownOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];
/** The names with one put before another, at the end for null. */
export function moved(names: readonly string[], name: string, before: string | null): string[] {
  if (name === before) return [...names];
  const rest = names.filter((other) => other !== name);
  const at = before === null ? rest.length : rest.indexOf(before);
  return [...rest.slice(0, at), name, ...rest.slice(at)];
}
