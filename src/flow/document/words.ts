import { FLOW_NODE_TITLES } from '../../contract/index.ts';
import type { NodeWords } from '../../document/operations/index.ts';
import type { FlowDocument } from './types.ts';
import { isStep, partOf } from './walk.ts';

/** Chinese names of what can be set at a node. */
const SETTING_TITLES: Readonly<Record<string, string>> = {
  candidates: '审批人',
  multi: '多人审批方式',
  ratio: '通过比例',
  returnTargets: '可退回的节点',
  returnMode: '退回后的处理',
  emptyApprover: '无审批人时的处理',
  starterIsApprover: '审批人是发起人时的处理',
  timeouts: '超时处理',
  skipWhen: '跳过条件',
  fieldPerms: '字段权限',
  buttons: '操作按钮',
  auto: '自动处理',
  onReject: '拒绝后的处理',
  routes: '路由',
  templateId: '子流程模板',
  waits: '是否等待',
  each: '逐行发起的子表',
  starter: '子流程发起人',
  values: '填入的值',
  for: '时长',
  until: '截止时间字段',
  when: '等待的条件',
  timeout: '最长等待',
  do: '动作',
  onFailure: '失败时的处理',
  result: '结果',
};
const PARTS: Readonly<Record<string, string>> = {
  name: '名称',
  when: '条件',
  default: '是否默认分支',
  type: '节点类型',
  settings: '设置',
  slots: '其中的节点',
};

const titleOf = (titles: Readonly<Record<string, string>>, key: string): string =>
  Object.hasOwn(titles, key) ? titles[key]! : key;

/** How the nodes of a template are called in sentences about changes. */
export const FLOW_WORDS: NodeWords<FlowDocument> = {
  typeName(node) {
    const part = partOf(node);
    if (part === 'branch') return '分支';
    return isStep(part) ? FLOW_NODE_TITLES[part] : '流程';
  },
  ownName: (node) => (node.name === '' ? undefined : node.name),
  partName(node, [part = '', key]) {
    if (part !== 'settings' || key === undefined) return titleOf(PARTS, part);
    return key === 'candidates' && partOf(node) === 'cc' ? '抄送人' : titleOf(SETTING_TITLES, key);
  },
};
