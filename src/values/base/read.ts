/**
 * Expressions may give anything: these turn a value into what a view can draw, without ever
 * throwing.
 */

/** Text of a plain value; nothing for objects, lists and empty values. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
    ? String(value)
    : '';
}
export const numberOf = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
/** One of the known words; the fallback for anything else. */
export const choiceOf = <T extends string>(
  value: unknown,
  choices: readonly T[],
  otherwise: T,
): T => choices.find((choice) => choice === value) ?? otherwise;
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** The list in a value: itself, or the `records` of a list answer; else empty. Never copies. */
export function rowsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (isRecord(value) && Array.isArray(value['records'])) return value['records'];
  return [];
}
export const recordsOf = (value: unknown): readonly Record<string, unknown>[] => {
  const rows = rowsOf(value);
  return rows.every(isRecord)
    ? (rows as readonly Record<string, unknown>[])
    : rows.filter(isRecord);
};
/** CSS length of pixels or a length text. */
export const lengthOf = (value: unknown): string | undefined =>
  typeof value === 'number' && Number.isFinite(value)
    ? `${value}px`
    : typeof value === 'string' && value
      ? value
      : undefined;

/** Sentence of a failure, for people. */
export function failureText(failure: unknown): string {
  if (!(failure instanceof Error) || !failure.message) return '加载失败，请重试';
  return failure.message;
}
