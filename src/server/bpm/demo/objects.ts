import type { DescribeInput, FieldInput, SelectOption } from '../../../contract/index.ts';
import type { DemoObject, DemoWorld, GeneratedRecord } from '../../bizmeta/index.ts';

/** The demo's app of what people ask for in an office: objects whose records are approved. */

const f = (
  apiName: string,
  label: string,
  type: FieldInput['type'],
  more: Partial<FieldInput> = {},
): FieldInput => ({ apiName, label, type, ...more });
const o = (code: string, label: string, color: string): SelectOption => ({ code, label, color });
const must = { required: true };
const money = { currencyCode: 'CNY', scale: 2, min: 0 };

export const OFFICE = {
  name: '行政办公',
  description: '请假、报销、采购与用印的申请和审批',
  style: JSON.stringify({ icon: 'safe', color: 'blue', iconColor: 'blue' }),
};

const KINDS = [
  o('annual', '年假', 'arcoblue'),
  o('sick', '病假', 'orange'),
  o('personal', '事假', 'gray'),
  o('off', '调休', 'cyan'),
];
const COSTS = [
  o('travel', '差旅', 'arcoblue'),
  o('meal', '招待', 'orange'),
  o('office', '办公', 'gray'),
  o('other', '其他', 'purple'),
];
const SEALS = [
  o('company', '公章', 'red'),
  o('contract', '合同章', 'arcoblue'),
  o('finance', '财务章', 'green'),
];

const describes: Readonly<Record<string, DescribeInput>> = {
  officeLeave: {
    apiName: 'officeLeave',
    label: '请假单',
    icon: 'calendar',
    titleField: 'reason',
    fields: [
      f('reason', '事由', 'text', { ...must, maxLength: 100 }),
      f('kind', '类型', 'singleSelect', { ...must, options: KINDS }),
      f('from', '开始日期', 'date', must),
      f('days', '天数', 'decimal', { ...must, precision: 5, scale: 1, min: 0 }),
      f('remark', '备注', 'longText', { maxLength: 2000 }),
    ],
  },
  officeExpense: {
    apiName: 'officeExpense',
    label: '报销单',
    icon: 'bar-chart',
    titleField: 'title',
    fields: [
      f('title', '事项', 'text', { ...must, maxLength: 100 }),
      f('kind', '类型', 'singleSelect', { ...must, options: COSTS }),
      f('amount', '金额', 'currency', { ...must, ...money }),
      f('day', '发生日期', 'date', must),
      f('paidOn', '付款日期', 'date'),
      f('remark', '备注', 'longText', { maxLength: 2000 }),
    ],
  },
  officePurchase: {
    apiName: 'officePurchase',
    label: '采购申请',
    icon: 'archive',
    titleField: 'title',
    fields: [
      f('title', '物品', 'text', { ...must, maxLength: 100 }),
      f('amount', '预算', 'currency', { ...must, ...money }),
      f('count', '数量', 'integer', { ...must, min: 1 }),
      f('needed', '需要日期', 'date'),
      f('supplier', '供应商', 'text', { maxLength: 100 }),
    ],
  },
  officeSeal: {
    apiName: 'officeSeal',
    label: '用印申请',
    icon: 'safe',
    titleField: 'title',
    fields: [
      f('title', '文件', 'text', { ...must, maxLength: 100 }),
      f('seal', '印章', 'singleSelect', { ...must, options: SEALS }),
      f('copies', '份数', 'integer', { ...must, min: 1 }),
      f('amount', '涉及金额', 'currency', money),
    ],
  },
};

const REASONS = ['回家看望父母', '带孩子看病', '感冒发烧', '办理证件', '家中装修', '外出旅行'];
const SPENT = ['客户拜访交通费', '上海展会差旅', '团队聚餐', '办公用品', '客户招待', '快递费'];
const BOUGHT = ['笔记本电脑', '显示器', '打印纸', '办公椅', '投影仪', '饮水机'];
const PAPERS = ['采购合同', '租赁协议', '保密协议', '授权委托书', '报价单', '劳动合同'];

const DAY_MS = 86_400_000;
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

type Values = GeneratedRecord['values'];
type Make = (world: DemoWorld, at: Date) => Values;
const MAKE: Readonly<Record<string, Make>> = {
  officeLeave: ({ r }, at) => ({
    reason: r.pick(REASONS),
    kind: r.pick(KINDS).code,
    from: dayOf(new Date(at.getTime() + r.int(1, 14) * DAY_MS)),
    days: r.weighted([
      [1, 5],
      [2, 4],
      [3, 2],
      [5, 2],
      [8, 1],
    ]),
  }),
  officeExpense: ({ r }, at) => ({
    title: r.pick(SPENT),
    kind: r.pick(COSTS).code,
    amount: Math.round(r.amount(900) * 100) / 100,
    day: dayOf(new Date(at.getTime() - r.int(1, 20) * DAY_MS)),
  }),
  officePurchase: ({ r }, at) => ({
    title: r.pick(BOUGHT),
    amount: Math.round(r.amount(4_000)),
    count: r.int(1, 20),
    needed: dayOf(new Date(at.getTime() + r.int(7, 40) * DAY_MS)),
  }),
  officeSeal: ({ r }) => ({
    title: r.pick(PAPERS),
    seal: r.pick(SEALS).code,
    copies: r.int(1, 4),
    amount: Math.round(r.amount(50_000)),
  }),
};

/** Records of each object; every one of them is approved, or is being approved. */
const COUNTS: Readonly<Record<string, number>> = {
  officeLeave: 90,
  officeExpense: 90,
  officePurchase: 50,
  officeSeal: 40,
};
const MONTHS_DAYS = 90;

/** Objects with records of the last three months, made by members of the company. */
export function officeObjects(world: DemoWorld): DemoObject[] {
  const { r, now, users } = world;
  return Object.entries(describes).map(([object, describe]) => ({
    describe,
    records: Array.from({ length: COUNTS[object]! }, (): GeneratedRecord => {
      const at = new Date(now.getTime() - r.next() ** 1.5 * MONTHS_DAYS * DAY_MS);
      return { id: world.newId(), values: MAKE[object]!(world, at), at, by: r.pick(users) };
    }).toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  }));
}
