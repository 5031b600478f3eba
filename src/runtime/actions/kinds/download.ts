import { Type } from 'typebox';
import { args, callArg, named } from '../schema.ts';
import { defineAction } from '../types.ts';

interface Args {
  fileId?: string;
  call?: string;
  input?: unknown;
  name?: string;
}

/** A file the server holds, or what a call that answers a file gives. */
export const download = defineAction<Args>({
  name: 'download',
  title: '下载文件',
  group: 'data',
  args: args({
    fileId: Type.Optional(Type.String({ description: '文件编号' })),
    call: Type.Optional(
      callArg('接口编号：下载它给出的文件（模板、导出的表格），代替文件编号', 'raw'),
    ),
    input: Type.Optional(
      Type.Unknown({ description: '接口的参数', ...named({ kind: 'input', call: 'call' }) }),
    ),
    name: Type.Optional(Type.String({ description: '文件名' })),
  }),
  summarize: ({ name = '附件' }) => `下载“${name}”`,
  async run({ ports }, { fileId, call, input, name = '附件' }) {
    if (call !== undefined)
      await ports.saveAnswer(call, (input ?? {}) as Record<string, unknown>, name);
    else if (fileId !== undefined) await ports.download(fileId, name);
    else throw new TypeError('download needs fileId or call');
  },
});
