import { RawResponse } from '../kernel/index.ts';

/**
 * What a spreadsheet would take for a formula at the beginning of a cell, also after a tab or line
 * break.
 */
const FORMULA = /^[\s]*[=+\-@＝＋－＠]/u;
/** A share below nothing: a number, which a spreadsheet can count with. */
const SHARE = /^-\d+(\.\d+)?%$/;
const QUOTED = /[",\r\n]/;

/**
 * One cell: text that would be a formula gets an apostrophe before it, which spreadsheets show as
 * text.
 */
export function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const isFormula = (FORMULA.test(value) && !SHARE.test(value)) || /^[\t\r\n]/.test(value);
  const text = isFormula ? `'${value}` : value;
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What reading a row from the database costs the process, in milliseconds. */
const READ_MS = 0.01;

/** With the mark that makes Excel read UTF-8. */
const BOM = '\uFEFF';

type Row = readonly (string | number)[];
/** The first line of a file. */
export const csvHead = (head: Row): string => BOM + csvLine(head);
export const csvLine = (row: Row): string => `${row.map(cellOf).join(',')}\r\n`;

/**
 * A file of the rows as they are read, page by page. `rest` takes the milliseconds that a page cost
 * and leaves the process to others. The file is answered whole: what breaks off is an error and not
 * half a table.
 */
export async function csvOf(
  name: string,
  head: Row,
  pages: AsyncIterable<readonly Row[]>,
  rest: (ms: number) => Promise<void>,
): Promise<RawResponse> {
  const texts = [csvHead(head)];
  for await (const rows of pages) {
    const began = performance.now();
    texts.push(rows.map(csvLine).join(''));
    await rest(performance.now() - began + rows.length * READ_MS);
  }
  return new RawResponse(Buffer.from(texts.join('')), {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'cache-control': 'no-store',
  });
}
