import { Type, type Static } from 'typebox';
import { closed } from '../base/closed.ts';
import { EXPORT_HOURS, MAX_BULK, MAX_PATH_NAME, MAX_SEARCH_TEXT } from '../base/constants.ts';
import { FieldNames, Filter, Id, OBJECT_KIND, oneOf, Sort } from '../metadata/meta.ts';
import { WhereAsk } from '../metadata/where.ts';
import { defineCall, defineReading } from './call.ts';

const ofObject = Type.Object({
  object: Type.String({ maxLength: MAX_PATH_NAME, ...OBJECT_KIND }),
});
const orNull = <T extends Parameters<typeof Type.Optional>[0]>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

const EXPORT_FORMATS = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
const JOB_STATES = ['waiting', 'done', 'failed'] as const;

/** A file that is being made, or was; it is downloaded by its `fileId`. */
const Export = Type.Object({
  id: Id,
  fileName: Type.String(),
  state: oneOf(JOB_STATES),
  done: Type.Integer(),
  total: Type.Integer(),
  error: Type.String(),
  fileId: Type.Union([Id, Type.Null()]),
  size: Type.String(),
  at: Type.String(),
});
export type Export = Static<typeof Export>;

/** Records of a list as a file, with what the person sees of them. */
export const recordExportCalls = [
  defineCall({
    id: 'bizmeta.export.start',
    method: 'POST',
    bodySize: 'list',
    path: '/bizmeta/v1/object/{object}/action/Export',
    access: 'member',
    inPages: 'acts',
    operation: true,
    recordValues: ['filter', 'where', 'search'],
    summary: '导出记录',
    params: ofObject,
    body: Type.Object(
      {
        format: oneOf(EXPORT_FORMATS),
        viewId: orNull(Id),
        filter: orNull(Filter),
        where: orNull(WhereAsk),
        sort: orNull(Sort),
        search: orNull(Type.String({ maxLength: MAX_SEARCH_TEXT })),
        fields: orNull(FieldNames),
        ids: orNull(Type.Array(Id, { minItems: 1, maxItems: MAX_BULK })),
      },
      closed,
    ),
    data: Type.Object({ id: Id, total: Type.Integer() }),
  }),
  defineReading({
    id: 'bizmeta.export.list',
    method: 'POST',
    path: '/bizmeta/v1/object/{object}/controller/Exports',
    access: 'member',
    summary: `自己在 ${EXPORT_HOURS} 小时内导出的文件`,
    params: ofObject,
    body: Type.Object({}, closed),
    data: Type.Array(Export),
  }),
] as const;
