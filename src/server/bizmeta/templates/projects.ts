import { choices, field, money, must, state, type Template } from './template.ts';

const STATES = [
  'waiting 未开始 gray',
  'doing 进行中 arcoblue',
  'late 已延期 red',
  'done 已完成 green',
] as const;

const project: Template['objects'][number] = {
  describe: {
    apiName: 'project',
    label: '项目',
    icon: 'folder',
    description: '有开始、有结束的一件大事',
    titleField: 'name',
    validations: [
      { expr: 'endOn >= startOn', message: '结束日期不能早于开始日期', field: 'endOn' },
    ],
    fields: [
      field('name', '项目名称', 'text', { ...must, maxLength: 60 }),
      field('state', '状态', 'singleSelect', state(...STATES)),
      field('owner', '项目经理', 'user', must),
      field('members', '成员', 'users'),
      field('startOn', '开始日期', 'date'),
      field('endOn', '结束日期', 'date'),
      field('budget', '预算', 'currency', money),
      field('tasks', '任务数', 'rollup', { rollup: { via: 'task.project', fn: 'count' } }),
      field('finished', '已完成任务', 'rollup', {
        rollup: { via: 'task.project', fn: 'count', where: "state = 'done'" },
      }),
      field('progress', '完成率', 'formula', {
        formula: 'if(tasks > 0, finished / tasks, 0)',
        scale: 0,
        showAs: 'percent',
      }),
      field('hours', '工时', 'rollup', {
        rollup: { via: 'task.project', fn: 'sum', field: 'hours' },
      }),
      field('goal', '目标', 'longText', { maxLength: 2000 }),
    ],
  },
  views: [
    {
      name: '看板',
      kind: 'kanban',
      kindConfig: { groupField: 'state', cardFields: ['owner', 'endOn', 'progress'] },
    },
    {
      name: '时间线',
      kind: 'gantt',
      sort: [{ field: 'startOn', dir: 'asc' }],
      kindConfig: {
        startField: 'startOn',
        endField: 'endOn',
        titleField: 'name',
        colorField: 'state',
        scale: 'month',
      },
    },
  ],
  samples: [
    ({ me, day }) => ({
      name: '官网改版',
      state: 'doing',
      owner: me,
      members: [me],
      startOn: day(-20),
      endOn: day(25),
      budget: 120_000,
      goal: '新版官网上线，询盘数比去年同期多三成。',
    }),
    ({ me, day }) => ({
      name: '新品发布会',
      state: 'waiting',
      owner: me,
      startOn: day(10),
      endOn: day(55),
      budget: 260_000,
      goal: '到场客户 200 家，签约意向 30 家。',
    }),
  ],
};

const task: Template['objects'][number] = {
  describe: {
    apiName: 'task',
    label: '任务',
    icon: 'schedule',
    description: '项目里的一件事，可以再分成几件，也可以等别的任务做完',
    titleField: 'name',
    validations: [
      { expr: 'endOn >= startOn', message: '结束日期不能早于开始日期', field: 'endOn' },
    ],
    fields: [
      field('name', '任务', 'text', { ...must, maxLength: 60 }),
      field('project', '项目', 'lookup', { ...must, refObject: 'project' }),
      field('parent', '上级任务', 'lookup', { refObject: 'task' }),
      field('before', '前置任务', 'lookup', { refObject: 'task' }),
      field('state', '状态', 'singleSelect', state(...STATES)),
      field('urgency', '优先级', 'singleSelect', {
        ...choices('high 高 red', 'middle 中 orange', 'low 低 gray'),
        defaultValue: 'middle',
      }),
      field('startOn', '开始日期', 'date'),
      field('endOn', '结束日期', 'date'),
      field('progress', '进度', 'percent', { scale: 0, min: 0, max: 100, defaultValue: 0 }),
      field('hours', '工时', 'decimal', { precision: 7, scale: 1, min: 0 }),
      field('owner', '负责人', 'user', must),
      field('remark', '备注', 'longText', { maxLength: 2000 }),
    ],
  },
  views: [
    {
      name: '甘特图',
      kind: 'gantt',
      isDefault: true,
      sort: [{ field: 'startOn', dir: 'asc' }],
      kindConfig: {
        startField: 'startOn',
        endField: 'endOn',
        titleField: 'name',
        progressField: 'progress',
        parentField: 'parent',
        dependsOnField: 'before',
        colorField: 'state',
        scale: 'week',
      },
    },
    {
      name: '看板',
      kind: 'kanban',
      kindConfig: {
        groupField: 'state',
        cardFields: ['project', 'urgency', 'owner', 'endOn'],
      },
    },
    {
      name: '日历',
      kind: 'calendar',
      kindConfig: { startField: 'startOn', endField: 'endOn', colorField: 'state' },
    },
  ],
  samples: [
    ({ me, day, id }) => ({
      name: '设计',
      project: id('project', 0),
      state: 'doing',
      startOn: day(-20),
      endOn: day(2),
      progress: 70,
      owner: me,
    }),
    ({ me, day, id }) => ({
      name: '访谈与竞品分析',
      project: id('project', 0),
      parent: id('task', 0),
      state: 'done',
      startOn: day(-20),
      endOn: day(-13),
      progress: 100,
      hours: 42,
      owner: me,
    }),
    ({ me, day, id }) => ({
      name: '信息架构',
      project: id('project', 0),
      parent: id('task', 0),
      before: id('task', 1),
      state: 'done',
      startOn: day(-12),
      endOn: day(-7),
      progress: 100,
      hours: 30,
      owner: me,
    }),
    ({ me, day, id }) => ({
      name: '视觉稿',
      project: id('project', 0),
      parent: id('task', 0),
      before: id('task', 2),
      state: 'doing',
      urgency: 'high',
      startOn: day(-6),
      endOn: day(2),
      progress: 60,
      hours: 36,
      owner: me,
    }),
    ({ me, day, id }) => ({
      name: '页面开发',
      project: id('project', 0),
      before: id('task', 3),
      state: 'waiting',
      startOn: day(3),
      endOn: day(18),
      owner: me,
    }),
    ({ me, day, id }) => ({
      name: '测试与上线',
      project: id('project', 0),
      before: id('task', 4),
      state: 'waiting',
      startOn: day(19),
      endOn: day(25),
      owner: me,
    }),
    ({ me, day, id }) => ({
      name: '确定场地与日期',
      project: id('project', 1),
      state: 'waiting',
      urgency: 'high',
      startOn: day(10),
      endOn: day(16),
      owner: me,
    }),
    ({ me, day, id }) => ({
      name: '邀请客户',
      project: id('project', 1),
      before: id('task', 6),
      state: 'waiting',
      startOn: day(17),
      endOn: day(36),
      owner: me,
    }),
  ],
};

const issue: Template['objects'][number] = {
  describe: {
    apiName: 'projectIssue',
    label: '风险与问题',
    icon: 'exclamation-circle',
    description: '可能耽误项目的事，有人负责，有期限',
    titleField: 'title',
    fields: [
      field('title', '标题', 'text', { ...must, maxLength: 100 }),
      field('project', '项目', 'lookup', { ...must, refObject: 'project' }),
      field('kind', '类型', 'singleSelect', state('risk 风险 orange', 'trouble 问题 red')),
      field('level', '影响', 'singleSelect', {
        ...choices('high 大 red', 'middle 中 orange', 'low 小 gray'),
        defaultValue: 'middle',
      }),
      field('state', '状态', 'singleSelect', {
        ...state('open 待处理 gray', 'doing 处理中 arcoblue', 'closed 已关闭 green'),
      }),
      field('owner', '负责人', 'user', must),
      field('dueDay', '期限', 'date'),
      field('answer', '应对', 'longText', { maxLength: 2000, requiredWhen: "state = 'closed'" }),
    ],
  },
  views: [
    {
      name: '看板',
      kind: 'kanban',
      kindConfig: { groupField: 'state', cardFields: ['project', 'level', 'owner', 'dueDay'] },
    },
  ],
  samples: [
    ({ me, day, id }) => ({
      title: '旧站内容缺少负责人，迁移可能延误',
      project: id('project', 0),
      kind: 'risk',
      level: 'middle',
      state: 'doing',
      owner: me,
      dueDay: day(5),
      answer: '每个栏目请业务部门指定一人。',
    }),
    ({ me, day, id }) => ({
      title: '场地档期未确认',
      project: id('project', 1),
      kind: 'trouble',
      level: 'high',
      state: 'open',
      owner: me,
      dueDay: day(12),
    }),
  ],
};

export const PROJECTS: Template = {
  key: 'projects',
  name: '项目管理',
  description: '项目、任务和风险；甘特图排期，看板跟进，完成率随任务更新。',
  style: { icon: 'schedule', color: 'purple' },
  objects: [project, task, issue],
};
