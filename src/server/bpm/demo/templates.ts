import type { Candidate, FlowTemplateSettings, NestedFlowNode } from '../../../contract/index.ts';

/** The templates of the demo company. */
export interface DemoTemplate {
  readonly name: string;
  readonly icon: string;
  readonly object: string;
  readonly settings: FlowTemplateSettings;
  readonly nodes: NestedFlowNode;
}

type Node = Omit<NestedFlowNode, 'next'>;
const chain = (...nodes: Node[]): NestedFlowNode =>
  nodes.reduceRight<NestedFlowNode | undefined>(
    (next, node) => ({ ...node, ...(next && { next }) }) as NestedFlowNode,
    undefined,
  )!;
const start: Node = { id: 'start', type: 'start' };
const end: Node = { id: 'end', type: 'end' };
const leader: Candidate = { strategy: 37, param: [1] };
const leaders: Candidate = { strategy: 38, param: [3] };
const users = (...ids: string[]): Candidate => ({ strategy: 30, param: ids });
const approve = (id: string, name: string, candidate: Candidate, more: object = {}): Node => ({
  id,
  type: 'approve',
  name,
  candidates: [candidate],
  ...more,
});

/** People the templates name, by account. */
export type Named = Readonly<Record<'admin' | 'leader' | 'finance' | 'warehouse', string>>;

const category = { personnel: '人事', money: '财务', office: '行政' } as const;
const shared: FlowTemplateSettings = { emptyApprover: 'toManagers', starterIsApprover: 'toLeader' };

const ofPeople = (named: Named): DemoTemplate[] => [
  {
    name: '请假审批',
    icon: 'calendar',
    object: 'officeLeave',
    settings: {
      ...shared,
      category: category.personnel,
      titleTemplate: '{{starter.name}}请假{{days}}天',
      summaryFields: ['kind', 'from', 'days'],
    },
    nodes: chain(
      start,
      approve('lead', '部门负责人', leader),
      {
        id: 'long',
        type: 'condition',
        name: '天数',
        branches: [
          {
            id: 'over3',
            name: '超过 3 天',
            when: 'days > 3',
            next: chain(approve('boss', '总经理', users(named.admin), { multi: 'any' })),
          },
          { id: 'others', name: '其他', default: true },
        ],
      },
      { id: 'told', type: 'cc', name: '抄送人事', candidates: [users(named.admin)] },
      end,
    ),
  },
  {
    name: '费用报销',
    icon: 'bar-chart',
    object: 'officeExpense',
    settings: {
      ...shared,
      category: category.money,
      dedupe: 'once',
      titleTemplate: '{{starter.name}}报销{{title}}',
      summaryFields: ['kind', 'amount'],
    },
    nodes: chain(
      start,
      approve('leads', '各级负责人', leaders, { multi: 'sequential' }),
      approve('money', '财务审核', users(named.finance), {
        fieldPerms: { paidOn: 'write' },
        timeouts: [{ after: { amount: 2, unit: 'days' }, action: 'remind', times: 3 }],
      }),
      {
        id: 'pay',
        type: 'handle',
        name: '付款',
        candidates: [users(named.finance)],
        fieldPerms: { paidOn: 'required' },
      },
      end,
    ),
  },
  {
    name: '差旅报销',
    icon: 'compass',
    object: 'officeExpense',
    settings: {
      ...shared,
      category: category.money,
      titleTemplate: '{{starter.name}}的差旅报销 {{amount}} 元',
      summaryFields: ['amount', 'day'],
    },
    nodes: chain(
      start,
      approve('lead', '部门负责人', leader),
      approve('money', '财务审核', users(named.finance)),
      end,
    ),
  },
];

const ofOffice = (named: Named): DemoTemplate[] => [
  {
    name: '采购申请',
    icon: 'archive',
    object: 'officePurchase',
    settings: {
      ...shared,
      category: category.office,
      titleTemplate: '采购{{title}} {{count}} 件',
      summaryFields: ['amount', 'count'],
    },
    nodes: chain(
      start,
      approve('lead', '部门负责人', leader),
      {
        id: 'beside',
        type: 'parallel',
        name: '会同审核',
        branches: [
          {
            id: 'stock',
            name: '库存',
            next: chain(approve('stockCheck', '库管核对', users(named.warehouse))),
          },
          {
            id: 'budget',
            name: '预算',
            next: chain(approve('budgetCheck', '财务核对', users(named.finance))),
          },
        ],
      },
      approve('boss', '总经理', users(named.admin), { skipWhen: 'amount < 5000' }),
      end,
    ),
  },
  {
    name: '用印申请',
    icon: 'safe',
    object: 'officeSeal',
    settings: {
      ...shared,
      category: category.office,
      titleTemplate: '{{title}}用印 {{copies}} 份',
      summaryFields: ['seal', 'copies'],
    },
    nodes: chain(
      start,
      approve('lead', '部门负责人', leader),
      { id: 'stamp', type: 'handle', name: '盖章', candidates: [users(named.admin)] },
      end,
    ),
  },
  {
    name: '合同会签',
    icon: 'file',
    object: 'officeSeal',
    settings: {
      ...shared,
      category: category.office,
      titleTemplate: '{{title}}会签',
      summaryFields: ['amount', 'seal'],
    },
    nodes: chain(
      start,
      approve('sign', '会签', users(named.leader, named.finance, named.warehouse), {
        multi: 'all',
      }),
      approve('boss', '总经理', users(named.admin)),
      end,
    ),
  },
];

export const demoTemplates = (named: Named): DemoTemplate[] => [
  ...ofPeople(named),
  ...ofOffice(named),
];
