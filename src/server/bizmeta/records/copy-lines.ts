import type { DbValue } from '../fields/index.ts';
import type { Column } from '../meta/table.ts';

/** Lines that travel in one message. */
const LINES = 500;
const MARKS: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};
const MARK = /[\\\t\n\r]/;
const escaped = (text: string) =>
  MARK.test(text) ? text.replace(/[\\\t\n\r]/g, (mark) => MARKS[mark]!) : text;

/** A value in COPY's text format. */
export function cellText(column: Column, value: DbValue | null | undefined): string {
  if (value === null || value === undefined) return '\\N';
  if (column.kind.column(column.field) === 'jsonb') return escaped(JSON.stringify(value));
  if (!Array.isArray(value)) return escaped(String(value));
  return escaped(
    `{${value.map((each) => `"${String(each).replace(/[\\"]/g, '\\$&')}"`).join(',')}}`,
  );
}

/** Lines of a list, some hundred in a chunk, each made as it is sent. */
export function* linesOf<T>(list: readonly T[], lineOf: (item: T) => string): Generator<string> {
  for (let from = 0; from < list.length; from += LINES)
    yield list
      .slice(from, from + LINES)
      .map(lineOf)
      .join('');
}
