import { RawResponse } from '../kernel/index.ts';

/**
 * What a spreadsheet would take for a formula at the beginning of a cell, also after a tab or line
 * break.
 */
const FORMULA = /^[\s]*[=+\-@＝＋－＠]/u;
const QUOTED = /[",\r\n]/;

/**
 * One cell: text that would be a formula gets an apostrophe before it, which spreadsheets show as
 * text.
 */
export function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) || /^[\t\r\n]/.test(value) ? `'${value}` : value;
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** With the mark that makes Excel read UTF-8. */
const BOM = '\uFEFF';

export function csvOf(name: string, rows: readonly (readonly (string | number)[])[]): RawResponse {
  const text = BOM + rows.map((row) => row.map(cellOf).join(',')).join('\r\n') + '\r\n';
  return new RawResponse(Buffer.from(text), {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'cache-control': 'no-store',
  });
}
