import type {
  DescribeInput,
  FieldInput,
  SelectOption,
  ViewInput,
} from '../../../contract/index.ts';
import type { DemoSeed } from '../../kernel/index.ts';
import { addDays } from '../fields/filters/calendar.ts';
import type { GeneratedRecord, DemoWorld } from './records.ts';
import { seedApp } from './seed-app.ts';

/** The demo's third app: what a company plans, as tasks within tasks that wait for one another. */

const SEED = 20_260_607;
const DAY_MS = 86_400_000;
const f = (
  apiName: string,
  label: string,
  type: FieldInput['type'],
  more: Partial<FieldInput> = {},
): FieldInput => ({ apiName, label, type, ...more });
const o = (code: string, label: string, color: string): SelectOption => ({ code, label, color });
const must = { required: true };

const APP = {
  name: '项目管理',
  description: '项目、任务与进度',
  style: JSON.stringify({ icon: 'schedule', color: 'purple', iconColor: 'purple' }),
};
const TASK = 'projectTask';
const STATES = [
  o('waiting', '未开始', 'gray'),
  o('doing', '进行中', 'arcoblue'),
  o('late', '已延期', 'red'),
  o('done', '已完成', 'green'),
];
const LEVELS = [
  o('project', '项目', 'purple'),
  o('part', '阶段', 'cyan'),
  o('step', '任务', 'arcoblue'),
];

const task: DescribeInput = {
  apiName: TASK,
  label: '项目任务',
  icon: 'schedule',
  description: '项目里的一件事，可以再分成几件',
  titleField: 'name',
  fields: [
    f('name', '任务', 'text', { ...must, maxLength: 60 }),
    f('level', '层次', 'singleSelect', { ...must, options: LEVELS, defaultValue: 'step' }),
    f('state', '状态', 'singleSelect', { ...must, options: STATES, defaultValue: 'waiting' }),
    f('startOn', '开始日期', 'date'),
    f('endOn', '结束日期', 'date'),
    f('progress', '进度', 'percent', { scale: 0, min: 0, max: 100, defaultValue: 0 }),
    f('owner', '负责人', 'user', must),
    f('parent', '上级任务', 'lookup', { refObject: TASK }),
    f('before', '前置任务', 'lookup', { refObject: TASK }),
    f('remark', '备注', 'longText', { maxLength: 2000 }),
  ],
};

/**
 * A task: its name, the days it begins after what comes before it (or after its project), the days
 * it takes; without days it is not planned yet.
 */
type Step = readonly [name: string, gap: number, days: number] | readonly [name: string];
/**
 * Projects by name: days from today to their beginning, and their parts with their steps, one after
 * the other.
 */
const PROJECTS: readonly (readonly [string, number, Readonly<Record<string, readonly Step[]>>])[] =
  [
    [
      '杭州总仓扩建',
      -60,
      {
        规划: [
          ['需求调研', 0, 8],
          ['平面设计', 1, 12],
          ['预算审批', 0, 5],
        ],
        施工: [
          ['货架采购', 2, 15],
          ['消防改造', 0, 18],
          ['地面处理', 1, 10],
          ['照明与网络', 0, 9],
        ],
        投产: [['设备联调', 2, 8], ['人员培训', 0, 6], ['搬仓', 1, 5], ['验收']],
      },
    ],
    [
      '官网改版',
      -24,
      {
        设计: [
          ['访谈与竞品分析', 0, 6],
          ['信息架构', 0, 5],
          ['视觉稿', 1, 10],
        ],
        开发: [
          ['前端页面', 1, 16],
          ['内容迁移', 0, 9],
          ['搜索与表单', 0, 7],
        ],
        上线: [['兼容性测试', 1, 6], ['灰度发布', 0, 4], ['收集反馈']],
      },
    ],
    [
      '新品发布',
      6,
      {
        筹备: [
          ['定位与定价', 0, 7],
          ['样品打样', 0, 12],
          ['包装设计', 1, 9],
        ],
        推广: [
          ['渠道洽谈', 0, 14],
          ['宣传片', 0, 12],
          ['发布会', 3, 2],
        ],
        复盘: [['首月销售跟踪', 1, 30], ['复盘会']],
      },
    ],
  ];

interface Span {
  from: string;
  to: string;
}
const shareOf = ({ from, to }: Span, today: string): number =>
  Math.max(
    0,
    Math.min(
      1,
      (Date.parse(today) - Date.parse(from)) / (Date.parse(to) - Date.parse(from) + DAY_MS),
    ),
  );

class Plan {
  readonly made: GeneratedRecord[] = [];
  constructor(private readonly world: DemoWorld) {}

  add(
    name: string,
    level: string,
    span: Span | null,
    parent: GeneratedRecord | null,
    before: GeneratedRecord | null,
  ): GeneratedRecord {
    const { r, users, today, now, newId } = this.world;
    const share = span ? shareOf(span, today) : 0;
    const progress =
      share === 1 ? (r.chance(0.85) ? 100 : 90) : Math.round((share * r.int(70, 110)) / 5) * 5;
    const state =
      share === 0 ? 'waiting' : progress >= 100 ? 'done' : share === 1 ? 'late' : 'doing';
    const owner = r.pick(users);
    const values = {
      name,
      level,
      state,
      startOn: span?.from ?? null,
      endOn: span?.to ?? null,
      progress: Math.min(100, progress),
      owner,
      parent: parent?.id ?? null,
      before: before?.id ?? null,
    };
    const one: GeneratedRecord = {
      id: newId(),
      values,
      at: new Date(now.getTime() - r.int(60, 3_000) * 60_000),
      by: owner,
    };
    this.made.push(one);
    return one;
  }
  /** The steps of one part, each after the one before; a part lasts from its first to its last. */
  part(
    name: string,
    steps: readonly Step[],
    from: string,
    project: GeneratedRecord,
    last: GeneratedRecord | null,
  ): { to: string; last: GeneratedRecord | null } {
    const days: (Span | null)[] = [];
    let at = from;
    for (const [, gap, length] of steps) {
      if (gap === undefined || length === undefined) {
        days.push(null);
        continue;
      }
      const begin = addDays(at, gap);
      at = addDays(begin, length);
      days.push({ from: begin, to: addDays(at, -1) });
    }
    const planned = days.filter((span) => span !== null);
    const part = this.add(
      name,
      'part',
      { from: planned[0]?.from ?? from, to: planned.at(-1)?.to ?? from },
      project,
      null,
    );
    let before = last;
    steps.forEach(([step], i) => {
      before = this.add(step, 'step', days[i] ?? null, part, before);
    });
    return { to: at, last: before };
  }
}

function makeTasks(world: DemoWorld): GeneratedRecord[] {
  const plan = new Plan(world);
  for (const [name, offset, parts] of PROJECTS) {
    const from = addDays(world.today, offset);
    // The end is known once the parts are: the span is filled in then.
    const project = plan.add(name, 'project', { from, to: from }, null, null);
    let [at, last]: [string, GeneratedRecord | null] = [from, null];
    for (const [part, steps] of Object.entries(parts))
      ({ to: at, last } = plan.part(part, steps, at, project, last));
    const span = { from, to: addDays(at, -1) };
    Object.assign(project.values, { endOn: span.to, ...progressOf(span, world.today) });
  }
  return plan.made;
}

function progressOf(span: Span, today: string): { progress: number; state: string } {
  const progress = Math.round(shareOf(span, today) * 100);
  return { progress, state: progress === 0 ? 'waiting' : progress === 100 ? 'done' : 'doing' };
}

const STEPS: ViewInput['dataFilter'] = { field: 'level', op: 'eq', value: 'step' };
const BY_START: ViewInput['sort'] = [{ field: 'startOn', dir: 'asc' }];
const VIEWS: readonly ViewInput[] = [
  {
    name: '甘特图',
    kind: 'gantt',
    isDefault: true,
    sort: BY_START,
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
    dataFilter: STEPS,
    kindConfig: { groupField: 'state', cardFields: ['owner', 'endOn', 'progress'] },
  },
  {
    name: '日历',
    kind: 'calendar',
    dataFilter: STEPS,
    kindConfig: { startField: 'startOn', endField: 'endOn', colorField: 'state' },
  },
  {
    name: '分解',
    kind: 'hierarchy',
    sort: BY_START,
    kindConfig: { parentField: 'parent', levelFields: ['state', 'owner', 'progress'] },
  },
];

/** The app, its tasks and its views. */
export const seedProjects = (seed: DemoSeed): Promise<void> =>
  seedApp(seed, APP, SEED, (world) => [
    { describe: task, records: makeTasks(world), views: VIEWS },
  ]);
