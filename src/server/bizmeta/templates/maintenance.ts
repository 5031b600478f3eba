import { choices, field, money, must, paperNumber, state, type Template } from './template.ts';

const device: Template['objects'][number] = {
  describe: {
    apiName: 'device',
    label: '设备',
    icon: 'settings',
    description: '要维护的设备：在哪里，谁负责，花了多少',
    titleField: 'name',
    fields: [
      field('name', '设备名称', 'text', { ...must, maxLength: 60 }),
      field('code', '设备编号', 'text', { ...must, maxLength: 20, unique: true }),
      field('state', '状态', 'singleSelect', {
        ...state('running 运行 green', 'repair 维修中 orange', 'idle 闲置 gray', 'gone 报废 red'),
      }),
      field('kind', '类别', 'singleSelect', {
        ...choices('machine 加工设备', 'power 动力设备', 'carry 运输设备', 'check 检测设备'),
      }),
      field('place', '位置', 'text', { maxLength: 60 }),
      field('owner', '负责人', 'user', must),
      field('boughtOn', '购置日期', 'date'),
      field('price', '原值', 'currency', money),
      field('cycle', '保养周期（天）', 'integer', { min: 1, noSum: true }),
      field('lastKept', '上次保养', 'rollup', {
        rollup: { via: 'upkeep.device', fn: 'max', field: 'day' },
      }),
      field('nextKeep', '下次保养', 'formula', { formula: "dateAdd(lastKept, cycle, 'day')" }),
      field('failures', '报修次数', 'rollup', { rollup: { via: 'repair.device', fn: 'count' } }),
      field('spent', '维修费用', 'rollup', {
        rollup: { via: 'repair.device', fn: 'sum', field: 'fee' },
      }),
      field('photo', '照片', 'image', { max: 6 }),
    ],
    sections: [
      {
        label: '设备信息',
        columns: 2,
        items: [
          { field: 'name' },
          { field: 'code' },
          { field: 'state' },
          { field: 'kind' },
          { field: 'place' },
          { field: 'owner' },
          { field: 'boughtOn' },
          { field: 'price' },
          { field: 'photo' },
        ],
      },
      {
        label: '维护',
        columns: 2,
        items: [
          { field: 'cycle' },
          { field: 'lastKept' },
          { field: 'nextKeep' },
          { field: 'failures' },
          { field: 'spent' },
        ],
      },
    ],
  },
  views: [
    {
      name: '按状态',
      kind: 'kanban',
      kindConfig: { groupField: 'state', cardFields: ['code', 'place', 'owner', 'nextKeep'] },
    },
  ],
  samples: [
    ({ me }) => ({
      name: '数控车床 CK6140',
      code: 'SB-0001',
      state: 'running',
      kind: 'machine',
      place: '一车间 A 区',
      owner: me,
      boughtOn: '2021-05-18',
      price: 168_000,
      cycle: 90,
    }),
    ({ me }) => ({
      name: '螺杆空压机',
      code: 'SB-0002',
      state: 'repair',
      kind: 'power',
      place: '动力站',
      owner: me,
      boughtOn: '2020-11-02',
      price: 46_500,
      cycle: 30,
    }),
    ({ me }) => ({
      name: '电动叉车 2 吨',
      code: 'SB-0003',
      state: 'running',
      kind: 'carry',
      place: '成品库',
      owner: me,
      boughtOn: '2022-03-09',
      price: 72_000,
      cycle: 60,
    }),
    ({ me }) => ({
      name: '三坐标测量机',
      code: 'SB-0004',
      state: 'running',
      kind: 'check',
      place: '质检室',
      owner: me,
      boughtOn: '2023-08-21',
      price: 285_000,
      cycle: 180,
    }),
  ],
};

const repair: Template['objects'][number] = {
  describe: {
    apiName: 'repair',
    label: '报修单',
    icon: 'tool',
    description: '设备出了什么问题，怎样修好的',
    titleField: 'no',
    validations: [
      { expr: 'doneAt >= reportedAt', message: '完成时间不能早于报修时间', field: 'doneAt' },
    ],
    fields: [
      paperNumber('报修单号', 'BX'),
      field('device', '设备', 'lookup', { ...must, refObject: 'device' }),
      field('fault', '故障现象', 'longText', { ...must, maxLength: 500 }),
      field('state', '状态', 'singleSelect', {
        ...state(
          'waiting 待派工 gray',
          'doing 维修中 arcoblue',
          'checking 待验收 orange',
          'done 已完成 green',
        ),
      }),
      field('urgency', '紧急程度', 'singleSelect', {
        ...choices('stop 停机 red', 'slow 影响生产 orange', 'minor 一般 gray'),
        defaultValue: 'minor',
      }),
      field('reporter', '报修人', 'user', must),
      field('reportedAt', '报修时间', 'dateTime', must),
      field('handler', '维修人', 'user', { requiredWhen: "state != 'waiting'" }),
      field('doneAt', '完成时间', 'dateTime', {
        requiredWhen: "state = 'done'",
      }),
      field('parts', '更换备件', 'subTable', {
        fields: [
          field('name', '名称', 'text', { ...must, maxLength: 60 }),
          field('quantity', '数量', 'integer', { ...must, min: 1 }),
          field('price', '单价', 'currency', { ...money, ...must, noSum: true }),
        ],
      }),
      field('partsFee', '备件费', 'formula', {
        formula: 'sum(quantity * price of parts)',
        scale: 2,
        showAs: 'currency',
      }),
      field('fee', '费用合计', 'currency', {
        ...money,
        help: '备件费加上工时、外协等费用，汇总到设备',
      }),
      field('photos', '现场照片', 'image', { max: 9 }),
    ],
  },
  views: [
    {
      name: '派工看板',
      kind: 'kanban',
      isDefault: true,
      kindConfig: {
        groupField: 'state',
        cardFields: ['device', 'fault', 'urgency', 'handler'],
      },
    },
  ],
  samples: [
    ({ me, at, id }) => ({
      device: id('device', 0),
      fault: '主轴有异响，转速不稳。',
      state: 'done',
      urgency: 'slow',
      reporter: me,
      reportedAt: at(-18, 9),
      handler: me,
      doneAt: at(-17, 16),
      parts: [{ name: '主轴轴承', quantity: 2, price: 320 }],
      fee: 940,
    }),
    ({ me, at, id }) => ({
      device: id('device', 1),
      fault: '排气温度高，自动停机。',
      state: 'doing',
      urgency: 'stop',
      reporter: me,
      reportedAt: at(-1, 10),
      handler: me,
      parts: [
        { name: '温控阀', quantity: 1, price: 460 },
        { name: '空压机油', quantity: 3, price: 150 },
      ],
      fee: 910,
    }),
    ({ me, at, id }) => ({
      device: id('device', 2),
      fault: '右前轮磨损，转向发沉。',
      state: 'waiting',
      urgency: 'minor',
      reporter: me,
      reportedAt: at(0, 8),
    }),
  ],
};

const upkeep: Template['objects'][number] = {
  describe: {
    apiName: 'upkeep',
    label: '保养记录',
    icon: 'calendar-clock',
    description: '每一次保养做了什么；下次保养的日期由它算出',
    titleField: 'no',
    fields: [
      paperNumber('保养单号', 'BY'),
      field('device', '设备', 'lookup', { ...must, refObject: 'device' }),
      field('day', '保养日期', 'date', must),
      field('level', '级别', 'singleSelect', {
        ...state('daily 日常 gray', 'first 一级 arcoblue', 'second 二级 purple'),
      }),
      field('keeper', '保养人', 'user', must),
      field('items', '保养项目', 'subTable', {
        fields: [
          field('name', '项目', 'text', { ...must, maxLength: 60 }),
          field('result', '结果', 'singleSelect', {
            ...state('fine 正常 green', 'fixed 已处理 orange', 'bad 待维修 red'),
          }),
        ],
      }),
      field('remark', '备注', 'longText', { maxLength: 2000 }),
    ],
  },
  views: [
    {
      name: '日历',
      kind: 'calendar',
      kindConfig: { startField: 'day', titleField: 'no', colorField: 'level' },
    },
  ],
  samples: [
    ({ me, day, id }) => ({
      device: id('device', 0),
      day: day(-40),
      level: 'first',
      keeper: me,
      items: [
        { name: '导轨润滑', result: 'fine' },
        { name: '皮带张紧', result: 'fixed' },
      ],
    }),
    ({ me, day, id }) => ({
      device: id('device', 1),
      day: day(-26),
      level: 'daily',
      keeper: me,
      items: [{ name: '更换油滤', result: 'fine' }],
    }),
    ({ me, day, id }) => ({
      device: id('device', 2),
      day: day(-12),
      level: 'daily',
      keeper: me,
      items: [
        { name: '电瓶液位', result: 'fine' },
        { name: '轮胎', result: 'bad' },
      ],
    }),
  ],
};

export const MAINTENANCE: Template = {
  key: 'maintenance',
  name: '设备管理',
  description: '设备台账、报修派工和保养记录；每台设备的费用和下次保养自动算出。',
  style: { icon: 'tool', color: 'orange' },
  objects: [device, repair, upkeep],
  groups: { 维护: ['repair', 'upkeep'] },
};
