import {
  FLOW_NODE_TITLES,
  STRATEGIES,
  type Candidate,
  type FieldDescribe,
  type FlowDuration,
} from '../../contract/index.ts';
import { slotIds, splitType } from '../../document/index.ts';
import type { FlowDocument, FlowNode } from '../../flow/index.ts';
import { conditionSentence, recordsOf, rowsOf, textOf } from '../../values/index.ts';

/** A line under a node's name: words, and the members whose names follow. */
export interface OutlineLine {
  readonly text: string;
  readonly members?: readonly { kind: string; id: string }[];
}
export interface FlowRow {
  readonly [detail: string]: unknown;
  readonly id: string;
  readonly parentId: string | null;
  readonly kind: string;
  readonly title: string;
  readonly lines: readonly OutlineLine[];
  readonly fixed: boolean;
  /** People see the record at it. */
  readonly human: boolean;
  /** What may be done with a field that is not listed. */
  readonly rest: 'read' | 'write';
}
const HUMAN = new Set(['start', 'approve', 'handle', 'cc']);

export const nodeKindOf = (node: FlowNode | undefined): string => splitType(node?.type)?.name ?? '';
export const idsIn = (node: FlowNode | undefined): readonly string[] =>
  Object.values(node?.slots ?? {}).flatMap((slot) => slotIds(slot));
/** What a kind of nodes is called. */
export const kindTitle = (kind: string): string =>
  kind === 'branch'
    ? '分支'
    : Object.hasOwn(FLOW_NODE_TITLES, kind)
      ? FLOW_NODE_TITLES[kind as keyof typeof FLOW_NODE_TITLES]
      : '流程';

const COUNTS: Readonly<Record<string, string>> = {
  any: '一人同意即可',
  all: '须全部同意',
  sequential: '依次审批',
  ratio: '按比例通过',
  random: '随机一人',
  first: '以最先处理的为准',
};
const UNITS: Readonly<Record<FlowDuration['unit'], string>> = {
  minutes: '分钟',
  hours: '小时',
  days: '天',
  workHours: '工作小时',
  workDays: '工作日',
};

/** Kinds of members by the strategy whose parameter they are. */
const MEMBERS: Readonly<Record<number, string>> = {
  [STRATEGIES.role]: 'role',
  [STRATEGIES.deptMembers]: 'dept',
  [STRATEGIES.deptLeader]: 'dept',
  [STRATEGIES.users]: 'user',
};
const WORDS: Readonly<Record<number, (param: readonly unknown[], name: NameOf) => string>> = {
  [STRATEGIES.role]: () => '角色：',
  [STRATEGIES.deptMembers]: () => '部门成员：',
  [STRATEGIES.deptLeader]: () => '部门主管：',
  [STRATEGIES.title]: (param) => `职务：${param.map(textOf).join('、')}`,
  [STRATEGIES.leaders]: ([levels]) => `上一审批人的连续 ${textOf(levels) || 1} 级主管`,
  [STRATEGIES.users]: () => '',
  [STRATEGIES.approverPicks]: () => '由上一审批人选择',
  [STRATEGIES.starterPicks]: () => '由发起人选择',
  [STRATEGIES.starter]: () => '发起人自己',
  [STRATEGIES.starterDeptLeader]: ([levels]) => `发起人的第 ${textOf(levels) || 1} 级部门主管`,
  [STRATEGIES.starterLeaders]: ([levels]) => `发起人的连续 ${textOf(levels) || 1} 级主管`,
  [STRATEGIES.workGroup]: (param) => `${param.length} 个工作组的成员`,
  [STRATEGIES.userField]: (param, name) => `表单中的“${param.map(name).join('、')}”`,
  [STRATEGIES.deptFieldLeader]: (param, name) => `“${param.map(name).join('、')}”的主管`,
  [STRATEGIES.expression]: () => '按公式',
  [STRATEGIES.recordOwner]: () => '记录负责人',
  [STRATEGIES.relatedOwner]: (param, name) => `“${param.map(name).join('、')}”的负责人`,
  [STRATEGIES.previousLeader]: () => '上一审批人的主管',
};
type NameOf = (field: unknown) => string;

function candidateLine({ strategy, param = [] }: Candidate, name: NameOf): OutlineLine {
  const text = WORDS[strategy]?.(param, name) ?? '';
  const kind = MEMBERS[strategy];
  if (kind === undefined) return { text };
  if (param.length === 0) return { text: `${text}还没有选择` };
  return { text, members: param.map((id) => ({ kind, id: textOf(id) })) };
}
/** All who are asked, in one line. */
function candidatesLine(candidates: unknown, name: NameOf): OutlineLine[] {
  const lines = recordsOf(candidates).map((each) =>
    candidateLine(each as unknown as Candidate, name),
  );
  const [first, ...more] = lines;
  if (!first) return [];
  return more.length === 0 ? [first] : [{ ...first }, { text: `另有 ${more.length} 种人选` }];
}

/** What a node does, in a line or two. */
export class FlowLines {
  constructor(private readonly fields: readonly FieldDescribe[]) {}

  private readonly name: NameOf = (field) =>
    this.fields.find(({ apiName }) => apiName === field)?.label ?? textOf(field);

  of(node: FlowNode): readonly OutlineLine[] {
    const settings = node.settings ?? {};
    const kind = nodeKindOf(node);
    switch (kind) {
      case 'start':
        return [{ text: '填写并提交' }];
      case 'approve':
      case 'handle':
        return this.people(kind, settings);
      case 'cc': {
        const lines = candidatesLine(settings['candidates'], this.name);
        return lines.length > 0 ? lines : [{ text: '还没有抄送人' }];
      }
      case 'branch':
        return this.branch(node);
      case 'router':
        return [{ text: `${rowsOf(settings['routes']).length} 条去向` }];
      case 'subProcess':
        return [{ text: settings['waits'] === false ? '不等待子流程' : '等待子流程结束' }];
      case 'delay':
      case 'wait':
      case 'trigger':
        return [{ text: this.moment(kind, settings) }];
      default:
        return [];
    }
  }

  private people(kind: string, settings: Readonly<Record<string, unknown>>): OutlineLine[] {
    if (settings['auto'] === 'approve') return [{ text: '自动通过' }];
    if (settings['auto'] === 'reject') return [{ text: '自动拒绝' }];
    const lines = candidatesLine(settings['candidates'], this.name);
    if (lines.length === 0) return [{ text: kind === 'handle' ? '还没有办理人' : '还没有审批人' }];
    const count = COUNTS[textOf(settings['multi']) || 'all'] ?? '';
    const last = lines[1] ? [{ text: `${lines[1].text}，${count}` }] : [{ text: count }];
    return [lines[0]!, ...last];
  }
  private branch({ when, default: rest }: FlowNode): OutlineLine[] {
    if (rest === true) return [{ text: '不符合其他条件时' }];
    if (!when) return [{ text: '' }];
    return [{ text: this.sentence(when) }];
  }
  private moment(kind: string, settings: Readonly<Record<string, unknown>>): string {
    const time = settings['for'] as FlowDuration | undefined;
    if (kind === 'delay')
      return time
        ? `等待 ${time.amount} ${UNITS[time.unit] ?? ''}`
        : settings['until']
          ? `等到“${this.name(settings['until'])}”`
          : '还没有设置等多久';
    if (kind === 'wait')
      return settings['when'] ? this.sentence(textOf(settings['when'])) : '还没有设置条件';
    const action = textOf((settings['do'] as { action?: unknown } | undefined)?.action);
    const actions: Readonly<Record<string, string>> = {
      update: '更新记录',
      create: '新建记录',
      message: '发送消息',
      http: '请求外部地址',
    };
    return actions[action] ?? '还没有设置动作';
  }
  private sentence(when: string): string {
    try {
      return conditionSentence(when, this.fields);
    } catch {
      return when;
    }
  }
}

/** The nodes of a template in document order, as its canvas and its lists show them. */
export function flowOutline(document: FlowDocument, lines: FlowLines): FlowRow[] {
  const rows: FlowRow[] = [];
  const visit = (id: string, parentId: string | null): void => {
    const node = document.nodes[id];
    if (!node) return;
    const kind = nodeKindOf(node);
    rows.push({
      id,
      parentId,
      kind,
      title: node.name || kindTitle(kind),
      lines: lines.of(node),
      fixed: id === document.root || kind === 'start' || kind === 'end' || node.default === true,
      human: HUMAN.has(kind),
      rest: kind === 'start' ? 'write' : 'read',
    });
    for (const child of idsIn(node)) visit(child, id);
  };
  visit(document.root, null);
  return rows;
}
