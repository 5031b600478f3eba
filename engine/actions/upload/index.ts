import { Type } from 'typebox';
import { MAX_FILE_BYTES, MAX_FILES_PER_FIELD, errorText } from '../../../contract/index.ts';
import { args } from '../schema.ts';
import { Stop, defineAction } from '../types.ts';
import { chosenFiles } from './choose.ts';

export const upload = defineAction<{ accept?: string; multiple?: boolean }>({
  name: 'upload', title: '上传文件',
  args: args({
    accept: Type.Optional(Type.String({ description: '可选的类型，如 image/* 或 .pdf' })),
    multiple: Type.Optional(Type.Boolean({ description: '一次可选多个', default: false })),
  }),
  result: Type.Array(Type.Object({ fileId: Type.String(), name: Type.String(), size: Type.Number(), mime: Type.String() })),
  says: () => '请人选择文件并上传',
  async run({ ports, signal }, { accept = '', multiple = false }) {
    const files = await chosenFiles(accept, multiple);
    if (files.length === 0) throw new Stop();
    if (files.length > MAX_FILES_PER_FIELD) throw new RangeError(errorText('TOO_MANY', { max: MAX_FILES_PER_FIELD, count: files.length }));
    const large = files.find((file) => file.size > MAX_FILE_BYTES);
    if (large) throw new RangeError(errorText('FILE_TOO_LARGE', { name: large.name, max: MAX_FILE_BYTES / 1024 / 1024 }));
    const stored = [];
    for (const file of files) stored.push(await ports.upload(file, () => undefined, signal));
    return stored;
  },
});
