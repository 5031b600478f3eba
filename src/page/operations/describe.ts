import { MAX_WORDS } from '../../contract/index.ts';
import type { PageDocument } from '../model/document.ts';
import { own } from '../../document/index.ts';
import { Draft } from './draft.ts';
import {
  kindName,
  nodeName,
  ownName,
  partName,
  quote,
  describeValue,
  type NamingOptions,
} from './node-names.ts';
import type { PageOperation } from './types.ts';

const VERBS = { insert: '新增', set: '修改', move: '移动', remove: '删除' } as const;
type Verb = keyof typeof VERBS;
const SECTIONS: Record<string, string> = {
  params: '参数',
  state: '状态',
  sources: '数据源',
  forms: '表单',
  machines: '流程',
};
const HEAD: Record<string, string> = {
  onOpen: '打开页面时的动作',
  key: '页面标识',
  spec: '页面语言的版本',
};
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
 * 按钮的文字由“存”改为“保存”. `before` is the document they start from. The revision's number is
 * left out. At most MAX_WORDS sentences; the last one counts the rest.
 */
export function describeOperations(
  operations: readonly PageOperation[],
  before: PageDocument,
  options: NamingOptions = {},
): string[] {
  const telling = new ChangeDescriber(before, options);
  for (const operation of operations) telling.addOperation(operation);
  const sentences = telling.sentences();
  return sentences.length <= MAX_WORDS
    ? sentences
    : [...sentences.slice(0, MAX_WORDS - 1), `另有 ${sentences.length - MAX_WORDS + 1} 处改动`];
}

/** A node or the page, and which parts of it were set. `called` is its own name alone. */
interface ChangedNode {
  name: string;
  kind: string;
  called?: string | undefined;
  parts: { name: string; from: unknown; to: unknown }[];
}

class ChangeDescriber {
  private readonly draft: Draft;
  private readonly fresh = new Set<string>();
  private readonly groups = new Map<string, Group>();
  /** Sets by node: all changes of one node are one sentence. */
  private readonly sets = new Map<string, ChangedNode>();

  constructor(
    private readonly before: PageDocument,
    private readonly options: NamingOptions,
  ) {
    this.draft = new Draft(before);
  }

  addOperation(operation: PageOperation): void {
    // Changes of a node that was only now inserted are part of the insertion.
    if (operation.op === 'insert') this.fresh.add(operation.id);
    if (operation.op === 'insert' || !this.fresh.has(operation.id ?? ''))
      this.describeChanges(operation);
    this.draft.apply(operation);
  }

  private describeChanges(operation: PageOperation): void {
    if (operation.op === 'set')
      return operation.id === undefined
        ? this.describeHead(operation)
        : this.describeNode(operation, operation.id);
    if (operation.op === 'move' && operation.to === 'nowhere') return;
    const node = operation.op === 'insert' ? operation.node : this.draft.node(operation.id);
    this.group(
      operation.op,
      kindName(node, this.options),
      operation.id,
      node && ownName(node, this.before, this.options),
    );
  }

  private group(verb: Verb, kind: string, id: string, name: string | undefined): void {
    const key = `${verb} ${kind}`;
    const group = this.groups.get(key) ?? { verb, kind, ids: new Set<string>(), names: [] };
    if (!group.ids.has(id) && name !== undefined) group.names.push(name);
    group.ids.add(id);
    this.groups.set(key, group);
  }

  private describeNode({ path, value }: PageOperation & { op: 'set' }, id: string): void {
    const node = this.draft.node(id);
    const entry = this.sets.get(id) ?? {
      name: nodeName(node, this.before, this.options),
      kind: kindName(node, this.options),
      called: node && ownName(node, this.before, this.options),
      parts: [],
    };
    entry.parts.push({
      name: partName(node, path, this.options),
      from: this.draft.valueAt(id, path),
      to: value,
    });
    this.sets.set(id, entry);
  }

  private describeHead({ path, value }: PageOperation & { op: 'set' }): void {
    const [part = '', name] = path;
    if (part === 'rev') return;
    if (part === 'title') {
      this.sets.set('title', {
        name: '页面',
        kind: '页面',
        parts: [{ name: '标题', from: this.before.title, to: value }],
      });
      return;
    }
    if (SECTIONS[part] === undefined) {
      this.group('set', HEAD[part] ?? part, part, undefined);
      return;
    }
    if (name === undefined) {
      this.group('set', SECTIONS[part], part, undefined);
      return;
    }
    const verb =
      value === undefined
        ? 'remove'
        : own(own(this.before, part), name) === undefined
          ? 'insert'
          : 'set';
    this.group(verb, SECTIONS[part], name, name);
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
