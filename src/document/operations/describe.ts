import { MAX_WORDS } from '../../contract/index.ts';
import { own } from '../base/json.ts';
import { nameIn, type DocumentKind } from '../base/kind.ts';
import type { NodeDocument } from '../nodes/document.ts';
import { Draft } from './draft.ts';
import type { OperationOf } from './types.ts';
import { describeValue, nodeName, quote, type NodeWords } from './words.ts';

const VERBS = { insert: '新增', set: '修改', move: '移动', remove: '删除' } as const;
type Verb = keyof typeof VERBS;
/** Most names listed for one kind of change; others are counted. */
const MAX_NAMES = 5;

/** Changes of one kind, described in one sentence: 新增 3 个字段：甲、乙、丙. */
interface Group {
  verb: Verb;
  kind: string;
  ids: Set<string>;
  names: string[];
}

/**
 * Describes operations in Chinese sentences for builders: 新增 2 个字段：甲、乙;
 * 按钮的文字由“存”改为“保存”. `before` is the document they start from. At most MAX_WORDS
 * sentences; the last one counts the rest.
 */
export function describeOperations<Document extends NodeDocument>(
  operations: readonly OperationOf<Document>[],
  before: Document,
  kind: DocumentKind,
  words: NodeWords<Document>,
): string[] {
  const telling = new ChangeDescriber(before, kind, words);
  for (const operation of operations) telling.addOperation(operation);
  const sentences = telling.sentences();
  return sentences.length <= MAX_WORDS
    ? sentences
    : [...sentences.slice(0, MAX_WORDS - 1), `另有 ${sentences.length - MAX_WORDS + 1} 处改动`];
}

/** A node or the document, and which parts of it were set. `called` is its own name alone. */
interface ChangedNode {
  name: string;
  kind: string;
  called?: string | undefined;
  parts: { name: string; from: unknown; to: unknown }[];
}

class ChangeDescriber<Document extends NodeDocument> {
  private readonly draft: Draft<Document>;
  private readonly fresh = new Set<string>();
  private readonly groups = new Map<string, Group>();
  /** Sets by node: all changes of one node are one sentence. */
  private readonly sets = new Map<string, ChangedNode>();

  constructor(
    private readonly before: Document,
    private readonly kind: DocumentKind,
    private readonly words: NodeWords<Document>,
  ) {
    this.draft = new Draft(before);
  }

  addOperation(operation: OperationOf<Document>): void {
    // Changes of a node that was only now inserted are part of the insertion.
    if (operation.op === 'insert') this.fresh.add(operation.id);
    if (operation.op === 'insert' || !this.fresh.has(operation.id ?? ''))
      this.describeChanges(operation);
    this.draft.apply(operation);
  }

  private describeChanges(operation: OperationOf<Document>): void {
    if (operation.op === 'set')
      return operation.id === undefined
        ? this.describeDocument(operation)
        : this.describeNode(operation, operation.id);
    if (operation.op === 'move' && operation.to === 'nowhere') return;
    const node = operation.op === 'insert' ? operation.node : this.draft.node(operation.id);
    this.group(
      operation.op,
      this.words.typeName(node),
      operation.id,
      node && this.words.ownName(node, this.before),
    );
  }

  private group(verb: Verb, kind: string, id: string, name: string | undefined): void {
    const key = `${verb} ${kind}`;
    const group = this.groups.get(key) ?? { verb, kind, ids: new Set<string>(), names: [] };
    if (!group.ids.has(id) && name !== undefined) group.names.push(name);
    group.ids.add(id);
    this.groups.set(key, group);
  }

  private describeNode({ path, value }: OperationOf<Document> & { op: 'set' }, id: string): void {
    const node = this.draft.node(id);
    const entry = this.sets.get(id) ?? {
      name: nodeName(node, this.before, this.words),
      kind: this.words.typeName(node),
      called: node && this.words.ownName(node, this.before),
      parts: [],
    };
    entry.parts.push({
      name: this.words.partName(node, path),
      from: this.draft.valueAt(id, path),
      to: value,
    });
    this.sets.set(id, entry);
  }

  private describeValue(part: string, name: string, to: unknown): void {
    const { called } = this.kind;
    this.sets.set(part, {
      name: called,
      kind: called,
      parts: [{ name, from: own(this.before, part), to }],
    });
  }
  private describeDocument({ path, value: to }: OperationOf<Document> & { op: 'set' }): void {
    const [part = '', name] = path;
    const { sections, parts, values, silent } = this.kind;
    if (silent.includes(part)) return;
    const value = nameIn(values, part);
    if (value !== undefined) {
      this.describeValue(part, value, to);
      return;
    }
    const section = nameIn(sections, part);
    if (section === undefined || name === undefined) {
      this.group('set', section ?? nameIn(parts, part) ?? part, part, undefined);
      return;
    }
    const verb =
      to === undefined
        ? 'remove'
        : own(own(this.before, part), name) === undefined
          ? 'insert'
          : 'set';
    this.group(verb, section, name, name);
  }

  sentences(): string[] {
    const order = Object.keys(VERBS);
    const groups = [...this.groups.values()].sort(
      (a, b) => order.indexOf(a.verb) - order.indexOf(b.verb),
    );
    const said = (verb: Verb) => groups.filter((group) => group.verb === verb).map(groupSentence);
    return [
      ...said('insert'),
      ...[...this.sets.values()].map(changeSentence),
      ...said('set'),
      ...said('move'),
      ...said('remove'),
    ];
  }
}

function groupSentence({ verb, kind, ids, names }: Group): string {
  if (ids.size === 1)
    return `${VERBS[verb]}${kind}${names[0] === undefined ? '' : quote(names[0])}`;
  const told =
    names.length === 0
      ? ''
      : `：${names.slice(0, MAX_NAMES).join('、')}${ids.size > Math.min(names.length, MAX_NAMES) ? ' 等' : ''}`;
  return `${VERBS[verb]} ${ids.size} 个${kind}${told}`;
}

function changeSentence({ name, kind, called, parts }: ChangedNode): string {
  const [only] = parts;
  const from = only && describeValue(only.from);
  const to = only && describeValue(only.to);
  if (parts.length === 1 && from !== undefined && to !== undefined) {
    // 按钮“存”的文字由“存”改为“保存” repeats itself.
    const place =
      only!.from !== called
        ? `${name}的${only!.name}`
        : kind === only!.name
          ? kind
          : `${kind}的${only!.name}`;
    return from === '空'
      ? `${place}设为${to}`
      : to === '空'
        ? `清除了${name}的${only!.name}`
        : `${place}由${from}改为${to}`;
  }
  const told = [...new Set(parts.map((part) => part.name))];
  return `修改了${name}的${told.slice(0, MAX_NAMES).join('、')}${told.length > MAX_NAMES ? ' 等' : ''}`;
}
