import type { InputOf } from '../../contract/index.ts';
import type { TenantTx } from '../kernel/index.ts';
import type { Thing, Wording } from '../log/index.ts';
import { calendarDetail } from './time/calendar-calls.ts';

/** How operations on approvals are worded in the operation log. */

const KIND = '流程模板';
const TEMPLATE = `select t.id::text as id, t.name, t.icon, t.category, t.version,
  case when t.deleted_at is not null then '已删除' when t.version = 0 then '未发布' when t.enabled then '启用'
    else '停用' end as state from bpm.flow_template t where t.tenant_id = $1`;
interface Row {
  id: string;
  name: string;
  icon: string;
  category: string;
  version: number;
  state: string;
}

const thingOf = ({ id, name, icon, category, version, state }: Row): Thing => ({
  kind: KIND,
  id,
  name,
  facts: { 名称: name, 图标: icon, 分类: category, 版本: String(version), 状态: state },
});

async function templateById(tx: TenantTx, id: string): Promise<Thing[]> {
  const rows = await tx.query<Row>(`${TEMPLATE} and t.id::text = $2`, [tx.tenant.id, id]);
  return rows.length > 0 ? rows.map(thingOf) : [{ kind: KIND, id, name: '不存在的流程模板' }];
}
async function templateByName(tx: TenantTx, name: string): Promise<Thing[]> {
  const rows = await tx.query<Row>(
    `${TEMPLATE} and lower(t.name) = lower($2) and t.deleted_at is null`,
    [tx.tenant.id, name],
  );
  return rows.length > 0 ? rows.map(thingOf) : [{ kind: KIND, id: '', name }];
}

const ofTemplate = <I extends { id: string }>(deed: Wording<I>['deed']): Wording<I> => ({
  deed,
  things: ({ tx, input: { id } }) => templateById(tx, id),
});

async function member(tx: TenantTx, id: string): Promise<Thing[]> {
  const [row] = await tx.query<{ name: string }>(
    'select real_name as name from upm.member where tenant_id = $1 and user_id = $2',
    [tx.tenant.id, id],
  );
  return [{ kind: '成员', id, name: row?.name ?? '不存在的成员' }];
}

const WEEK = '一二三四五六日';
/** The calendar as it is: usual hours in words, and how many days differ. */
async function calendar(tx: TenantTx): Promise<Thing[]> {
  const { weekdays, hours, days } = await calendarDetail(tx);
  const facts = {
    工作日: weekdays.map((day) => `周${WEEK[day]}`).join('、'),
    上班时间: hours.map(({ from, to }) => `${from}–${to}`).join('、'),
    与平时不同的日子: `${days.length} 天`,
  };
  return [{ kind: '工作日历', id: 'calendar', name: '工作日历', facts }];
}

export const bpmWordings = {
  'bpm.calendar.update': {
    deed: () => '修改工作日历',
    things: ({ tx }) => calendar(tx),
  } satisfies Wording<InputOf<'bpm.calendar.update'>>,
  'bpm.calendar.setDays': {
    deed: ({ from, to, kind, name }) =>
      `${kind === 'off' ? '放假' : '上班'}“${name}”：${to == null || to === from ? from : `${from} 至 ${to}`}`,
    things: ({ tx }) => calendar(tx),
  } satisfies Wording<InputOf<'bpm.calendar.setDays'>>,
  'bpm.calendar.removeDays': {
    deed: ({ days }) => `${days.length} 天恢复为平时的安排`,
    things: ({ tx }) => calendar(tx),
  } satisfies Wording<InputOf<'bpm.calendar.removeDays'>>,
  'bpm.calendar.importHolidays': {
    deed: ({ year }) => `导入 ${year} 年的法定节假日`,
    things: ({ tx }) => calendar(tx),
  } satisfies Wording<InputOf<'bpm.calendar.importHolidays'>>,
  'bpm.template.create': {
    deed: ({ from }) => (from ? '复制流程模板' : '新建流程模板'),
    things: ({ tx, input: { name } }) => templateByName(tx, name),
  } satisfies Wording<InputOf<'bpm.template.create'>>,
  'bpm.template.commit': {
    deed: ({ template: { id } }) => (id === undefined ? '新建并发布流程模板' : '发布流程模板'),
    things: ({ tx, input: { template } }) =>
      template.id === undefined ? templateByName(tx, template.name) : templateById(tx, template.id),
  } satisfies Wording<InputOf<'bpm.template.commit'>>,
  'bpm.template.update': ofTemplate<InputOf<'bpm.template.update'>>(() => '修改流程模板'),
  'bpm.template.operate': ofTemplate<InputOf<'bpm.template.operate'>>(({ op }) =>
    op === 'enable' ? '启用流程模板' : '停用流程模板',
  ),
  'bpm.template.delete': ofTemplate<InputOf<'bpm.template.delete'>>(({ cancelRunning }) =>
    cancelRunning ? '删除流程模板，并终止进行中的流程' : '删除流程模板',
  ),
  'bpm.template.restore': ofTemplate<InputOf<'bpm.template.restore'>>(() => '恢复流程模板'),
  'bpm.template.publish': ofTemplate<InputOf<'bpm.template.publish'>>(() => '发布流程模板'),
  'bpm.template.dynamicUpdate': ofTemplate<InputOf<'bpm.template.dynamicUpdate'>>(({ dryRun }) =>
    dryRun ? '试算迁移运行中的流程' : '迁移运行中的流程',
  ),
  'bpm.template.msg.config': {
    deed: () => '设置流程模板的消息',
    things: ({ tx, input: { templateId } }) => templateById(tx, templateId),
  } satisfies Wording<InputOf<'bpm.template.msg.config'>>,
  'bpm.template.outlet.save': {
    deed: ({ newSecret }) =>
      newSecret ? '更换流程请求外部地址的签名密钥' : '设置流程请求外部地址的请求头',
    things: ({ tx, input: { templateId } }) => templateById(tx, templateId),
  } satisfies Wording<InputOf<'bpm.template.outlet.save'>>,
  'bpm.template.outlet.remove': {
    deed: () => '删除流程请求外部地址的请求头与签名',
    things: ({ tx, input: { templateId } }) => templateById(tx, templateId),
  } satisfies Wording<InputOf<'bpm.template.outlet.remove'>>,
  'bpm.work.transferUpdate': {
    deed: () => '交接流程里的工作',
    things: async ({ tx, input: { userId, toUserId } }) => [
      ...(await member(tx, userId)),
      ...(await member(tx, toUserId)),
    ],
  } satisfies Wording<InputOf<'bpm.work.transferUpdate'>>,
};
