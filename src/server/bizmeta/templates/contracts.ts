import { choices, field, money, must, paperNumber, state, type Template } from './template.ts';

const contract: Template['objects'][number] = {
  describe: {
    apiName: 'contract',
    label: '合同',
    icon: 'safe',
    description: '签了什么，多少钱，结清了没有',
    titleField: 'name',
    fields: [
      paperNumber('合同编号', 'HT'),
      field('name', '合同名称', 'text', { ...must, maxLength: 100 }),
      field('kind', '类型', 'singleSelect', {
        ...state('sale 销售合同 green', 'buy 采购合同 orange', 'service 服务合同 arcoblue'),
      }),
      field('party', '对方单位', 'text', { ...must, maxLength: 100 }),
      field('status', '状态', 'singleSelect', {
        ...state(
          'draft 起草中 gray',
          'signing 会签中 arcoblue',
          'running 履行中 green',
          'ended 已结束 purple',
          'broken 已终止 red',
        ),
      }),
      field('signDay', '签订日期', 'date', {
        requiredWhen: "status = 'running' or status = 'ended'",
      }),
      field('period', '合同期限', 'dateRange'),
      field('lines', '标的明细', 'subTable', {
        fields: [
          field('name', '名称', 'text', { ...must, maxLength: 60 }),
          field('quantity', '数量', 'decimal', { ...must, precision: 9, scale: 2, min: 0 }),
          field('price', '单价', 'currency', { ...money, ...must, noSum: true }),
        ],
      }),
      field('amount', '合同金额', 'formula', {
        formula: 'sum(quantity * price of lines)',
        scale: 2,
        showAs: 'currency',
      }),
      field('settled', '已结金额', 'rollup', {
        rollup: {
          via: 'payment.contract',
          fn: 'sum',
          field: 'amount',
          where: "state = 'done'",
        },
      }),
      field('open', '未结金额', 'formula', {
        formula: 'coalesce(amount, 0) - coalesce(settled, 0)',
        scale: 2,
        showAs: 'currency',
      }),
      field('share', '结算进度', 'formula', {
        formula: 'if(amount > 0, coalesce(settled, 0) / amount, 0)',
        scale: 0,
        showAs: 'percent',
      }),
      field('owner', '负责人', 'user', must),
      field('dept', '归口部门', 'dept'),
      field('papers', '合同扫描件', 'attachment'),
      field('brokenWhy', '终止原因', 'longText', {
        maxLength: 500,
        requiredWhen: "status = 'broken'",
      }),
    ],
    sections: [
      {
        label: '合同',
        columns: 2,
        items: [
          { field: 'no' },
          { field: 'name' },
          { field: 'kind' },
          { field: 'party' },
          { field: 'status' },
          { field: 'signDay' },
          { field: 'period' },
          { field: 'owner' },
        ],
      },
      {
        label: '金额',
        columns: 2,
        items: [
          { field: 'lines' },
          { field: 'amount' },
          { field: 'settled' },
          { field: 'open' },
          { field: 'share' },
        ],
      },
      {
        label: '归档',
        columns: 2,
        items: [{ field: 'dept' }, { field: 'papers' }, { field: 'brokenWhy' }],
      },
    ],
  },
  views: [
    {
      name: '按状态',
      kind: 'kanban',
      kindConfig: { groupField: 'status', cardFields: ['party', 'amount', 'share', 'owner'] },
    },
    {
      name: '履行期',
      kind: 'calendar',
      kindConfig: { startField: 'signDay', titleField: 'name', colorField: 'status' },
    },
  ],
  samples: [
    ({ me, day }) => ({
      name: '布草年度供货合同',
      kind: 'sale',
      party: '苏州清和酒店管理有限公司',
      status: 'running',
      signDay: day(-45),
      period: { from: day(-44), to: day(320) },
      lines: [
        { name: '床单 1.8 米', quantity: 400, price: 128 },
        { name: '浴巾', quantity: 800, price: 36 },
      ],
      owner: me,
    }),
    ({ me, day }) => ({
      name: '办公设备采购合同',
      kind: 'buy',
      party: '杭州启明办公设备有限公司',
      status: 'running',
      signDay: day(-20),
      period: { from: day(-20), to: day(40) },
      lines: [{ name: '复合机', quantity: 3, price: 9_800 }],
      owner: me,
    }),
    ({ me }) => ({
      name: '机房维护服务合同',
      kind: 'service',
      party: '上海知行软件有限公司',
      status: 'signing',
      lines: [{ name: '年度维护', quantity: 1, price: 36_000 }],
      owner: me,
    }),
  ],
};

const payment: Template['objects'][number] = {
  describe: {
    apiName: 'payment',
    label: '收付款',
    icon: 'tag',
    description: '合同约定的每一笔收款和付款',
    titleField: 'name',
    fields: [
      field('name', '名称', 'text', { ...must, maxLength: 60 }),
      field('contract', '合同', 'lookup', { ...must, refObject: 'contract' }),
      field('direction', '方向', 'singleSelect', state('in 收款 green', 'out 付款 orange')),
      field('amount', '金额', 'currency', { ...money, ...must }),
      field('dueDay', '应结日期', 'date', must),
      field('state', '状态', 'singleSelect', {
        ...state(
          'waiting 未到期 gray',
          'asked 已申请 arcoblue',
          'late 已逾期 red',
          'done 已结清 green',
        ),
      }),
      field('paidDay', '结清日期', 'date', { requiredWhen: "state = 'done'" }),
      field('owner', '经办人', 'user', must),
      field('receipt', '回单', 'attachment'),
    ],
  },
  views: [
    {
      name: '应结日历',
      kind: 'calendar',
      isDefault: true,
      kindConfig: { startField: 'dueDay', titleField: 'name', colorField: 'state' },
    },
    {
      name: '看板',
      kind: 'kanban',
      kindConfig: {
        groupField: 'state',
        cardFields: ['contract', 'direction', 'amount', 'dueDay'],
      },
    },
  ],
  samples: [
    ({ me, day, id }) => ({
      name: '布草首款 30%',
      contract: id('contract', 0),
      direction: 'in',
      amount: 24_000,
      dueDay: day(-38),
      state: 'done',
      paidDay: day(-36),
      owner: me,
    }),
    ({ me, day, id }) => ({
      name: '布草到货款',
      contract: id('contract', 0),
      direction: 'in',
      amount: 40_000,
      dueDay: day(6),
      state: 'waiting',
      owner: me,
    }),
    ({ me, day, id }) => ({
      name: '复合机货款',
      contract: id('contract', 1),
      direction: 'out',
      amount: 29_400,
      dueDay: day(-2),
      state: 'late',
      owner: me,
    }),
  ],
};

const invoice: Template['objects'][number] = {
  describe: {
    apiName: 'invoice',
    label: '发票',
    icon: 'file',
    description: '开出和收到的发票',
    titleField: 'code',
    fields: [
      field('code', '发票号码', 'text', { ...must, maxLength: 30, unique: true }),
      field('contract', '合同', 'lookup', { ...must, refObject: 'contract' }),
      field('direction', '方向', 'singleSelect', state('issued 开出 green', 'got 收到 orange')),
      field('kind', '种类', 'singleSelect', {
        ...choices('special 增值税专用发票', 'plain 增值税普通发票'),
      }),
      field('amount', '不含税金额', 'currency', { ...money, ...must }),
      field('rate', '税率', 'percent', { scale: 0, min: 0, max: 100, defaultValue: 13 }),
      field('tax', '税额', 'formula', {
        formula: 'round(amount * rate, 2)',
        scale: 2,
        showAs: 'currency',
      }),
      field('total', '价税合计', 'formula', {
        formula: 'amount + tax',
        scale: 2,
        showAs: 'currency',
      }),
      field('day', '开票日期', 'date', must),
      field('scan', '发票文件', 'attachment'),
    ],
  },
  samples: [
    ({ day, id }) => ({
      code: '25332000000012345678',
      contract: id('contract', 0),
      direction: 'issued',
      kind: 'special',
      amount: 21_238.94,
      rate: 13,
      day: day(-36),
    }),
    ({ day, id }) => ({
      code: '25337000000087654321',
      contract: id('contract', 1),
      direction: 'got',
      kind: 'special',
      amount: 26_017.7,
      rate: 13,
      day: day(-10),
    }),
  ],
};

export const CONTRACTS: Template = {
  key: 'contracts',
  name: '合同管理',
  description: '合同、收付款和发票；未结金额自动算出，应结日期在日历上看得到。',
  style: { icon: 'safe', color: 'red' },
  objects: [contract, payment, invoice],
  groups: { 结算: ['payment', 'invoice'] },
};
