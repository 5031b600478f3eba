// Reads and writes spreadsheets in a thread of its own, so that a bad file cannot stop the server.
// Plain JavaScript, because a thread starts from a file and the server's sources are run in three
// ways (tsx, vitest, bundled).
import { parentPort, workerData } from 'node:worker_threads';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import yauzl from 'yauzl';

const MAX_PARTS = 200;
/** Rows an xlsx can have. */
const LAST_ROW = 1_048_576;

class Refusal extends Error {}

/**
 * Unpacks every part and counts: what a zip says of its own sizes is not believed. Resolves to the
 * names of the parts.
 */
function weigh(bytes, maxUnpacked) {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
      if (error) return reject(new Refusal('format'));
      const parts = [];
      let unpacked = 0;
      zip.on('error', () => reject(new Refusal('format')));
      zip.on('end', () => resolve(parts));
      zip.on('entry', (entry) => {
        parts.push(entry.fileName);
        if (/vbaproject\.bin$/i.test(entry.fileName)) return reject(new Refusal('macro'));
        if (parts.length > MAX_PARTS || unpacked + entry.uncompressedSize > maxUnpacked)
          return reject(new Refusal('large'));
        zip.openReadStream(entry, (broken, stream) => {
          if (broken) return reject(new Refusal('format'));
          stream.on('error', () => reject(new Refusal('format')));
          stream.on('data', (chunk) => {
            unpacked += chunk.length;
            if (unpacked > maxUnpacked) {
              stream.destroy();
              reject(new Refusal('large'));
            }
          });
          stream.on('end', () => zip.readEntry());
        });
      });
      zip.readEntry();
    });
  });
}

/**
 * A cell as people read it. Numbers lose nothing (mobile numbers are written as such); of a formula
 * its last result counts, an error is nothing.
 */
function textOf(value, cell) {
  if (value === null || value === undefined || cell?.type === 'error') return '';
  if (typeof value === 'number')
    return Number.isInteger(value) ? String(BigInt(value)) : String(value);
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return String(value);
}

/**
 * Every cell of a merged range gets the range's first value, as people see it. Ranges of a sound
 * file do not overlap: together they have no more cells than the sheet.
 */
function spreadMerges({ rows, merges = [] }, maxColumns) {
  let left = rows.length * maxColumns;
  for (const { startRow, startCol, endRow, endCol } of merges) {
    const value = rows[startRow]?.[startCol] ?? null;
    if (value === null) continue;
    const [bottom, right] = [Math.min(endRow, rows.length - 1), Math.min(endCol, maxColumns - 1)];
    left -= (bottom - startRow + 1) * (right - startCol + 1);
    if (left < 0) throw new Refusal('format');
    for (let row = startRow; row <= bottom; row += 1) rows[row].fill(value, startCol, right + 1);
  }
}

async function read({ bytes, maxUnpacked, maxRows, maxColumns, maxText }) {
  const buffer = Buffer.from(bytes);
  if (buffer[0] !== 0x50 || buffer[1] !== 0x4b) throw new Refusal('format');
  const parts = await weigh(buffer, maxUnpacked);
  if (!parts.some((name) => /workbook\.xml$/i.test(name))) throw new Refusal('empty');
  const sheet = await firstSheet(buffer, maxColumns);
  spreadMerges(sheet, maxColumns);
  const rows = [];
  sheet.rows.forEach((row, at) => {
    const cells = row.slice(0, maxColumns).map((value, column) =>
      textOf(value, sheet.cells?.get(`${at},${column}`))
        .trim()
        .slice(0, maxText),
    );
    if (cells.every((cell) => cell === '')) return;
    if (rows.length > maxRows) throw new Refusal('rows');
    rows.push({ number: at + 1, cells });
  });
  return { rows };
}

const letter = (at) => String.fromCharCode(65 + at);

/** The first sheet people see, else the first; the others are not read. */
async function firstSheet(buffer, maxColumns) {
  const range = `A1:${letter(maxColumns - 1)}${LAST_ROW}`;
  let seen = false;
  const visible = await readXlsx(buffer, {
    range,
    sheets: ({ hidden, veryHidden }) => {
      const first = !seen && !hidden && !veryHidden;
      seen ||= first;
      return first;
    },
  });
  const sheet = visible.sheets[0] ?? (await readXlsx(buffer, { range, sheets: [0] })).sheets[0];
  if (!sheet) throw new Refusal('empty');
  return sheet;
}

const TEXT = { numFmt: '@' };
const BOLD = { font: { bold: true } };
const HEAD = {
  ...BOLD,
  ...TEXT,
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'F2F3F5' } },
};
/** Rows below the heading that offer the choices: what is filled in by hand. */
const CHOICE_ROWS = 5000;

/** Choices of a column are in a hidden sheet of their own: a list in a cell holds 255 characters. */
const choiceSheet = ({ title, choices }) => ({
  name: `${title}选项`,
  hidden: true,
  rows: choices.map((choice) => [choice]),
});
const choiceRule = ({ title, choices }, at) => ({
  range: `${letter(at)}2:${letter(at)}${CHOICE_ROWS + 1}`,
  type: 'list',
  allowBlank: true,
  showErrorMessage: true,
  errorTitle: title,
  errorMessage: `请从列表中选择${title}`,
  formula1: `'${title}选项'!$A$1:$A$${choices.length}`,
});

/** Cells are texts in columns of texts: what looks like a formula stays what was typed. */
function mainSheet({ name, columns, rows }) {
  const cells = new Map(
    columns.map(({ title, note }, at) => [
      `0,${at}`,
      { value: title, type: 'string', style: HEAD, ...(note && { comment: { text: note } }) },
    ]),
  );
  return {
    name,
    columns: columns.map(({ width }) => ({ width, style: TEXT })),
    rows: [columns.map(({ title }) => title), ...rows],
    cells,
    freezePane: { rows: 1 },
    dataValidations: columns.flatMap((column, at) =>
      column.choices?.length ? [choiceRule(column, at)] : [],
    ),
  };
}

function noteSheet(notes) {
  return {
    name: '填写说明',
    columns: [18, 28, 36, 36].map((width) => ({ width })),
    rows: notes,
    cells: new Map(
      (notes[0] ?? []).map((value, at) => [`0,${at}`, { value, type: 'string', style: BOLD }]),
    ),
  };
}

async function write({ name, columns, rows, notes }) {
  const sheets = [
    mainSheet({ name, columns, rows }),
    ...(notes.length > 0 ? [noteSheet(notes)] : []),
    ...columns.filter(({ choices }) => choices?.length).map(choiceSheet),
  ];
  return { bytes: await writeXlsx({ sheets }) };
}

try {
  const done = workerData.kind === 'read' ? await read(workerData) : await write(workerData);
  parentPort.postMessage({ ok: true, ...done });
} catch (error) {
  parentPort.postMessage({ ok: false, why: error instanceof Refusal ? error.message : 'format' });
}
