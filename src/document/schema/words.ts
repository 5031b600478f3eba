import { jsonTypeName } from '../../contract/index.ts';
import type { Schema } from './types.ts';

/** A value in a sentence, short. */
export function show(value: unknown): string {
  const text = typeof value === 'string' ? `“${value}”` : (JSON.stringify(value) ?? '空值');
  return text.length > 40 ? `${text.slice(0, 38)}…${typeof value === 'string' ? '”' : ''}` : text;
}

/** The kind of a value, as a word. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return jsonTypeName('null');
  return jsonTypeName(Array.isArray(value) ? 'array' : typeof value);
}

/** What a schema takes, as a phrase: 文本, “a”、“b” 之一, 数字或文本. */
export function expected(schema: Schema): string {
  if (schema.const !== undefined) return show(schema.const);
  if (schema.enum) return oneOfWords(schema.enum.map(show));
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) {
    if (branches.every((branch) => branch.const !== undefined))
      return oneOfWords(branches.map((branch) => show(branch.const)));
    return [...new Set(branches.map(expected))].join('或');
  }
  if (schema.type === undefined) return schema.properties ? jsonTypeName('object') : '任意值';
  return [schema.type].flat().map(jsonTypeName).join('或');
}
const oneOfWords = (words: string[]): string =>
  words.length === 1
    ? words[0]!
    : `${words.slice(0, 12).join('、')}${words.length > 12 ? ' 等' : ''} 之一`;
