import { v7 as uuid } from 'uuid';
import {
  FIELDS,
  MAX_LONG_TEXT,
  MAX_RECORD_IMPORT_BYTES,
  MAX_RECORD_IMPORT_COLUMNS,
  MAX_RECORD_IMPORT_ROWS,
  type DataOf,
  type FieldDescribe,
  type InputOf,
} from '../../../contract/index.ts';
import {
  AppError,
  readSheet,
  sheetFile,
  smallFile,
  writeSheet,
  type Context,
  type RawResponse,
  type SheetColumn,
  type SheetRow,
} from '../../kernel/index.ts';
import type { Column } from '../meta/table.ts';
import type { DeletionContext } from '../records/remove.ts';
import { seenTable } from '../records/write-context.ts';
import type { Parts } from '../parts.ts';
import { guessFields, importableColumns, keyColumns } from './fields.ts';
import { inImport } from './context.ts';
import { storeImport } from './rows.ts';

const LIMITS = {
  rows: MAX_RECORD_IMPORT_ROWS,
  columns: MAX_RECORD_IMPORT_COLUMNS,
  text: MAX_LONG_TEXT,
  csv: true,
};
const SAMPLES = 3;
const SHOWN = 40;
/** Added to the rows that are downloaded with their problems; left out when they come back. */
export const PROBLEM_TITLE = '问题';

const refuse = (why: string): AppError => new AppError('IMPORT_FILE', { why });

/** Columns that have a title or content, and the rows below. Throws IMPORT_FILE. */
function tableOf([head, ...rows]: readonly SheetRow[]): { titles: string[]; rows: SheetRow[] } {
  if (!head || rows.length === 0) throw refuse('第一行须是列名，下面至少有一行');
  const used = usedColumns(head, rows);
  return {
    titles: used.map((at) => head.cells[at] || `第 ${at + 1} 列`),
    rows: rows.map(({ number, cells }) => ({ number, cells: used.map((at) => cells[at] ?? '') })),
  };
}

function usedColumns(head: SheetRow, rows: readonly SheetRow[]): number[] {
  const width = Math.max(head.cells.length, ...rows.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, at) => at).filter(
    (at) =>
      head.cells[at] !== PROBLEM_TITLE &&
      [head, ...rows].some(({ cells }) => (cells[at] ?? '') !== ''),
  );
}

const samplesOf = (rows: readonly SheetRow[], at: number): string =>
  [...new Set(rows.flatMap(({ cells }) => cells[at] || []))]
    .slice(0, SAMPLES)
    .map((text) => text.slice(0, SHOWN))
    .join('、');

const choice = ({ field }: Column) => ({ code: field.apiName, label: field.label });

/** Stores the rows of a file, with the fields its columns seem to be. Writes no record. */
export async function uploadImport(
  parts: Parts,
  ctx: Context,
  { object }: InputOf<'bizmeta.import.upload'>,
): Promise<DataOf<'bizmeta.import.upload'>> {
  await inImport(parts, ctx, object, async () => undefined);
  const { name: fileName, bytes } = await smallFile(ctx.request, MAX_RECORD_IMPORT_BYTES);
  const table = tableOf(await readSheet(parts.db, bytes, LIMITS));
  return inImport(parts, ctx, object, (writing) => storeFile(writing, { fileName, ...table }));
}

/** The columns of a file, each with the field it seems to be. */
function columnsOf(titles: string[], rows: readonly SheetRow[], importable: readonly Column[]) {
  const fields = guessFields(titles, importable);
  return titles.map((title, at) => ({
    title,
    samples: samplesOf(rows, at),
    field: fields[at] ?? null,
  }));
}

interface ImportFile {
  readonly fileName: string;
  readonly titles: string[];
  readonly rows: SheetRow[];
}

async function storeFile(
  writing: DeletionContext,
  { fileName, titles, rows }: ImportFile,
): Promise<DataOf<'bizmeta.import.upload'>> {
  const { tx, view, access, userId } = writing;
  const importable = importableColumns(view.table, access);
  const keys = keyColumns(seenTable(writing));
  const all = [...new Set([...importable, ...keys])];
  const importId = uuid();
  const objectId = view.table.describe.id;
  await storeImport(tx, { id: importId, objectId, fileName, titles, rows, userId });
  return {
    importId,
    fileName,
    total: rows.length,
    columns: columnsOf(titles, rows, importable),
    fields: all.map(choice),
    keys: keys.map(choice),
  };
}

const WIDTH = { least: 14, most: 40 };
function noteOf({ required, unique, type }: FieldDescribe): string {
  const { example } = FIELDS[type];
  return [
    required ? '必填' : '可不填',
    ...(unique ? ['不能重复'] : []),
    ...(example === undefined ? [] : [`例如 ${example}`]),
  ].join('；');
}

/** A field as a column to fill in, with what may be chosen. */
const templateColumn = ({ field }: Column): SheetColumn => ({
  title: field.label,
  width: Math.min(Math.max(field.label.length * 2 + 4, WIDTH.least), WIDTH.most),
  note: noteOf(field),
  ...(FIELDS[field.type].picked === true &&
    field.options &&
    field.options.length > 0 && {
      choices: field.options.filter(({ disabled }) => !disabled).map(({ label }) => label),
    }),
});

export async function importTemplate(
  parts: Parts,
  ctx: Context,
  { object }: InputOf<'bizmeta.import.template'>,
): Promise<RawResponse> {
  const { label, columns } = await inImport(parts, ctx, object, async ({ view, access }) => ({
    label: view.table.describe.label,
    columns: importableColumns(view.table, access)
      .filter(({ system }) => !system)
      .map(templateColumn),
  }));
  const bytes = await writeSheet(parts.db, { name: '记录', columns, rows: [] });
  return sheetFile(bytes, `${label}导入模板.xlsx`);
}
