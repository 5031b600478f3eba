/**
 * Rich text: a document of nodes and marks as JSON, never HTML. One allow-list for both sides: what
 * is not in it is refused by the server and not drawn by the browser.
 */

interface Nodes {
  readonly attrs?: Readonly<Record<string, (value: unknown) => boolean>>;
  readonly children?: readonly string[];
}
const INLINE = ['text', 'hardBreak'] as const;
const BLOCKS = [
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'blockquote',
  'codeBlock',
  'horizontalRule',
] as const;
const wholeFrom =
  (least: number, most: number) =>
  (value: unknown): boolean =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
const word = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && /^[\w+#-]{0,40}$/.test(value));

/** Every node a document may contain, with its attributes and content. */
const NODES: Readonly<Record<string, Nodes>> = {
  doc: { children: BLOCKS },
  paragraph: { children: INLINE },
  heading: { attrs: { level: wholeFrom(1, 3) }, children: INLINE },
  bulletList: { children: ['listItem'] },
  orderedList: { attrs: { start: wholeFrom(0, 1_000_000), type: word }, children: ['listItem'] },
  listItem: { children: BLOCKS },
  blockquote: { children: BLOCKS },
  codeBlock: { attrs: { language: word }, children: ['text'] },
  hardBreak: {},
  horizontalRule: {},
  text: {},
};
const MARKS = ['bold', 'italic', 'underline', 'strike', 'code', 'link'] as const;
/** Where a link may lead; a javascript: address would run in the reader's session. */
const LINK = /^(https?:\/\/|mailto:|tel:)[^\s]+$/i;
export const isRichLink = (href: unknown): href is string =>
  typeof href === 'string' && href.length <= 2_000 && LINK.test(href);
/** Attributes editors write beside a link's address; they are accepted and ignored. */
const LINK_ATTRS = ['href', 'target', 'rel', 'class', 'title'];
/** Lists in lists in quotes: deeper is no text a person reads. */
const MAX_DEPTH = 20;
const MAX_NODES = 20_000;

type Bag = Readonly<Record<string, unknown>>;
const isBag = (value: unknown): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const only = (bag: Bag, known: readonly string[]): boolean =>
  Object.keys(bag).every((key) => known.includes(key));

/** Why a value is no rich text, as a phrase of the expected shape; undefined when it is one. */
export function richTextFault(value: unknown): string | undefined {
  if (!isBag(value) || value['type'] !== 'doc') return '富文本内容';
  const left = { nodes: MAX_NODES };
  return nodeFault(value, ['doc'], 0, left);
}

function nodeFault(
  node: unknown,
  allowed: readonly string[],
  depth: number,
  left: { nodes: number },
): string | undefined {
  if (--left.nodes < 0 || depth > MAX_DEPTH) return '层数和段落较少的富文本';
  const type = isBag(node) ? node['type'] : undefined;
  if (!isBag(node) || typeof type !== 'string' || !allowed.includes(type))
    return '由标题、段落、列表、引用、代码和链接组成的富文本';
  if (type === 'text') return textFault(node);
  const { attrs = {}, children } = NODES[type]!;
  if (
    !only(node, ['type', 'attrs', 'content', 'marks']) ||
    !attrsFit(node['attrs'], attrs) ||
    marksFault(node['marks'])
  )
    return '不含其他属性的富文本';
  return contentFault(node['content'], children, depth + 1, left);
}

function contentFault(
  content: unknown,
  allowed: readonly string[] | undefined,
  depth: number,
  left: { nodes: number },
): string | undefined {
  if (content === undefined) return undefined;
  if (!Array.isArray(content) || !allowed) return '富文本内容';
  for (const child of content as unknown[]) {
    const fault = nodeFault(child, allowed, depth, left);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Attributes a node may leave out or leave null; others than its own are refused. */
const attrsFit = (attrs: unknown, known: NonNullable<Nodes['attrs']>): boolean =>
  attrs === undefined ||
  (isBag(attrs) &&
    Object.entries(attrs).every(
      ([key, value]) => Object.hasOwn(known, key) && (value === null || known[key]!(value)),
    ));

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
function textFault(node: Bag): string | undefined {
  const text = node['text'];
  if (!only(node, ['type', 'text', 'marks']) || typeof text !== 'string' || text === '')
    return '富文本内容';
  return text.includes('\0') || LONE_SURROGATE.test(text)
    ? '不含控制字符的富文本'
    : marksFault(node['marks']);
}

function marksFault(marks: unknown): string | undefined {
  if (marks === undefined) return undefined;
  if (!Array.isArray(marks) || marks.length > MARKS.length) return '富文本内容';
  return (marks as unknown[]).every(isMark)
    ? undefined
    : '只含粗体、斜体、下划线、删除线、代码和网址、邮箱、电话链接的富文本';
}

function isMark(mark: unknown): boolean {
  if (
    !isBag(mark) ||
    !only(mark, ['type', 'attrs']) ||
    !(MARKS as readonly unknown[]).includes(mark['type'])
  )
    return false;
  const attrs = mark['attrs'];
  if (mark['type'] !== 'link')
    return attrs === undefined || (isBag(attrs) && Object.keys(attrs).length === 0);
  return (
    isBag(attrs) &&
    only(attrs, LINK_ATTRS) &&
    isRichLink(attrs['href']) &&
    Object.values(attrs).every((each) => each === null || typeof each === 'string')
  );
}

/**
 * All the text of a document, in reading order, without marks; '' for a value that is no document.
 */
export function richTextOf(value: unknown): string {
  if (!isBag(value)) return '';
  if (value['type'] === 'text') return typeof value['text'] === 'string' ? value['text'] : '';
  return Array.isArray(value['content'])
    ? (value['content'] as unknown[]).map(richTextOf).join('')
    : '';
}
/** Characters of its text, as PostgreSQL counts them. */
export const richTextLength = (value: unknown): number => [...richTextOf(value)].length;
/**
 * A document without visible content: an editor's empty paragraph. A horizontal rule is visible.
 */
export function isEmptyRichText(value: unknown): boolean {
  if (!isBag(value)) return true;
  if (value['type'] === 'horizontalRule') return false;
  if (value['type'] === 'text') return richTextOf(value).trim() === '';
  return !Array.isArray(value['content']) || (value['content'] as unknown[]).every(isEmptyRichText);
}
