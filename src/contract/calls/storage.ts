import { Type, type TSchema } from 'typebox';
import { defineCall } from './call.ts';
import { PICTURE_EDGES, type PictureEdge } from '../base/constants.ts';
import { AttachmentRef, Id, oneOf } from '../metadata/meta.ts';

const Usage = Type.Object({ used: Type.String(), limit: Type.String(), percent: Type.Integer() });
const CompanyUsage = Type.Object({
  id: Id,
  name: Type.String(),
  used: Type.String(),
  limit: Type.String(),
  percent: Type.Integer(),
});
const DISK_STATES = ['ok', 'low', 'full'] as const;
const Disk = Type.Object({
  state: oneOf(DISK_STATES),
  total: Type.String(),
  used: Type.String(),
  free: Type.String(),
  percent: Type.Integer(),
  /** the state is low below this much free space, and full below `reserve` */
  low: Type.String(),
  reserve: Type.String(),
  /** the database lies on this disk as well */
  withDatabase: Type.Boolean(),
});
const Companies = Type.Object({
  /** of all companies */
  files: Type.String(),
  count: Type.Integer(),
  largest: Type.Array(CompanyUsage),
});
const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const storageCalls = [
  /**
   * `mine` is false, and all but `own` null, for companies that do not run the installation. Sizes
   * are text: 20 MB.
   */
  defineCall({
    id: 'storage.state',
    method: 'GET',
    path: '/storage/state',
    access: 'admin',
    summary: '存储空间的情况',
    data: Type.Object({
      mine: Type.Boolean(),
      own: Usage,
      disk: orNull(Disk),
      companies: orNull(Companies),
      /** address of a proxy whose requests came although TRUST_PROXY is not set */
      unnamedProxy: orNull(Type.String()),
    }),
  }),
  defineCall({
    id: 'storage.attachment.upload',
    method: 'POST',
    path: '/storage/attachment/upload',
    access: 'member',
    inPages: 'acts',
    summary: '上传附件',
    bodyKind: 'multipart',
    data: AttachmentRef,
  }),
  defineCall({
    id: 'storage.attachment.att',
    method: 'GET',
    path: '/storage/attachment/att',
    access: 'member',
    summary: '下载附件',
    answer: 'raw',
    uploaded: true,
    query: Type.Object({
      fileId: Id,
      edge: Type.Optional(
        Type.Unsafe<PictureEdge>({
          type: 'integer',
          enum: [...PICTURE_EDGES],
          description: 'the picture made small: its longer side has at most so many pixels',
        }),
      ),
    }),
    data: Type.Unknown(),
  }),
] as const;
