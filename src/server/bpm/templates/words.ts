import { FLOW_NODE_TITLES, MAX_WORDS } from '../../../contract/index.ts';
import type { DocumentKind } from '../../../document/index.ts';
import { describeOperations, diff, type NodeWords } from '../../../document/operations/index.ts';
import { typeOf, type FlowDocument } from './document.ts';

/** Documents of approvals, for comparing and merging them. */
export const FLOW_KIND: DocumentKind = {
  called: '流程',
  invalid: 'FLOW_INVALID',
  sections: {},
  parts: {},
  values: {},
  silent: ['schema'],
  nodeParts: ['settings'],
};

const PARTS: Readonly<Record<string, string>> = {
  name: '名称',
  when: '条件',
  default: '其他情况',
  candidates: '处理人',
  multi: '多人方式',
  ratio: '通过比例',
  returnTargets: '可退回的节点',
  returnMode: '退回后的走法',
  onReject: '拒绝后的走法',
  emptyApprover: '找不到人时的做法',
  starterIsApprover: '发起人是处理人时的做法',
  timeouts: '超时',
  fieldPerms: '字段权限',
  buttons: '按钮',
  skipWhen: '跳过条件',
  settings: '设置',
};

export const FLOW_WORDS: NodeWords<FlowDocument> = {
  typeName: (node) =>
    node
      ? node.type === 'branch@1'
        ? '分支'
        : (FLOW_NODE_TITLES[typeOf(node)] ?? '流程')
      : '节点',
  ownName: (node) => node.name,
  partName: (_, [part = '', key]) => PARTS[key ?? part] ?? PARTS[part] ?? key ?? part,
};

/** What a document changes, in sentences. */
export const changeWords = (before: FlowDocument, after: FlowDocument): string[] =>
  describeOperations(diff(before, after, FLOW_KIND), before, FLOW_KIND, FLOW_WORDS).slice(
    0,
    MAX_WORDS,
  );
