/** Reads a table as a spreadsheet puts it on the clipboard (tabs), or as a CSV file has it (commas). */

/** The character between cells: a tab when the first line has one. */
const separatorOf = (text: string): string =>
  (text.split(/\r?\n/, 1)[0] ?? '').includes('\t') ? '\t' : ',';

/** Cells by rows; a cell in quotes may hold separators, lines and doubled quotes. */
export function parseTable(text: string): string[][] {
  const separator = separatorOf(text);
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const end = () => {
    rows.at(-1)!.push(cell.trim());
    cell = '';
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += sign;
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === separator) end();
    else if (sign === '\n') {
      end();
      rows.push([]);
    } else if (sign !== '\r') cell += sign;
  }
  end();
  return rows.filter((row) => row.some((each) => each !== ''));
}
