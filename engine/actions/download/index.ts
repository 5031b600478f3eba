import { Type } from 'typebox';
import { args } from '../schema.ts';
import { defineAction } from '../types.ts';

export const download = defineAction<{ fileId: string; name?: string }>({
  name: 'download', title: '下载文件',
  args: args({ fileId: Type.String({ description: '文件编号' }), name: Type.Optional(Type.String({ description: '文件名' })) }),
  says: ({ name = '附件' }) => `下载“${name}”`,
  run: ({ ports }, { fileId, name = '附件' }) => ports.download(fileId, name),
});
