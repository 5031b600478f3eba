import { choices, field, money, must, state, type Template } from './template.ts';

const customer: Template['objects'][number] = {
  describe: {
    apiName: 'customer',
    label: '客户',
    icon: 'idcard',
    description: '与我们有往来或可能有往来的企业',
    titleField: 'name',
    fields: [
      field('name', '客户名称', 'text', {
        ...must,
        maxLength: 100,
        placeholder: '营业执照上的全称',
      }),
      field('status', '合作状态', 'singleSelect', {
        ...state(
          'lead 潜在 gray',
          'talking 跟进中 arcoblue',
          'active 合作中 green',
          'lost 已流失 red',
        ),
      }),
      field('level', '客户等级', 'singleSelect', {
        ...choices('a 战略 red', 'b 重点 orange', 'c 普通 gray'),
        defaultValue: 'c',
      }),
      field('industry', '行业', 'singleSelect', {
        ...choices('make 制造', 'retail 零售', 'hotel 酒店餐饮', 'tech 信息技术', 'other 其他'),
      }),
      field('owner', '负责人', 'user', must),
      field('tel', '电话', 'phone'),
      field('address', '地址', 'text', { maxLength: 200 }),
      field('nextDay', '下次跟进', 'date'),
      field('open', '进行中商机', 'rollup', {
        rollup: {
          via: 'opportunity.customer',
          fn: 'count',
          where: "stage != 'won' and stage != 'lost'",
        },
      }),
      field('won', '成交金额', 'rollup', {
        rollup: {
          via: 'opportunity.customer',
          fn: 'sum',
          field: 'amount',
          where: "stage = 'won'",
        },
      }),
      field('remark', '备注', 'longText', { maxLength: 2000 }),
    ],
    sections: [
      {
        label: '基本信息',
        columns: 2,
        items: [
          { field: 'name' },
          { field: 'status' },
          { field: 'level' },
          { field: 'industry' },
          { field: 'owner' },
          { field: 'tel' },
          { field: 'address' },
        ],
      },
      {
        label: '跟进与成交',
        columns: 2,
        items: [{ field: 'nextDay' }, { field: 'open' }, { field: 'won' }, { field: 'remark' }],
      },
    ],
  },
  views: [
    {
      name: '按状态',
      kind: 'kanban',
      kindConfig: { groupField: 'status', cardFields: ['level', 'owner', 'nextDay', 'won'] },
    },
    {
      name: '跟进日历',
      kind: 'calendar',
      kindConfig: { startField: 'nextDay', colorField: 'status' },
    },
  ],
  samples: [
    ({ me, day }) => ({
      name: '苏州清和酒店管理有限公司',
      status: 'active',
      level: 'a',
      industry: 'hotel',
      owner: me,
      tel: '0512-65810022',
      address: '苏州市姑苏区平江路 88 号',
      nextDay: day(3),
      remark: '每季度集中采购一次，由行政部统一下单。',
    }),
    ({ me, day }) => ({
      name: '杭州栖木家居有限公司',
      status: 'talking',
      level: 'b',
      industry: 'retail',
      owner: me,
      tel: '0571-88230165',
      address: '杭州市西湖区文三路 259 号',
      nextDay: day(1),
    }),
    ({ me, day }) => ({
      name: '宁波远航机电有限公司',
      status: 'talking',
      level: 'b',
      industry: 'make',
      owner: me,
      tel: '0574-27880310',
      nextDay: day(0),
    }),
    ({ me, day }) => ({
      name: '上海知行软件有限公司',
      status: 'lead',
      level: 'c',
      industry: 'tech',
      owner: me,
      nextDay: day(6),
    }),
    ({ me }) => ({
      name: '无锡锦程纺织有限公司',
      status: 'lost',
      level: 'c',
      industry: 'make',
      owner: me,
      remark: '转由集团统一采购，明年再联系。',
    }),
  ],
};

const contact: Template['objects'][number] = {
  describe: {
    apiName: 'contact',
    label: '联系人',
    icon: 'user',
    description: '客户一方与我们打交道的人',
    titleField: 'name',
    fields: [
      field('name', '姓名', 'text', { ...must, maxLength: 30 }),
      field('customer', '客户', 'lookup', { ...must, refObject: 'customer' }),
      field('title', '职务', 'text', { maxLength: 30 }),
      field('mobile', '手机', 'phone', must),
      field('email', '邮箱', 'email'),
      field('isMain', '主要联系人', 'boolean', { defaultValue: false }),
      field('birthday', '生日', 'date'),
      field('remark', '备注', 'longText', { maxLength: 2000 }),
    ],
  },
  samples: [
    ({ id }) => ({
      name: '沈佳宁',
      customer: id('customer', 0),
      title: '采购经理',
      mobile: '13805120018',
      email: 'shenjn@example.com',
      isMain: true,
    }),
    ({ id }) => ({
      name: '陆一鸣',
      customer: id('customer', 0),
      title: '行政主管',
      mobile: '13905120027',
    }),
    ({ id }) => ({
      name: '周晓岚',
      customer: id('customer', 1),
      title: '总经理助理',
      mobile: '13757100036',
      isMain: true,
    }),
    ({ id }) => ({
      name: '郑立群',
      customer: id('customer', 2),
      title: '设备部长',
      mobile: '13605740045',
      isMain: true,
    }),
    ({ id }) => ({
      name: '许安然',
      customer: id('customer', 3),
      title: '产品总监',
      mobile: '13816000054',
    }),
  ],
};

const opportunity: Template['objects'][number] = {
  describe: {
    apiName: 'opportunity',
    label: '商机',
    icon: 'bulb',
    description: '可能成交的机会',
    titleField: 'name',
    fields: [
      field('name', '商机名称', 'text', { ...must, maxLength: 100 }),
      field('customer', '客户', 'lookup', { ...must, refObject: 'customer' }),
      field('contact', '联系人', 'lookup', { refObject: 'contact' }),
      field('stage', '阶段', 'singleSelect', {
        ...state(
          'found 发现需求 gray',
          'plan 方案确认 cyan',
          'quote 报价谈判 arcoblue',
          'won 赢单 green',
          'lost 输单 red',
        ),
      }),
      field('amount', '预计金额', 'currency', money),
      field('chance', '赢率', 'percent', { precision: 5, scale: 0, min: 0, max: 100 }),
      field('expected', '加权金额', 'formula', {
        formula: 'round(amount * chance, 2)',
        scale: 2,
        showAs: 'currency',
      }),
      field('closeDay', '预计成交', 'date'),
      field('owner', '负责人', 'user', must),
      field('lostWhy', '输单原因', 'longText', { maxLength: 500, requiredWhen: "stage = 'lost'" }),
    ],
  },
  views: [
    {
      name: '销售漏斗',
      kind: 'kanban',
      isDefault: true,
      kindConfig: { groupField: 'stage', cardFields: ['customer', 'amount', 'closeDay', 'owner'] },
    },
    {
      name: '成交日历',
      kind: 'calendar',
      kindConfig: { startField: 'closeDay', colorField: 'stage' },
    },
  ],
  samples: [
    ({ me, day, id }) => ({
      name: '客房布草年度采购',
      customer: id('customer', 0),
      contact: id('contact', 0),
      stage: 'won',
      amount: 186_000,
      chance: 100,
      closeDay: day(-12),
      owner: me,
    }),
    ({ me, day, id }) => ({
      name: '大堂窗帘更换',
      customer: id('customer', 0),
      contact: id('contact', 1),
      stage: 'quote',
      amount: 42_800,
      chance: 60,
      closeDay: day(15),
      owner: me,
    }),
    ({ me, day, id }) => ({
      name: '门店软装首批供货',
      customer: id('customer', 1),
      contact: id('contact', 2),
      stage: 'plan',
      amount: 95_000,
      chance: 40,
      closeDay: day(24),
      owner: me,
    }),
    ({ me, day, id }) => ({
      name: '车间工装定制',
      customer: id('customer', 2),
      contact: id('contact', 3),
      stage: 'found',
      amount: 30_000,
      chance: 20,
      closeDay: day(40),
      owner: me,
    }),
    ({ me, day, id }) => ({
      name: '展厅布置',
      customer: id('customer', 4),
      stage: 'lost',
      amount: 26_000,
      chance: 0,
      closeDay: day(-20),
      owner: me,
      lostWhy: '预算改由集团统一安排。',
    }),
  ],
};

const followUp: Template['objects'][number] = {
  describe: {
    apiName: 'followUp',
    label: '跟进记录',
    icon: 'message',
    description: '每一次联系客户：说了什么，接着做什么',
    titleField: 'summary',
    fields: [
      field('summary', '摘要', 'text', { ...must, maxLength: 100 }),
      field('customer', '客户', 'lookup', { ...must, refObject: 'customer' }),
      field('opportunity', '商机', 'lookup', { refObject: 'opportunity' }),
      field('kind', '方式', 'singleSelect', {
        ...state('phone 电话 arcoblue', 'visit 拜访 green', 'chat 微信 cyan', 'email 邮件 purple'),
      }),
      field('at', '时间', 'dateTime', must),
      field('owner', '跟进人', 'user', must),
      field('content', '内容', 'longText', { maxLength: 2000 }),
      field('photos', '照片', 'image', { max: 9 }),
    ],
  },
  views: [{ name: '日历', kind: 'calendar', kindConfig: { startField: 'at', colorField: 'kind' } }],
  samples: [
    ({ me, at, id }) => ({
      summary: '确认下季度采购数量',
      customer: id('customer', 0),
      opportunity: id('opportunity', 0),
      kind: 'visit',
      at: at(-2, 10),
      owner: me,
      content: '数量比上季度多两成，希望分两批交货。',
    }),
    ({ me, at, id }) => ({
      summary: '发送窗帘报价',
      customer: id('customer', 0),
      opportunity: id('opportunity', 1),
      kind: 'email',
      at: at(-1, 15),
      owner: me,
    }),
    ({ me, at, id }) => ({
      summary: '约定看样时间',
      customer: id('customer', 1),
      opportunity: id('opportunity', 2),
      kind: 'phone',
      at: at(0, 9),
      owner: me,
      content: '下周二上午到店看样。',
    }),
  ],
};

export const CUSTOMERS: Template = {
  key: 'customers',
  name: '客户管理',
  description: '客户、联系人、商机和跟进记录；看板推进商机，日历安排跟进。',
  style: { icon: 'user-group', color: 'arcoblue' },
  objects: [customer, contact, opportunity, followUp],
  groups: { 销售过程: ['opportunity', 'followUp'] },
};
