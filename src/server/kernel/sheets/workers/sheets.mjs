// Reads and writes spreadsheets in a thread of its own, so that a bad file cannot stop the server.
// Plain JavaScript, because a thread starts from a file and the server's sources are run in three
// ways (tsx, vitest, bundled).
import { parentPort, workerData } from 'node:worker_threads';
import { colToLetter, readXlsx, writeXlsx, writeXlsxStream } from 'hucre/xlsx';
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

/** Spreadsheets count with 15 digits and store what binary makes of them: 435 as 434.99999999999994. */
const DIGITS = 15;
const plainNumber = (value) =>
  Number.isInteger(value) ? String(BigInt(value)) : String(Number(value.toPrecision(DIGITS)));
/** A share as it is shown: 0.125 as 12.5%, without what binary fractions add. */
const shareOf = (value) => `${plainNumber(Number((value * 100).toPrecision(DIGITS)))}%`;

/** What a format says of a number: the first of its parts, without texts, colours and spaces. */
const shapeOf = (cell) =>
  (cell?.style?.numFmt ?? '')
    .replaceAll(/"[^"]*"|\\.|[_*]./g, '')
    .split(';')[0]
    .replaceAll(/\[(?![hms]+\])[^\]]*\]/gi, '')
    .trim();
/** 123 in the format 00000 is the code 00123. */
const numberOf = (value, shape) => {
  if (shape.includes('%')) return shareOf(value);
  const text = plainNumber(value);
  return /^0+$/.test(shape) && /^\d+$/.test(text) ? text.padStart(shape.length, '0') : text;
};

const DAY_MS = 86_400_000;
/** The days that spreadsheets count from, and a day of theirs that the calendar has not. */
const FIRST_DAY = { 1900: Date.UTC(1899, 11, 31), 1904: Date.UTC(1904, 0, 1) };
const AFTER_LEAP_DAY = Date.UTC(1900, 2, 1);
/** Hours that go on after the 24th: 25:30:00. */
function lengthOf(value, system) {
  const leap = system === '1900' && value >= AFTER_LEAP_DAY ? DAY_MS : 0;
  const seconds = Math.round((value - FIRST_DAY[system] + leap) / 1000);
  const two = (part) => String(part % 60).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60))}:${two(seconds)}`;
}
/** A day, a day with its time, a time alone, which lies on the first day, or a length of time. */
function momentOf(value, shape, system) {
  if (/^\[[hms]+\]/i.test(shape) && value >= FIRST_DAY[system]) return lengthOf(value, system);
  const [day, time] = value.toISOString().slice(0, 19).split('T');
  if (value < FIRST_DAY[system] + DAY_MS) return time;
  return time === '00:00:00' ? day : `${day} ${time}`;
}

/**
 * A cell as people read it. Numbers lose nothing (mobile numbers are written as such); of a formula
 * its last result counts, an error is nothing.
 */
function textOf(value, cell, system) {
  if (value === null || value === undefined || cell?.type === 'error') return '';
  if (typeof value === 'number') return numberOf(value, shapeOf(cell));
  if (value instanceof Date) return momentOf(value, shapeOf(cell), system);
  return String(value);
}

/**
 * Every cell of a merged range gets the range's first value, as people see it. Ranges of a sound
 * file do not overlap: together they have no more cells than the sheet.
 */
function spreadMerges({ rows, merges = [] }, maxColumns) {
  let left = rows.length * maxColumns;
  for (const { startRow, startCol, endRow, endCol } of merges) {
    const value = rows[startRow]?.[startCol] ?? '';
    if (value === '') continue;
    const [bottom, right] = [Math.min(endRow, rows.length - 1), Math.min(endCol, maxColumns - 1)];
    left -= (bottom - startRow + 1) * (right - startCol + 1);
    if (left < 0) throw new Refusal('format');
    for (let row = startRow; row <= bottom; row += 1) rows[row].fill(value, startCol, right + 1);
  }
}

async function read(job) {
  const buffer = Buffer.from(job.bytes);
  const isZip = buffer[0] === 0x50 && buffer[1] === 0x4b;
  if (!isZip && !job.csv) throw new Refusal('format');
  return { rows: isZip ? await readBook(buffer, job) : readText(buffer, job) };
}

async function readBook(buffer, { maxUnpacked, maxRows, maxColumns, maxText }) {
  const parts = await weigh(buffer, maxUnpacked);
  if (!parts.some((name) => /workbook\.xml$/i.test(name))) throw new Refusal('empty');
  const { sheet, system } = await firstSheet(buffer, maxColumns);
  const texts = sheet.rows.map((row, at) =>
    row.slice(0, maxColumns).map((value, column) =>
      textOf(value, sheet.cells?.get(`${at},${column}`), system)
        .trim()
        .slice(0, maxText),
    ),
  );
  spreadMerges({ rows: texts, merges: sheet.merges }, maxColumns);
  const rows = [];
  texts.forEach((cells, at) => takeRow(rows, at + 1, cells, maxRows));
  return rows;
}

/** Rows without content are left out. */
function takeRow(rows, number, cells, maxRows) {
  if (cells.every((cell) => cell === '')) return;
  if (rows.length > maxRows) throw new Refusal('rows');
  rows.push({ number, cells });
}

/** Chinese spreadsheets write CSV in GB 18030, all others in UTF-8. */
function decoded(buffer) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(buffer);
  } catch {
    return new TextDecoder('gb18030').decode(buffer);
  }
}

/** The sign between cells is the one the first line has most of. */
function separatorOf(text) {
  const line = text.split(/\r?\n/, 1)[0] ?? '';
  const count = (sign) => line.split(sign).length;
  return [',', '\t', ';'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

/** CSV: a cell in quotes may hold separators, lines and doubled quotes. */
function readText(buffer, { maxRows, maxColumns, maxText, maxUnpacked }) {
  if (buffer.includes(0) || buffer.length > maxUnpacked) throw new Refusal('format');
  const text = decoded(buffer);
  const separator = separatorOf(text);
  const rows = [];
  let [cells, cell, isQuoted, number] = [[], '', false, 0];
  // An export puts an apostrophe before what a spreadsheet would take for a formula.
  const endCell = () => {
    if (cells.length < maxColumns)
      cells.push(
        cell
          .trim()
          .replace(/^'(?=\s*[=+\-@＝＋－＠])/u, '')
          .slice(0, maxText),
      );
    cell = '';
  };
  const endRow = () => {
    endCell();
    number += 1;
    takeRow(rows, number, cells, maxRows);
    cells = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += sign;
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === separator) endCell();
    else if (sign === '\n') endRow();
    else if (sign !== '\r') cell += sign;
  }
  if (cell !== '' || cells.length > 0) endRow();
  return rows;
}

/** The first sheet people see, else the first; the others are not read. */
async function firstSheet(buffer, maxColumns) {
  const range = `A1:${colToLetter(maxColumns - 1)}${LAST_ROW}`;
  let seen = false;
  const visible = await readXlsx(buffer, {
    range,
    readStyles: true,
    sheets: ({ hidden, veryHidden }) => {
      const first = !seen && !hidden && !veryHidden;
      seen ||= first;
      return first;
    },
  });
  const { sheets, dateSystem: system = '1900' } = visible.sheets[0]
    ? visible
    : await readXlsx(buffer, { range, readStyles: true, sheets: [0] });
  if (!sheets[0]) throw new Refusal('empty');
  return { sheet: sheets[0], system };
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

/** Choices are in hidden sheets of their own: a list in a cell holds 255 characters. */
const choiceName = (at) => `选项${at + 1}`;
const choiceSheet = ({ choices }, at) => ({
  name: choiceName(at),
  hidden: true,
  rows: choices.map((choice) => [choice]),
});
const choiceRule = ({ title, choices }, at) => ({
  range: `${colToLetter(at)}2:${colToLetter(at)}${CHOICE_ROWS + 1}`,
  type: 'list',
  allowBlank: true,
  showErrorMessage: true,
  errorTitle: title.slice(0, 32),
  errorMessage: `请从列表中选择${title}`.slice(0, 255),
  formula1: `'${choiceName(at)}'!$A$1:$A$${choices.length}`,
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
    ...columns.flatMap((column, at) => (column.choices?.length ? [choiceSheet(column, at)] : [])),
  ];
  return { bytes: await writeXlsx({ sheets }) };
}

/** Rows as they are handed over, chunk by chunk: each is asked for when the one before is written. */
async function* given(head) {
  yield head;
  for (;;) {
    const rows = await new Promise((resolve) => {
      parentPort.once('message', resolve);
      parentPort.postMessage({ more: true });
    });
    if (rows === null) return;
    for (const row of rows)
      yield row.map((cell) => (cell?.day === undefined ? cell : new Date(cell.day)));
  }
}

/** A workbook of one sheet of any length, handed back chunk by chunk. */
async function stream({ name, columns }) {
  const head = columns.map(({ title }) => title);
  const book = writeXlsxStream(given(head), {
    name,
    columns: columns.map(({ width, format }) => ({ width, numFmt: format ?? '@' })),
    freezePane: { rows: 1 },
  });
  for await (const bytes of book) parentPort.postMessage({ bytes });
  return {};
}

const WORK = { read, write, stream };
try {
  parentPort.postMessage({ ok: true, ...(await WORK[workerData.kind](workerData)) });
} catch (error) {
  parentPort.postMessage({ ok: false, why: error instanceof Refusal ? error.message : 'format' });
}
