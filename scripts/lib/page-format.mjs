// How page documents are written: a value that fits stays on one line; an object that does not
// keeps its short entries together and gives each long one lines of its own.

/** Columns of a line; a Chinese character takes two. */
const WIDTH = 120;
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/g;

const widthOf = (text) => text.length + (text.match(WIDE)?.length ?? 0);
const isScalar = (value) => value === null || typeof value !== 'object';

/** A value on one line, with spaces as a person writes them. */
function compact(value) {
  if (isScalar(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(compact).join(', ')}]`;
  const entries = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${compact(item)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** The entries of an object or array as [text before the value, value]. */
const entriesOf = (value) =>
  Array.isArray(value)
    ? value.map((item) => ['', item])
    : Object.entries(value).map(([key, item]) => [`${JSON.stringify(key)}: `, item]);

/**
 * Entries that fit beside each other; the nodes of a slot and the steps of an event have a line
 * each.
 */
function lines(value, indent) {
  const apart = Array.isArray(value) && !value.every(isScalar);
  const made = [];
  let line = '';
  for (const [head, item] of entriesOf(value)) {
    const short = head + compact(item);
    const fits = widthOf(indent + short) < WIDTH;
    if (!apart && fits && line !== '' && widthOf(`${indent}${line}, ${short}`) < WIDTH) {
      line += `, ${short}`;
      continue;
    }
    if (line !== '') made.push(line);
    line = fits ? short : '';
    if (!fits) made.push(head + format(item, indent, head.length));
    if (apart && fits) {
      made.push(line);
      line = '';
    }
  }
  if (line !== '') made.push(line);
  return made;
}

/** A value whose first line begins at `indent` with `before` characters in front of it. */
function format(value, indent = '', before = 0) {
  const short = compact(value);
  if (isScalar(value) || widthOf(indent) + before + widthOf(short) < WIDTH) return short;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${lines(value, inner)
    .map((line) => inner + line)
    .join(',\n')}\n${indent}${close}`;
}

/** The text of a page document's file; the schema editors complete it by has the first line. */
export function formatPage(page) {
  if (typeof page?.$schema !== 'string') return `${format(page)}\n`;
  const { $schema, ...document } = page;
  const all = [`"$schema": ${JSON.stringify($schema)}`, ...lines(document, '  ')];
  return `{\n${all.map((line) => `  ${line}`).join(',\n')}\n}\n`;
}
