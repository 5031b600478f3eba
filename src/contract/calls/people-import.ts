import { Type, type Static } from 'typebox';
import { defineCall } from './call.ts';
import { closed } from '../base/closed.ts';
import { Id } from '../metadata/meta.ts';
import { ADD } from './member-input.ts';

/**
 * One problem in a row of an imported file; `row` is its number in the sheet, `value` the cell's
 * content.
 */
const RowProblem = Type.Object({
  row: Type.Integer(),
  column: Type.String(),
  value: Type.String(),
  message: Type.String(),
});
export type RowProblem = Static<typeof RowProblem>;
const ImportCheck = Type.Object({
  importId: Id,
  fileName: Type.String(),
  total: Type.Integer(),
  valid: Type.Integer(),
  invalid: Type.Integer(),
  problems: Type.Array(RowProblem, { description: 'the first of them; all stand in the report' }),
  problemCount: Type.Integer(),
});
export type ImportCheck = Static<typeof ImportCheck>;

export const peopleImportCalls = [
  defineCall({
    id: 'upm.userOrg.generateTemplate',
    method: 'GET',
    path: '/upm/userOrg/generateTemplate',
    access: ADD,
    summary: '成员导入模板',
    answer: 'raw',
    data: Type.Unknown(),
  }),
  /**
   * Checks every row of a sheet and writes nothing. Its file is held in memory, so it takes a place
   * of a large body.
   */
  defineCall({
    id: 'upm.userOrg.importUser',
    method: 'POST',
    bodySize: 'records',
    path: '/upm/userOrg/importUser',
    access: ADD,
    operation: true,
    summary: '上传成员表格',
    bodyKind: 'multipart',
    data: ImportCheck,
  }),
  /** Imports a checked file: all rows, or with `validOnly` the valid ones. */
  defineCall({
    id: 'upm.userOrg.importConfirm',
    method: 'POST',
    path: '/upm/userOrg/importConfirm',
    access: ADD,
    operation: true,
    summary: '导入成员',
    body: Type.Object({ importId: Id, validOnly: Type.Optional(Type.Boolean()) }, closed),
    data: Type.Object({ imported: Type.Integer(), skipped: Type.Integer() }),
  }),
  /** The invalid rows as a sheet, with their problems, to be fixed and uploaded. */
  defineCall({
    id: 'upm.userOrg.importReport',
    method: 'GET',
    path: '/upm/userOrg/importReport',
    access: ADD,
    summary: '导入问题清单',
    answer: 'raw',
    query: Type.Object({ importId: Id }),
    data: Type.Unknown(),
  }),
] as const;
