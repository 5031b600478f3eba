import { choices, field, money, must, state, type Template } from './template.ts';

const position: Template['objects'][number] = {
  describe: {
    apiName: 'position',
    label: '职位',
    icon: 'idcard',
    description: '要招什么人，招几个，还差几个',
    titleField: 'name',
    fields: [
      field('name', '职位名称', 'text', { ...must, maxLength: 60 }),
      field('dept', '用人部门', 'dept'),
      field('state', '状态', 'singleSelect', {
        ...state('open 招聘中 green', 'paused 暂停 orange', 'closed 已关闭 gray'),
      }),
      field('headcount', '招聘人数', 'integer', { ...must, min: 1, defaultValue: 1 }),
      field('applicants', '候选人', 'rollup', {
        rollup: { via: 'candidate.position', fn: 'count' },
      }),
      field('hired', '已入职', 'rollup', {
        rollup: { via: 'candidate.position', fn: 'count', where: "stage = 'hired'" },
      }),
      field('missing', '还差', 'formula', { formula: 'headcount - hired' }),
      field('owner', '招聘负责人', 'user', must),
      field('dueDay', '期望到岗', 'date'),
      field('duties', '职责与要求', 'longText', { maxLength: 4000 }),
    ],
  },
  views: [
    {
      name: '看板',
      kind: 'kanban',
      kindConfig: { groupField: 'state', cardFields: ['headcount', 'missing', 'owner', 'dueDay'] },
    },
  ],
  samples: [
    ({ me, day }) => ({
      name: '前端工程师',
      state: 'open',
      headcount: 2,
      owner: me,
      dueDay: day(30),
      duties: '负责产品界面的开发；三年以上经验，熟悉 TypeScript。',
    }),
    ({ me, day }) => ({
      name: '华东区销售经理',
      state: 'open',
      headcount: 1,
      owner: me,
      dueDay: day(20),
      duties: '负责华东重点客户；五年以上企业销售经验。',
    }),
    ({ me }) => ({ name: '行政专员', state: 'closed', headcount: 1, owner: me }),
  ],
};

const candidate: Template['objects'][number] = {
  describe: {
    apiName: 'candidate',
    label: '候选人',
    icon: 'user',
    description: '应聘的人和走到哪一步',
    titleField: 'name',
    fields: [
      field('name', '姓名', 'text', { ...must, maxLength: 30 }),
      field('position', '应聘职位', 'lookup', { ...must, refObject: 'position' }),
      field('stage', '阶段', 'singleSelect', {
        ...state(
          'screen 简历筛选 gray',
          'interview 面试 arcoblue',
          'offer 录用沟通 orange',
          'hired 已入职 green',
          'refused 未通过 red',
        ),
      }),
      field('mobile', '手机', 'phone', must),
      field('email', '邮箱', 'email'),
      field('source', '来源', 'singleSelect', {
        ...choices('site 招聘网站', 'referral 内部推荐', 'campus 校园招聘', 'agency 猎头'),
      }),
      field('education', '学历', 'singleSelect', {
        ...choices('college 大专', 'bachelor 本科', 'master 硕士', 'doctor 博士'),
      }),
      field('years', '工作年限', 'integer', { min: 0, max: 60, noSum: true }),
      field('salary', '期望月薪', 'currency', { ...money, noSum: true }),
      field('score', '评价', 'rating'),
      field('resume', '简历', 'attachment'),
      field('owner', '负责人', 'user', must),
      field('refusedWhy', '未通过原因', 'longText', {
        maxLength: 500,
        requiredWhen: "stage = 'refused'",
      }),
    ],
    sections: [
      {
        label: '应聘',
        columns: 2,
        items: [
          { field: 'name' },
          { field: 'position' },
          { field: 'stage' },
          { field: 'owner' },
          { field: 'score' },
          { field: 'resume' },
          { field: 'refusedWhy' },
        ],
      },
      {
        label: '个人信息',
        columns: 2,
        items: [
          { field: 'mobile' },
          { field: 'email' },
          { field: 'source' },
          { field: 'education' },
          { field: 'years' },
          { field: 'salary' },
        ],
      },
    ],
  },
  views: [
    {
      name: '招聘进度',
      kind: 'kanban',
      isDefault: true,
      kindConfig: { groupField: 'stage', cardFields: ['position', 'years', 'score', 'owner'] },
    },
  ],
  samples: [
    ({ me, id }) => ({
      name: '唐若溪',
      position: id('position', 0),
      stage: 'interview',
      mobile: '13912340001',
      source: 'site',
      education: 'bachelor',
      years: 4,
      salary: 22_000,
      score: 4,
      owner: me,
    }),
    ({ me, id }) => ({
      name: '韩子墨',
      position: id('position', 0),
      stage: 'offer',
      mobile: '13912340002',
      source: 'referral',
      education: 'master',
      years: 3,
      salary: 24_000,
      score: 5,
      owner: me,
    }),
    ({ me, id }) => ({
      name: '曹景行',
      position: id('position', 0),
      stage: 'screen',
      mobile: '13912340003',
      source: 'site',
      education: 'bachelor',
      years: 2,
      owner: me,
    }),
    ({ me, id }) => ({
      name: '魏书瑶',
      position: id('position', 1),
      stage: 'interview',
      mobile: '13912340004',
      source: 'agency',
      education: 'bachelor',
      years: 8,
      salary: 30_000,
      score: 4,
      owner: me,
    }),
    ({ me, id }) => ({
      name: '钱沐阳',
      position: id('position', 2),
      stage: 'hired',
      mobile: '13912340005',
      source: 'campus',
      education: 'college',
      years: 1,
      salary: 7_500,
      score: 4,
      owner: me,
    }),
    ({ me, id }) => ({
      name: '程一诺',
      position: id('position', 1),
      stage: 'refused',
      mobile: '13912340006',
      source: 'site',
      years: 2,
      owner: me,
      refusedWhy: '没有企业客户的经验。',
    }),
  ],
};

const interview: Template['objects'][number] = {
  describe: {
    apiName: 'interview',
    label: '面试',
    icon: 'calendar',
    description: '什么时候，谁来面，结果怎样',
    titleField: 'subject',
    fields: [
      field('subject', '主题', 'text', { ...must, maxLength: 60 }),
      field('candidate', '候选人', 'lookup', { ...must, refObject: 'candidate' }),
      field('round', '轮次', 'singleSelect', {
        ...state('first 初试 arcoblue', 'second 复试 purple', 'final 终试 orange'),
      }),
      field('at', '时间', 'dateTime', must),
      field('place', '地点', 'text', { maxLength: 60 }),
      field('interviewers', '面试官', 'users', must),
      field('result', '结果', 'singleSelect', {
        ...state('waiting 待面试 gray', 'pass 通过 green', 'fail 不通过 red'),
      }),
      field('comment', '评语', 'longText', {
        maxLength: 2000,
        requiredWhen: "result != 'waiting'",
      }),
    ],
  },
  views: [
    {
      name: '面试日历',
      kind: 'calendar',
      isDefault: true,
      kindConfig: { startField: 'at', titleField: 'subject', colorField: 'round' },
    },
  ],
  samples: [
    ({ me, at, id }) => ({
      subject: '唐若溪 · 复试',
      candidate: id('candidate', 0),
      round: 'second',
      at: at(1, 14),
      place: '三楼会议室',
      interviewers: [me],
    }),
    ({ me, at, id }) => ({
      subject: '韩子墨 · 终试',
      candidate: id('candidate', 1),
      round: 'final',
      at: at(-3, 10),
      place: '三楼会议室',
      interviewers: [me],
      result: 'pass',
      comment: '基础扎实，沟通清楚，建议录用。',
    }),
    ({ me, at, id }) => ({
      subject: '魏书瑶 · 初试',
      candidate: id('candidate', 3),
      round: 'first',
      at: at(2, 10),
      place: '视频会议',
      interviewers: [me],
    }),
  ],
};

export const HIRING: Template = {
  key: 'hiring',
  name: '招聘管理',
  description: '职位、候选人和面试；看板推进候选人，日历安排面试，职位还差几人一目了然。',
  style: { icon: 'user', color: 'cyan' },
  objects: [position, candidate, interview],
};
