import { isRichLink, richTextFault, richTextOf } from './rich-text.ts';

/** A node of a rich text document (src/values/rich-text.ts has the allow-list). */
export interface RichMark {
  type: string;
  attrs?: Record<string, unknown>;
}
export interface RichNode {
  type: string;
  attrs?: Record<string, unknown>;
  content?: RichNode[];
  text?: string;
  marks?: RichMark[];
}

const BLOCKS = new Set([
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'listItem',
  'blockquote',
  'codeBlock',
  'hardBreak',
  'horizontalRule',
  'text',
]);
const MARKS = new Set(['bold', 'italic', 'underline', 'strike', 'code', 'link']);
/** Deeper than anything a person writes; guards against a value made to exhaust the stack. */
const MAX_DEPTH = 40;

const paragraphs = (text: string): RichNode[] =>
  text.split('\n').map((line) => ({
    type: 'paragraph',
    ...(line !== '' && { content: [{ type: 'text', text: line }] }),
  }));
const isBag = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function cleanMarks(marks: unknown): RichMark[] {
  return (Array.isArray(marks) ? marks : []).flatMap((mark: unknown) => {
    if (!isBag(mark) || typeof mark['type'] !== 'string' || !MARKS.has(mark['type'])) return [];
    if (mark['type'] !== 'link') return [{ type: mark['type'] }];
    const href = isBag(mark['attrs']) ? mark['attrs']['href'] : undefined;
    return isRichLink(href) ? [{ type: 'link', attrs: { href } }] : [];
  });
}
/** What is on the allow-list stays; the rest leaves its text behind. */
function cleanNodes(nodes: unknown, depth: number): RichNode[] {
  if (!Array.isArray(nodes) || depth > MAX_DEPTH) return [];
  return nodes.flatMap((node: unknown): RichNode[] => {
    if (!isBag(node) || typeof node['type'] !== 'string') return [];
    if (node['type'] === 'text')
      return typeof node['text'] === 'string' && node['text'] !== ''
        ? [{ type: 'text', text: node['text'], marks: cleanMarks(node['marks']) }]
        : [];
    if (!BLOCKS.has(node['type'])) {
      const text = richTextOf(node);
      return text === '' ? [] : paragraphs(text);
    }
    const level = isBag(node['attrs']) ? node['attrs']['level'] : undefined;
    const start = isBag(node['attrs']) ? node['attrs']['start'] : undefined;
    const attrs = {
      ...(typeof level === 'number' && { level: Math.min(3, Math.max(1, Math.trunc(level))) }),
      ...(typeof start === 'number' && { start: Math.trunc(start) }),
    };
    return [
      {
        type: node['type'],
        attrs,
        ...(Array.isArray(node['content']) && { content: cleanNodes(node['content'], depth + 1) }),
      },
    ];
  });
}

/**
 * The document in a value of any kind: a valid one as it is, one with foreign parts without them,
 * text as paragraphs, anything else as its JSON; null for nothing. Never throws.
 */
export function richDocument(value: unknown): RichNode | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string') return { type: 'doc', content: paragraphs(value) };
  if (isBag(value) && value['type'] === 'doc')
    return richTextFault(value) === undefined
      ? (value as unknown as RichNode)
      : { type: 'doc', content: cleanNodes(value['content'], 1) };
  return { type: 'doc', content: paragraphs(JSON.stringify(value)) };
}

const ENDS_LINE = new Set(['paragraph', 'heading', 'codeBlock', 'blockquote', 'listItem']);
/** All of a document's text in one line, for a table's cell. */
export function richLine(value: unknown): string {
  const say = (node: RichNode, depth: number): string => {
    if (node.type === 'text') return node.text ?? '';
    if (node.type === 'hardBreak' || node.type === 'horizontalRule' || depth > MAX_DEPTH)
      return ' ';
    const inner = (node.content ?? []).map((child) => say(child, depth + 1)).join('');
    return ENDS_LINE.has(node.type) ? `${inner} ` : inner;
  };
  const document = richDocument(value);
  return document ? say(document, 0).replace(/\s+/g, ' ').trim() : '';
}
