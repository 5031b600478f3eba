import { isText } from '../base/json.ts';
import { isExpression, isTemplate } from '../base/values.ts';
import type { NodeDocument, NodeOf } from '../nodes/document.ts';

/** How the nodes of a kind of documents are called in sentences. */
export interface NodeWords<Document extends NodeDocument> {
  /** What a node is: 按钮, 字段. */
  typeName(node: NodeOf<Document> | undefined): string;
  /** A node's visible name; undefined when it has none. */
  ownName(node: NodeOf<Document>, document: Document): string | undefined;
  /** What a person calls a part of a node: 文字, 显示条件. */
  partName(node: NodeOf<Document> | undefined, path: readonly string[]): string;
}

/**
 * Characters of a name or value that is quoted in a sentence: what a person recognises at a glance.
 */
const MAX_QUOTE = 20;

export const quote = (text: string): string =>
  `“${text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE)}…` : text}”`;

/** A value in a sentence; undefined for a value that is not short enough. */
export function describeValue(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return '空';
  if (isText(value)) return value.length <= MAX_QUOTE * 2 ? `“${value}”` : undefined;
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value === 'number') return String(value);
  if (isExpression(value))
    return value.$x.length <= MAX_QUOTE * 2 ? `公式“${value.$x}”` : undefined;
  return isTemplate(value) && value.$t.length <= MAX_QUOTE * 2 ? `“${value.$t}”` : undefined;
}

/** 按钮“保存”, or 按钮 alone. */
export function nodeName<Document extends NodeDocument>(
  node: NodeOf<Document> | undefined,
  document: Document,
  words: NodeWords<Document>,
): string {
  const name = node && words.ownName(node, document);
  return `${words.typeName(node)}${name === undefined ? '' : quote(name)}`;
}
