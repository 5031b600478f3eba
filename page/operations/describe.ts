import type { PageDocument } from '../document.ts';
import { own } from '../json.ts';
import { splitType } from '../slots.ts';
import { Draft } from './draft.ts';
import type { PageOperation } from './types.ts';

/** How a person counts a kind of thing: 3 个字段, 1 条规则. */
const NOUNS = {
  field: '个字段', button: '个按钮', section: '个分组', widget: '个组件', rule: '条规则', events: '个动作', settings: '个组件的设置',
  params: '个参数', state: '个状态', sources: '个数据源', forms: '个表单', machines: '个流程', title: '页面标题', page: '项页面设置',
} as const;
type Noun = keyof typeof NOUNS;
const VERBS = { insert: '新增', set: '修改', move: '移动', remove: '删除' } as const;
type Verb = keyof typeof VERBS;
const SECTIONS: ReadonlySet<string> = new Set(['params', 'state', 'sources', 'forms', 'machines']);

/**
 * A list of operations in Chinese words: 新增 3 个字段，修改 1 条规则. With the document they start from, removed and
 * changed nodes are counted by their kind; without it they are 组件.
 */
export function describeOperations(operations: readonly PageOperation[], before?: PageDocument): string {
  const counted = new Map<string, { verb: Verb; noun: Noun; ids: Set<string> }>();
  const draft = before && new Draft(before);
  const fresh = new Set<string>();
  for (const operation of operations) {
    if (operation.op === 'insert') fresh.add(operation.id);
    const entry = tell(operation, (id) => draft?.node(id)?.type, (section, name) => draft !== undefined && own(own(before, section), name) === undefined);
    // What is done to a node that was only now inserted is part of its being new.
    if (entry && !(operation.op !== 'insert' && fresh.has(operation.id ?? ''))) count(counted, entry);
    draft?.apply(operation);
  }
  const order = Object.keys(VERBS);
  const parts = [...counted.values()].sort((a, b) => order.indexOf(a.verb) - order.indexOf(b.verb));
  return parts.length === 0 ? '没有改动' : parts.map(say).join('，');
}

interface Entry { verb: Verb; noun: Noun; id: string }
function count(counted: Map<string, { verb: Verb; noun: Noun; ids: Set<string> }>, { verb, noun, id }: Entry): void {
  const key = `${verb} ${noun}`;
  const entry = counted.get(key) ?? { verb, noun, ids: new Set<string>() };
  entry.ids.add(id);
  counted.set(key, entry);
}
const say = ({ verb, noun, ids }: { verb: Verb; noun: Noun; ids: Set<string> }): string =>
  (noun === 'title' ? `${VERBS[verb]}${NOUNS[noun]}` : `${VERBS[verb]} ${ids.size} ${NOUNS[noun]}`);

function tell(operation: PageOperation, typeOf: (id: string) => string | undefined, isNew: (section: string, name: string) => boolean): Entry | undefined {
  switch (operation.op) {
    case 'insert': return { verb: 'insert', noun: kindOf(operation.node.type), id: operation.id };
    case 'move': return operation.to === 'nowhere' ? undefined : { verb: 'move', noun: kindOf(typeOf(operation.id)), id: operation.id };
    case 'remove': return { verb: 'remove', noun: kindOf(typeOf(operation.id)), id: operation.id };
    case 'set': return operation.id === undefined ? tellDocument(operation, isNew) : tellNode(operation, operation.id);
  }
}

function tellNode({ path }: PageOperation & { op: 'set' }, id: string): Entry {
  const [part, key = ''] = path;
  if (part === 'when' || part === 'onHide' || part === 'access') return { verb: 'set', noun: 'rule', id: `${id}/${part}/${key}` };
  if (part === 'on') return { verb: 'set', noun: 'events', id: `${id}/${key}` };
  return { verb: 'set', noun: 'settings', id };
}

function tellDocument(operation: PageOperation & { op: 'set' }, isNew: (section: string, name: string) => boolean): Entry {
  const [part = '', name] = operation.path;
  if (part === 'title') return { verb: 'set', noun: 'title', id: part };
  if (!SECTIONS.has(part) || name === undefined) return { verb: 'set', noun: 'page', id: part };
  const verb = operation.value === undefined ? 'remove' : isNew(part, name) ? 'insert' : 'set';
  return { verb, noun: part as Noun, id: name };
}

function kindOf(type: string | undefined): Noun {
  const name = splitType(type)?.name;
  return name === 'field' || name === 'button' || name === 'section' ? name : 'widget';
}
