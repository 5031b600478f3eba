/**
 * Tables as text, the way spreadsheets put them on the clipboard: tabs between cells, newlines
 * between rows, quotes around cells that hold either.
 */

const PLAIN_NUMBER = /^[+-]?[\d,]*\.?\d+%?$/;
/**
 * A text that a spreadsheet would read as a formula gets an apostrophe in front, so that no data is
 * executed where it is pasted; signed numbers are no formulas. Texts that already look so escaped
 * get one more, so that reading is exact.
 */
export const guarded = (text: string): string =>
  /^'*[=+\-@]/.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
/** The text as it was before it was guarded. */
const unguarded = (text: string): string => (/^''*[=+\-@]/.test(text) ? text.slice(1) : text);

const quoted = (text: string): string =>
  /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
export const tableText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => quoted(guarded(cell))).join('\t')).join('\n');

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign).replaceAll('\n', '<br>');
/**
 * The same as an HTML table, for documents and mails; marked as text where a spreadsheet might see
 * a formula.
 */
export function tableHtml(rows: readonly (readonly string[])[]): string {
  const cell = (text: string): string =>
    guarded(text) === text
      ? `<td>${escaped(text)}</td>`
      : `<td style="mso-number-format:'\\@'">${escaped(guarded(text))}</td>`;
  return `<table>${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')}</table>`;
}

/**
 * One cell from `at`: its text and the position of its end. A quote that never closes is a plain
 * character.
 */
function readCell(text: string, at: number): { cell: string; end: number } {
  if (text[at] === '"') {
    let cell = '';
    for (let from = at + 1; ;) {
      const close = text.indexOf('"', from);
      if (close < 0) break;
      cell += text.slice(from, close);
      if (text[close + 1] !== '"') {
        if (close + 1 === text.length || '\t\r\n'.includes(text[close + 1]!))
          return { cell, end: close + 1 };
        break;
      }
      cell += '"';
      from = close + 2;
    }
  }
  const found = text.slice(at).search(/[\t\r\n]/);
  const end = found < 0 ? text.length : at + found;
  return { cell: text.slice(at, end), end };
}

/**
 * Rows of cells in a pasted text; the newline after the last row begins no row. Short rows stay
 * short.
 */
export function readTable(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; ;) {
    const { cell, end } = readCell(text, at);
    row.push(unguarded(cell));
    if (text[end] === '\t') {
      at = end + 1;
      continue;
    }
    rows.push(row);
    row = [];
    at = text.startsWith('\r\n', end) ? end + 2 : end + 1;
    if (end >= text.length || at >= text.length) return rows;
  }
}
