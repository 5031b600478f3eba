// Reads and writes spreadsheets in a thread of its own, so that a bad file cannot stop the server.
// Plain JavaScript, because a thread starts from a file and the server's sources are run in three
// ways (tsx, vitest, bundled).
import { parentPort, workerData } from 'node:worker_threads';
import ExcelJS from 'exceljs';
import yauzl from 'yauzl';

/** Parts of a workbook that values do not need; the rest of exceljs never sees them. */
const IGNORED = [
  'dataValidations',
  'conditionalFormatting',
  'drawing',
  'picture',
  'legacyDrawing',
  'extLst',
  'hyperlinks',
  'sheetProtection',
  'tableParts',
  'printOptions',
  'pageSetup',
];
const MAX_PARTS = 200;
/** Beginnings that spreadsheets would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

class Refusal extends Error {}

/** Unpacks every part and counts: what a zip says of its own sizes is not believed. */
function weigh(bytes, maxUnpacked) {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
      if (error) return reject(new Refusal('format'));
      let [parts, unpacked] = [0, 0];
      zip.on('error', () => reject(new Refusal('format')));
      zip.on('end', () => resolve());
      zip.on('entry', (entry) => {
        parts += 1;
        if (/vbaproject\.bin$/i.test(entry.fileName)) return reject(new Refusal('macro'));
        if (parts > MAX_PARTS || unpacked + entry.uncompressedSize > maxUnpacked)
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
 * its last result counts.
 */
function textOf(value) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number')
    return Number.isInteger(value) ? String(BigInt(value)) : String(value);
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value.richText)) return value.richText.map((part) => part.text).join('');
  if ('result' in value) return textOf(value.result);
  if ('text' in value) return textOf(value.text);
  return '';
}

async function read({ bytes, maxUnpacked, maxRows, maxColumns, maxText }) {
  const buffer = Buffer.from(bytes);
  if (buffer[0] !== 0x50 || buffer[1] !== 0x4b) throw new Refusal('format');
  await weigh(buffer, maxUnpacked);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(buffer, { ignoreNodes: IGNORED });
  const sheet =
    workbook.worksheets.find(({ state }) => state === 'visible') ?? workbook.worksheets[0];
  if (!sheet) throw new Refusal('empty');
  const rows = [];
  sheet.eachRow((row, number) => {
    const cells = Array.from({ length: Math.min(row.cellCount, maxColumns) }, (_, at) =>
      textOf(row.getCell(at + 1).value)
        .trim()
        .slice(0, maxText),
    );
    if (cells.every((cell) => cell === '')) return;
    if (rows.length > maxRows) throw new Refusal('rows');
    rows.push({ number, cells });
  });
  return { rows };
}

const letter = (at) => String.fromCharCode(65 + at);
function heading(sheet, columns) {
  sheet.columns = columns.map(({ title, width }) => ({
    header: title,
    width,
    style: { numFmt: '@' },
  }));
  const head = sheet.getRow(1);
  head.font = { bold: true };
  head.eachCell((cell, at) => {
    cell.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFF2F3F5' } };
    if (columns[at - 1].note) cell.note = columns[at - 1].note;
  });
  sheet.views = [{ state: 'frozen', ySplit: 1 }];
}
/** Rows below the heading that offer the choices: what is filled in by hand. */
const CHOICE_ROWS = 5000;

async function write({ name, columns, rows, notes }) {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet(name);
  heading(sheet, columns);
  for (const cells of rows) {
    const row = sheet.addRow(cells);
    row.eachCell((cell) => {
      if (FORMULA.test(String(cell.value))) {
        cell.numFmt = '@';
        cell.value = { richText: [{ text: String(cell.value) }] };
      }
    });
  }
  if (notes.length > 0) {
    const about = workbook.addWorksheet('填写说明');
    about.columns = [{ width: 18 }, { width: 28 }, { width: 36 }, { width: 36 }];
    for (const line of notes) about.addRow(line);
    about.getRow(1).font = { bold: true };
  }
  columns.forEach(({ title, choices }, at) => {
    if (!choices?.length) return;
    const list = workbook.addWorksheet(`${title}选项`, { state: 'hidden' });
    list.addRows(choices.map((choice) => [choice]));
    sheet.dataValidations.add(`${letter(at)}2:${letter(at)}${CHOICE_ROWS + 1}`, {
      type: 'list',
      allowBlank: true,
      showErrorMessage: true,
      errorTitle: title,
      error: `请从列表中选择${title}`,
      formulae: [`'${title}选项'!$A$1:$A$${choices.length}`],
    });
  });
  return { bytes: new Uint8Array(await workbook.xlsx.writeBuffer()) };
}

try {
  const done = workerData.kind === 'read' ? await read(workerData) : await write(workerData);
  parentPort.postMessage({ ok: true, ...done });
} catch (error) {
  parentPort.postMessage({ ok: false, why: error instanceof Refusal ? error.message : 'format' });
}
