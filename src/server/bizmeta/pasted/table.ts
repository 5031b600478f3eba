import {
  FIELDS,
  MAX_FIELDS,
  MAX_OPTIONS,
  MAX_PASTED_ROWS,
  problem,
  type CellProblem,
  type DataOf,
  type DescribeInput,
  type FieldInput,
  type InputOf,
  type Problem,
  type RecordValues,
  type TableColumn,
} from '../../../contract/index.ts';
import { readValue, type ReadField } from '../../../values/index.ts';
import { AppError, problemsError, type TenantTx } from '../../kernel/index.ts';
import type { Catalog } from '../meta/catalog.ts';
import { createObject } from '../meta/save.ts';
import { createRecords } from '../records/create.ts';
import type { ServicePorts } from '../records/service-ports.ts';
import type { WriteContext } from '../records/write-context.ts';
import { guessType, optionsOf } from './guess.ts';
import { parseTable } from './parse.ts';

interface Table {
  readonly labels: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The table of a text; its first line names the columns. Throws when it is none, or too large. */
function tableOf(text: string): Table {
  const [head = [], ...rows] = parseTable(text);
  if (head.length === 0 || rows.length === 0)
    throw problemsError([
      problem('/text', 'VALUE_FORMAT', {
        label: '表格',
        expected: '从表格软件复制的内容：第一行是列名，下面至少一行',
      }),
    ]);
  if (head.length > MAX_FIELDS)
    throw problemsError([problem('/text', 'TOO_MANY', { max: MAX_FIELDS, count: head.length })]);
  if (rows.length > MAX_PASTED_ROWS)
    throw problemsError([
      problem('/text', 'TOO_MANY', { max: MAX_PASTED_ROWS, count: rows.length }),
    ]);
  return { labels: head.map((label, at) => label || `第 ${at + 1} 列`), rows };
}

const SAMPLES = 3;
const SHOWN = 40;
const cellAt = ({ rows }: Table, row: number, column: number): string => rows[row]?.[column] ?? '';
const valuesIn = ({ rows }: Table, column: number): string[] =>
  rows.map((row) => row[column] ?? '').filter((text) => text !== '');

/** What a pasted table would become: its columns with the types their values suggest. */
export function readTable(
  { text }: InputOf<'bizmeta.describe.readTable'>,
  now = new Date(),
): DataOf<'bizmeta.describe.readTable'> {
  const table = tableOf(text);
  return {
    rows: table.rows.length,
    columns: table.labels.map((label, at) => {
      const values = valuesIn(table, at);
      return {
        label,
        type: guessType(values, now),
        skip: false,
        samples: [...new Set(values)]
          .slice(0, SAMPLES)
          .map((each) => each.slice(0, SHOWN))
          .join('、'),
      };
    }),
  };
}

type Column = TableColumn & { readonly at: number };

function fieldOf(table: Table, { label, type, at }: Column): FieldInput {
  const values = valuesIn(table, at);
  if (FIELDS[type].family === 'option')
    return { label, type, options: optionsOf(values, MAX_OPTIONS) };
  return { label, type };
}

const MAX_PROBLEMS = 200;

interface ReadRows {
  readonly records: RecordValues[];
  readonly problems: CellProblem[];
}
/** The records of the rows; a cell that cannot be read is left empty and reported. */
function recordsOf(
  table: Table,
  columns: readonly (Column & { readonly field: ReadField & { apiName: string } })[],
  now: Date,
): ReadRows {
  const problems: CellProblem[] = [];
  const records = table.rows.map((row, n) =>
    Object.fromEntries(
      columns.flatMap(({ at, field, label }) => {
        const text = row[at] ?? '';
        const read = readValue(field, text, now);
        if ('value' in read) return read.value === undefined ? [] : [[field.apiName, read.value]];
        const why = 'wrong' in read ? read.wrong : '不能从文字读出';
        problems.push({ row: n + 2, column: label, text: text.slice(0, SHOWN), why });
        return [];
      }),
    ),
  );
  return { records, problems };
}

const AT = /^\/records\/(\d+)\/([^/]+)/;

/** The parts of a pasted table that a write needs. */
export interface PasteContext {
  readonly tx: TenantTx;
  readonly catalog: Catalog;
  readonly services: ServicePorts;
  readonly userId: string;
}

/**
 * Creates an object from a pasted table and its records from the rows. What the object's checks
 * refuse of a cell (too long, out of range) is left empty and reported, as what cannot be read.
 */
export async function createFromTable(
  { tx, catalog, services, userId }: PasteContext,
  { appId, label, text, columns }: InputOf<'bizmeta.describe.fromTable'>,
  now = new Date(),
): Promise<DataOf<'bizmeta.describe.fromTable'>> {
  const table = tableOf(text);
  const used = columns
    .map((column, at): Column => ({ ...column, at }))
    .filter(({ skip, at }) => !skip && at < table.labels.length);
  if (used.length === 0)
    throw problemsError([problem('/columns', 'REQUIRED', { label: '至少一列' })]);
  const describe: DescribeInput = {
    label,
    icon: 'list',
    fields: used.map((column) => fieldOf(table, column)),
  };
  const { id, apiName } = await blamingColumns(used, () =>
    createObject(tx, userId, { appId, describe }),
  );
  const view = await catalog.enterWhole(tx, apiName);
  const { fields } = view.table.describe;
  const read = recordsOf(
    table,
    used.map((column, n) => ({ ...column, field: fields[n]! })),
    now,
  );
  const writing = { tx, view, userId, services, access: null };
  await writeReadable(writing, { table, used, read }, now);
  return {
    id,
    apiName,
    label: label.trim(),
    records: read.records.length,
    problems: read.problems.slice(0, MAX_PROBLEMS),
    problemCount: read.problems.length,
  };
}

const OF_FIELD = /^\/describe\/fields\/(\d+)\/(.+)$/;
const OF_OBJECT = /^\/describe\/(?!fields\/)(.+)$/;

/** What is refused of the object and its fields is said at the name and the columns it came from. */
async function blamingColumns<T>(used: readonly Column[], create: () => Promise<T>): Promise<T> {
  const blamed = (each: Problem): Problem => {
    const [, n = '', rest] = OF_FIELD.exec(each.path) ?? [];
    const column = rest === undefined ? undefined : used[Number(n)];
    const path = column
      ? `/columns/${column.at}/${rest}`
      : each.path.replace(OF_OBJECT, (_, part: string) => `/${part}`);
    return { ...each, path };
  };
  try {
    return await create();
  } catch (error) {
    if (!(error instanceof AppError) || error.errors.length === 0) throw error;
    throw problemsError(error.errors.map(blamed));
  }
}

interface Reading {
  readonly table: Table;
  readonly used: readonly Column[];
  readonly read: ReadRows;
}

/** Writes the records; cells they are refused for are emptied and reported. */
async function writeReadable(
  writing: WriteContext,
  { table, used, read }: Reading,
  now: Date,
): Promise<void> {
  const { fields } = writing.view.table.describe;
  const refused = await refusals(() => createRecords(writing, read.records, now), writing.tx);
  for (const { path, msg } of refused) {
    const [, row = '', name = ''] = AT.exec(path) ?? [];
    const record = read.records[Number(row)];
    if (!record || !(name in record)) throw problemsError(refused);
    delete record[name];
    const column = used[fields.findIndex((field) => field.apiName === name)];
    read.problems.push({
      row: Number(row) + 2,
      column: column?.label ?? name,
      text: cellAt(table, Number(row), column?.at ?? -1).slice(0, SHOWN),
      why: msg,
    });
  }
  if (refused.length > 0) await createRecords(writing, read.records, now);
}

/** Runs a write; what it refuses cell by cell is answered, with nothing of it written. */
async function refusals(write: () => Promise<unknown>, tx: TenantTx) {
  await tx.run('SAVEPOINT pasting');
  try {
    await write();
    await tx.run('RELEASE SAVEPOINT pasting');
    return [];
  } catch (error) {
    const problems = error instanceof AppError ? error.errors : [];
    if (problems.length === 0) throw error;
    await tx.run('ROLLBACK TO SAVEPOINT pasting');
    return problems;
  }
}
