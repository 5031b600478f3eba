/** Characters of JSON that stay on one line; longer values are written one entry a line. */
const LONGEST = 4_000;

/** JSON whose lines are entries: two people who each add one do not meet in the same line. */
export function oneEntryALine(value: unknown, indent = ''): string {
  const text = JSON.stringify(value);
  if (value === null || typeof value !== 'object') return text;
  if (text.length <= LONGEST && indent !== '') return text;
  const inner = `${indent} `;
  const entries = Array.isArray(value)
    ? value.map((item) => oneEntryALine(item, inner))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${JSON.stringify(key)}: ${oneEntryALine(item, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${entries.map((entry) => inner + entry).join(',\n')}\n${indent}${close}`;
}
