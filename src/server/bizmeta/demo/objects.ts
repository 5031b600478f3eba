import type { DescribeInput, FieldInput, SelectOption } from '../../../contract/index.ts';
import { CONTRACT } from './contracts.ts';
import { INDUSTRIES, REGIONS } from './words.ts';

/** The demo's objects, as a builder would send them. */

const f = (
  apiName: string,
  label: string,
  type: FieldInput['type'],
  more: Partial<FieldInput> = {},
): FieldInput => ({ apiName, label, type, ...more });
const must = { required: true };
const money: Partial<FieldInput> = { precision: 15, scale: 2, min: 0 };
const select = (options: SelectOption[], more: Partial<FieldInput> = {}): Partial<FieldInput> => ({
  options,
  ...more,
});
const o = (code: string, label: string, color?: string): SelectOption => ({
  code,
  label,
  ...(color && { color }),
});
const plain = (list: readonly { code: string; label: string }[]) =>
  list.map(({ code, label }) => o(code, label));

const customer: DescribeInput = {
  apiName: 'customer',
  label: '客户',
  icon: 'idcard',
  description: '与我们有往来或可能有往来的企业',
  fields: [
    f('name', '客户名称', 'text', { ...must, maxLength: 100, placeholder: '营业执照上的全称' }),
    f('code', '客户编号', 'text', { maxLength: 20, unique: true }),
    f(
      'level',
      '客户等级',
      'singleSelect',
      select([o('a', '战略', 'red'), o('b', '重点', 'orange'), o('c', '普通', 'gray')], {
        defaultValue: 'c',
      }),
    ),
    f(
      'status',
      '合作状态',
      'singleSelect',
      select(
        [
          o('lead', '潜在', 'gray'),
          o('talking', '跟进中', 'arcoblue'),
          o('active', '合作中', 'green'),
          o('lost', '已流失', 'red'),
        ],
        { ...must, defaultValue: 'lead' },
      ),
    ),
    f('industry', '行业', 'singleSelect', select(plain(INDUSTRIES))),
    f('region', '区域', 'singleSelect', select(plain(REGIONS))),
    f('owner', '负责人', 'user', must),
    f('dept', '所属部门', 'dept'),
    f('tel', '电话', 'phone'),
    f('email', '邮箱', 'email'),
    f('site', '网址', 'url'),
    f('address', '地址', 'text', { maxLength: 200 }),
    f('turnover', '年采购预算', 'currency', money),
    f('staff', '员工人数', 'integer', { min: 0 }),
    f('isKey', '重点跟进', 'boolean', { defaultValue: false }),
    f(
      'tags',
      '标签',
      'multiSelect',
      select([
        o('price', '价格敏感', 'orange'),
        o('quality', '看重品质', 'green'),
        o('fast', '交期紧', 'red'),
        o('brand', '要定制', 'purple'),
        o('credit', '信用好', 'cyan'),
      ]),
    ),
    f('firstDeal', '首次成交', 'date'),
    f('lastVisit', '最近拜访', 'dateTime'),
    f('license', '营业执照', 'attachment'),
    f('remark', '备注', 'longText', { maxLength: 2000 }),
  ],
};

const contact: DescribeInput = {
  apiName: 'contact',
  label: '联系人',
  icon: 'user',
  description: '客户一方与我们打交道的人',
  fields: [
    f('name', '姓名', 'text', { ...must, maxLength: 30 }),
    f('customer', '客户', 'lookup', { ...must, refObject: 'customer' }),
    f('title', '职务', 'text', { maxLength: 30 }),
    f('gender', '性别', 'singleSelect', select([o('f', '女'), o('m', '男')])),
    f('mobile', '手机', 'phone', must),
    f('email', '邮箱', 'email'),
    f('birthday', '生日', 'date'),
    f('isMain', '主要联系人', 'boolean', { defaultValue: false }),
    f('remark', '备注', 'longText', { maxLength: 2000 }),
  ],
};

const opportunity: DescribeInput = {
  apiName: 'opportunity',
  label: '商机',
  icon: 'bulb',
  description: '可能成为订单的机会',
  fields: [
    f('name', '商机名称', 'text', { ...must, maxLength: 100 }),
    f('customer', '客户', 'lookup', { ...must, refObject: 'customer' }),
    f('contact', '联系人', 'lookup', { refObject: 'contact' }),
    f(
      'stage',
      '阶段',
      'singleSelect',
      select(
        [
          o('found', '发现需求', 'gray'),
          o('sample', '送样确认', 'cyan'),
          o('quote', '报价谈判', 'arcoblue'),
          o('won', '赢单', 'green'),
          o('lost', '输单', 'red'),
        ],
        { ...must, defaultValue: 'found' },
      ),
    ),
    f('amount', '预计金额', 'currency', money),
    f('chance', '赢率', 'percent', { precision: 5, scale: 1, min: 0, max: 100 }),
    f('closeDay', '预计成交', 'date'),
    f('owner', '负责人', 'user', must),
    f(
      'source',
      '来源',
      'singleSelect',
      select([
        o('fair', '展会'),
        o('referral', '老客户介绍'),
        o('online', '线上咨询'),
        o('visit', '上门拜访'),
        o('bid', '招标'),
      ]),
    ),
    f('nextAt', '下次跟进', 'dateTime'),
    f('lostWhy', '输单原因', 'longText', { maxLength: 500 }),
    f('remark', '备注', 'longText', { maxLength: 2000 }),
  ],
};

const salesOrder: DescribeInput = {
  apiName: 'salesOrder',
  label: '订单',
  icon: 'file',
  description: '客户下的单',
  fields: [
    f('orderNo', '订单编号', 'text', { ...must, maxLength: 30, unique: true }),
    f('customer', '客户', 'lookup', { ...must, refObject: 'customer' }),
    f('opportunity', '来自商机', 'lookup', { refObject: 'opportunity' }),
    f(
      'status',
      '状态',
      'singleSelect',
      select(
        [
          o('draft', '草稿', 'gray'),
          o('confirmed', '已确认', 'arcoblue'),
          o('producing', '生产中', 'orange'),
          o('shipped', '已发货', 'cyan'),
          o('done', '已完成', 'green'),
          o('cancelled', '已取消', 'red'),
        ],
        { ...must, defaultValue: 'draft' },
      ),
    ),
    f('amount', '订单金额', 'currency', money),
    f('paid', '已收款', 'currency', money),
    f('orderDay', '下单日期', 'date', must),
    f('deliverAt', '约定交货', 'dateTime'),
    f(
      'channel',
      '渠道',
      'singleSelect',
      select([o('direct', '直销'), o('dealer', '经销'), o('online', '线上'), o('export', '外贸')]),
    ),
    f('owner', '负责人', 'user', must),
    f('dept', '部门', 'dept'),
    f('urgent', '加急', 'boolean', { defaultValue: false }),
    f('contract', '合同', 'attachment'),
    f('remark', '备注', 'longText', { maxLength: 2000 }),
  ],
};

const orderLine: DescribeInput = {
  apiName: 'orderLine',
  label: '订单明细',
  icon: 'list',
  description: '订单里的一种货',
  fields: [
    f('product', '品名', 'text', { ...must, maxLength: 60 }),
    f('order', '订单', 'lookup', { ...must, refObject: 'salesOrder' }),
    f('sku', '货号', 'text', { maxLength: 20 }),
    f('unit', '单位', 'text', { maxLength: 5 }),
    f('quantity', '数量', 'decimal', { ...must, precision: 9, scale: 2, min: 0 }),
    f('price', '单价', 'currency', { ...money, noSum: true }),
    f('discount', '折扣', 'percent', { precision: 5, scale: 1, min: 0, max: 100 }),
    f('amount', '小计', 'currency', money),
    f('remark', '备注', 'text', { maxLength: 100 }),
  ],
};

/** In an order in which what is referred to comes first. */
export const DEMO_OBJECTS: readonly DescribeInput[] = [
  customer,
  contact,
  opportunity,
  salesOrder,
  orderLine,
  CONTRACT,
];
export const DEMO_APP = {
  name: '客户管理',
  description: '从线索到回款：客户、联系人、商机与订单',
  style: JSON.stringify({ icon: 'user-group', color: 'arcoblue', iconColor: 'arcoblue' }),
};
