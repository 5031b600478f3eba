import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { PICTURE_EDGES, type PictureEdge } from '../constants.ts';
import { AttachmentRef, Id } from '../meta.ts';

export const storageCalls = [
  defineCall({ id: 'storage.attachment.upload', method: 'POST', path: '/storage/attachment/upload', access: 'member', summary: '上传附件', bodyKind: 'multipart', data: AttachmentRef }),
  defineCall({ id: 'storage.attachment.att', method: 'GET', path: '/storage/attachment/att', access: 'member', summary: '下载附件', answer: 'raw',
    query: Type.Object({ fileId: Id, edge: Type.Optional(Type.Unsafe<PictureEdge>({ type: 'integer', enum: [...PICTURE_EDGES], description: 'the picture made small: its longer side has at most so many pixels' })) }), data: Type.Unknown() }),
] as const;
