import { Type, type Static } from 'typebox';
import { closed } from '../base/closed.ts';
import { IMPORT_HOURS, MAX_PATH_NAME, MAX_RECORD_IMPORT_COLUMNS } from '../base/constants.ts';
import { Id, NameRef, OBJECT_KIND, oneOf } from '../metadata/meta.ts';
import { defineCall, defineReading } from './call.ts';

const object = Type.String({ maxLength: MAX_PATH_NAME, ...OBJECT_KIND });
const ofObject = Type.Object({ object });
const ofImport = Type.Object({ importId: Id }, closed);
const path = '/bizmeta/v1/object/bulkimport/service';

/** What rows become: new records, changes of those with the same key, or either. */
const IMPORT_MODES = ['create', 'update', 'both'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];
/** What an empty cell does to a record that is there. */
const IMPORT_BLANKS = ['keep', 'clear'] as const;
export type ImportBlank = (typeof IMPORT_BLANKS)[number];
const IMPORT_STATES = [
  'uploaded',
  'checking',
  'checked',
  'writing',
  'done',
  'undoing',
  'undone',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** A column of the file, and the field its cells go to; null when it is left out. */
const ImportColumn = Type.Object({
  title: Type.String(),
  samples: Type.String(),
  field: Type.Union([Type.String(), Type.Null()]),
});
type ImportColumn = Static<typeof ImportColumn>;
const ImportField = Type.Object({ code: Type.String(), label: Type.String() });

/** A cell that cannot be imported; `row` is its number in the sheet. */
const ImportProblem = Type.Object({
  row: Type.Integer(),
  column: Type.String(),
  value: Type.String(),
  message: Type.String(),
});
export type ImportProblem = Static<typeof ImportProblem>;

const Import = Type.Object({
  importId: Id,
  fileName: Type.String(),
  state: oneOf(IMPORT_STATES),
  /** Progress of the work that is going on; `failed` says why it came to an end before. */
  done: Type.Integer(),
  total: Type.Integer(),
  failed: Type.String(),
  valid: Type.Integer(),
  invalid: Type.Integer(),
  /** Of the rows that are in order, or were imported. */
  creates: Type.Integer(),
  updates: Type.Integer(),
  problems: Type.Array(ImportProblem, { description: 'the first of them; all are in the report' }),
  problemCount: Type.Integer(),
  /** Records an undo left as they are. */
  left: Type.Integer(),
  canUndo: Type.Boolean(),
  at: Type.String(),
});
export type Import = Static<typeof Import>;

/** Records from a file: uploaded, its columns named, every row checked, then written. */
export const recordImportCalls = [
  /** An empty table to fill in, with the choices of each column. */
  defineReading({
    id: 'bizmeta.import.template',
    method: 'POST',
    path: `${path}/generateTemplate`,
    access: 'member',
    answer: 'raw',
    summary: '导入记录的模板',
    body: Type.Object({ object }, closed),
    data: Type.Unknown(),
  }),
  /** Its file is held in memory, so it takes a place of a large body. */
  defineCall({
    id: 'bizmeta.import.upload',
    method: 'POST',
    bodySize: 'records',
    path: `${path}/uploadFile`,
    access: 'member',
    inPages: 'acts',
    operation: true,
    summary: '上传要导入的表格',
    bodyKind: 'multipart',
    query: ofObject,
    data: Type.Object({
      importId: Id,
      fileName: Type.String(),
      total: Type.Integer(),
      columns: Type.Array(ImportColumn),
      /** What a column may be; those that find records that are there. */
      fields: Type.Array(ImportField),
      keys: Type.Array(ImportField),
    }),
  }),
  /** Begins to check every row as it would be written; nothing is. */
  defineCall({
    id: 'bizmeta.import.check',
    method: 'POST',
    path: `${path}/check`,
    access: 'member',
    inPages: 'acts',
    operation: true,
    summary: '核对要导入的表格',
    body: Type.Object(
      {
        importId: Id,
        /** As `bizmeta.import.upload` answers them, in their order; the field alone is read. */
        columns: Type.Array(Type.Object({ field: Type.Union([NameRef, Type.Null()]) }), {
          minItems: 1,
          maxItems: MAX_RECORD_IMPORT_COLUMNS,
          description: 'the field of each column, in their order; null: not imported',
        }),
        mode: oneOf(IMPORT_MODES),
        key: Type.Optional(Type.Union([NameRef, Type.Null()])),
        blank: Type.Optional(oneOf(IMPORT_BLANKS)),
      },
      closed,
    ),
    data: Type.Null(),
  }),
  defineReading({
    id: 'bizmeta.import.state',
    method: 'POST',
    path: `${path}/state`,
    access: 'member',
    summary: '一次导入的进度与问题',
    body: ofImport,
    data: Import,
  }),
  /** Writes a checked file: all rows, or with `validOnly` those that are in order. */
  defineCall({
    id: 'bizmeta.import.confirm',
    method: 'POST',
    path: `${path}/importData`,
    access: 'member',
    inPages: 'acts',
    operation: true,
    summary: '导入记录',
    body: Type.Object({ importId: Id, validOnly: Type.Optional(Type.Boolean()) }, closed),
    data: Type.Null(),
  }),
  /** Records that were made go to the bin, those that were changed get back what they had. */
  defineCall({
    id: 'bizmeta.import.undo',
    method: 'POST',
    path: `${path}/undo`,
    access: 'member',
    inPages: 'acts',
    operation: true,
    summary: `撤销自己在 ${IMPORT_HOURS} 小时内的一次导入`,
    body: ofImport,
    data: Type.Null(),
  }),
  defineReading({
    id: 'bizmeta.import.list',
    method: 'POST',
    path: '/bizmeta/v1/object/{object}/controller/Imports',
    access: 'member',
    summary: `自己在 ${IMPORT_HOURS} 小时内的导入`,
    params: ofObject,
    body: Type.Object({}, closed),
    data: Type.Array(Type.Omit(Import, ['problems'])),
  }),
  /** The rows that were not imported as a sheet, with their problems, to be corrected and uploaded. */
  defineCall({
    id: 'bizmeta.import.report',
    method: 'GET',
    path: `${path}/report`,
    access: 'member',
    answer: 'raw',
    summary: '下载有问题的行',
    query: Type.Object({ importId: Id }),
    data: Type.Unknown(),
  }),
] as const;
