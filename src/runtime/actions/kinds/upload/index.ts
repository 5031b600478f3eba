import { Type } from 'typebox';
import { MAX_FILE_BYTES, MAX_FILES_PER_FIELD, errorText } from '../../../../contract/index.ts';
import { args, callArg, named } from '../../schema.ts';
import { Stop, defineAction } from '../../types.ts';
import { chosenFiles } from './choose.ts';

interface Args {
  accept?: string;
  multiple?: boolean;
  call?: string;
  input?: unknown;
}

function checkSize(files: readonly File[]): void {
  if (files.length > MAX_FILES_PER_FIELD)
    throw new RangeError(errorText('TOO_MANY', { max: MAX_FILES_PER_FIELD, count: files.length }));
  const large = files.find((file) => file.size > MAX_FILE_BYTES);
  if (large)
    throw new RangeError(
      errorText('FILE_TOO_LARGE', { name: large.name, max: MAX_FILE_BYTES / 1024 / 1024 }),
    );
}
/** What travels beside a file travels as text. */
const texts = (input: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((input ?? {}) as Record<string, unknown>)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );

/** Files a user chooses: stored by the server, or passed to a call that reads one (an import). */
export const upload = defineAction<Args>({
  name: 'upload',
  title: '上传文件',
  group: 'data',
  args: args({
    accept: Type.Optional(Type.String({ description: '可选的类型，如 image/* 或 .pdf' })),
    multiple: Type.Optional(Type.Boolean({ description: '一次可选多个', default: false })),
    call: Type.Optional(
      callArg('接口编号：把选的一个文件交给它（导入），结果是它的答复', 'multipart'),
    ),
    input: Type.Optional(
      Type.Unknown({ description: '接口的其他参数', ...named({ kind: 'input', call: 'call' }) }),
    ),
  }),
  result: Type.Unknown({
    description: '上传的文件 [{fileId, name, size, mime}]；给了接口时是它的答复',
  }),
  summarize: () => '请人选择文件并上传',
  async run({ ports, signal }, { accept = '', multiple = false, call, input }) {
    const files = await chosenFiles(accept, multiple && call === undefined);
    const [first] = files;
    if (!first) throw new Stop();
    checkSize(files);
    if (call !== undefined)
      return ports.sendFile(call, texts(input), first, () => undefined, signal);
    const stored = [];
    for (const file of files) stored.push(await ports.upload(file, () => undefined, signal));
    return stored;
  },
});
