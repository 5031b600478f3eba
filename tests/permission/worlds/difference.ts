/** What differs between two answers, a line a place: a person reads it, and it is short. */

const MOST = 12;
const isBag = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function places(a: unknown, b: unknown, path: string): string[] {
  if (JSON.stringify(a) === JSON.stringify(b)) return [];
  const isList = Array.isArray(a) && Array.isArray(b);
  if ((isList && a.length === b.length) || (isBag(a) && isBag(b) && !Array.isArray(a)))
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key) =>
      places(a[key as never], b[key as never], `${path}/${key}`),
    );
  return [`${path}: ${JSON.stringify(a)} instead of ${JSON.stringify(b)}`];
}
/** Where an answer is not the expected one. */
export const difference = (told: unknown, expected: unknown): string =>
  places(told, expected, '').slice(0, MOST).join('\n  ');
