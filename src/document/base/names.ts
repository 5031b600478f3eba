import { nearest } from '../../expression/index.ts';
import { MAX_NAME } from './limits.ts';

const NAME = /^[a-z][A-Za-z0-9_]*$/;
/** Why this cannot name something, as a Chinese clause; undefined when it can. */
export function identifierFault(name: string, reserved: ReadonlySet<string>): string | undefined {
  if (name === '') return '名称不能为空';
  if (name.length > MAX_NAME) return `名称“${name.slice(0, MAX_NAME)}…”最多 ${MAX_NAME} 个字符`;
  if (!NAME.test(name)) return `名称“${name}”须以小写英文字母开头，只含英文字母、数字和下划线`;
  if (reserved.has(name)) return `名称“${name}”是保留名`;
  return undefined;
}

/** The end of a sentence about an unknown name: the name probably meant, else the known ones. */
export function hint(name: string, known: Iterable<string>): string {
  const names = [...known];
  const near = nearest(name, names);
  if (near !== undefined) return `，是否想写“${near}”`;
  if (names.length === 0) return '';
  return `，可用的有：${names.slice(0, 8).join('、')}${names.length > 8 ? ' 等' : ''}`;
}
