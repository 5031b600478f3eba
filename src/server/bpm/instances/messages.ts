import { flowStateTitle, type FlowMessage, type MessageTypeCode } from '../../../contract/index.ts';
import type { Item } from '../../../flow/index.ts';
import {
  messagesWriting,
  postMessages,
  type OutboxEvent,
  type TenantTx,
  type Writing,
} from '../../kernel/index.ts';
import { FLOW_CHANNEL } from '../../msg/index.ts';
import { managerIds } from '../people/managers.ts';
import { nodeName } from '../prepared.ts';
import { channelsOf } from '../templates/message-rules.ts';
import type { FlowRun, Happened } from './flow-run.ts';
import { itemId } from './rows.ts';

/** Where a message about an approval opens. */
const pathOf = (instanceId: string): string => `/main/workflow/instance/${instanceId}`;
/** A notification carries at most 8,000 bytes. */
const IDS_PER_NOTIFICATION = 100;

interface Notice {
  readonly event: FlowMessage;
  readonly type: MessageTypeCode;
  readonly userIds: readonly string[];
  readonly content: string;
  readonly from: string | null;
  readonly item?: number;
}

const opinionText = (opinion: string | undefined): string =>
  opinion === undefined || opinion === '' ? '' : `：${opinion}`;

/** Items that became active, by what is said about them. */
function newItems(run: FlowRun, happened: Happened): Notice[] {
  const { before, after } = happened;
  return after.items
    .filter(({ id, state }) => state === 'active' && before.items[id - 1]?.state !== 'active')
    .map((item) => newItem(run, happened, item));
}

function newItem(run: FlowRun, { after, deed }: Happened, item: Item): Notice {
  const { title, record_id: recordId } = run.row;
  const about = { userIds: [item.user], from: deed.actor, item: item.id };
  const opinion = opinionText(deed.opinion);
  if (item.role === 'start')
    return {
      ...about,
      event: 'returned',
      type: 'flow_result',
      content: `“${title}”被退回${opinion}`,
    };
  const isHandedOver = deed.op === 'transfer' || deed.op === 'reassign';
  if (isHandedOver && recordId !== null) {
    const content = `“${title}”的待办转交给你${opinion}`;
    return { ...about, event: 'transfer', type: 'pro_trans', content };
  }
  const node = nodeName(run.prepared, after.visits[item.visit - 1]!.step);
  const content = `“${title}”等待你处理（${node}）`;
  return { ...about, event: 'todo', type: 'flow_todo', content };
}

function endings(run: FlowRun, happened: Happened): Notice[] {
  const { before, after, deed } = happened;
  const now = after.status;
  if (before.status === now || now === 'running' || now === 'suspended' || now === 'draft')
    return [];
  if (now === 'withdrawn') return [withdrawal(run, happened)];
  const { title, starter_id: starter } = run.row;
  return [
    {
      event: now === 'approved' ? 'approved' : 'rejected',
      type: 'flow_result',
      userIds: [starter],
      content: `“${title}”${flowStateTitle(now)}${opinionText(deed.opinion)}`,
      from: deed.actor,
    },
  ];
}

/** For those whose items are closed by it. */
function withdrawal({ row }: FlowRun, { before, deed }: Happened): Notice {
  const asked = before.items.filter(
    ({ state, role }) => ['wait', 'active', 'hold'].includes(state) && role !== 'start',
  );
  return {
    event: 'withdrawn',
    type: 'flow_result',
    userIds: [...new Set(asked.map(({ user }) => user))],
    content: `“${row.title}”已被发起人撤回`,
    from: deed.actor,
  };
}

async function reminders(run: FlowRun, happened: Happened): Promise<Notice[]> {
  const notices: Notice[] = [];
  for (const effect of happened.effects) {
    if (effect.kind === 'remind') notices.push(reminder(run, happened, effect.items));
    if (effect.kind === 'notifyManagers')
      notices.push(await noticeToManagers(run, happened, effect.visit));
  }
  return notices;
}

function reminder({ row }: FlowRun, { after, deed }: Happened, items: readonly number[]): Notice {
  const isUrged = deed.op === 'urge';
  return {
    event: isUrged ? 'urge' : 'timeout',
    type: 'flow_urge',
    userIds: items.map((id) => after.items[id - 1]!.user),
    content: isUrged
      ? `“${row.title}”的发起人催你处理${opinionText(deed.opinion)}`
      : `“${row.title}”等待你处理，已到提醒时间`,
    from: deed.actor,
  };
}

async function noticeToManagers(
  { tx, row, prepared }: FlowRun,
  { after, deed }: Happened,
  visit: number,
): Promise<Notice> {
  const node = nodeName(prepared, after.visits[visit - 1]!.step);
  return {
    event: 'timeout',
    type: 'flow_urge',
    userIds: await managerIds(tx, prepared.settings.managers),
    content: `“${row.title}”停在“${node}”${opinionText(deed.opinion)}，请查看`,
    from: null,
  };
}

async function noticesOf(run: FlowRun, happened: Happened): Promise<Notice[]> {
  const { deed, copiedTo } = happened;
  const { title, starter_id: starter } = run.row;
  const notices = [
    ...newItems(run, happened),
    ...endings(run, happened),
    ...(await reminders(run, happened)),
  ];
  if (copiedTo.length > 0)
    notices.push({
      event: 'cc',
      type: 'flow_cc',
      userIds: copiedTo,
      content: `“${title}”抄送给你`,
      from: deed.actor,
    });
  if (deed.op === 'comment')
    notices.push({
      event: 'comment',
      type: 'flow_comment',
      userIds: [...new Set([starter, ...(deed.userIds ?? [])])],
      content: `“${title}”有新的评论${opinionText(deed.opinion)}`,
      from: deed.actor,
    });
  return notices;
}

/** Messages about all that happened in a run, and news for the lists of the people it concerns. */
export async function messageWritings(run: FlowRun): Promise<Writing[]> {
  const { tx, row } = run;
  const notices: Notice[] = [];
  for (const happened of run.happened) notices.push(...(await noticesOf(run, happened)));
  const events = await outboxOf(run, notices);
  const concerned = new Set([
    row.starter_id,
    ...notices.flatMap(({ userIds }) => userIds),
    ...run.happened.flatMap(usersIn),
  ]);
  run.happened.length = 0;
  return [
    ...(events.length > 0 ? [messagesWriting(tx.tenant.id, events)] : []),
    ...listNotices(tx.tenant.id, [...concerned]),
  ];
}

/** Whose items changed, and who did it. */
const usersIn = ({ before, after, deed }: Happened): string[] => [
  ...changedUsers(before.items, after.items),
  ...(deed.actor === null ? [] : [deed.actor]),
];
const changedUsers = (
  before: FlowRun['row']['state']['items'],
  after: FlowRun['row']['state']['items'],
): string[] => after.flatMap((item, i) => (before[i]?.state === item.state ? [] : [item.user]));

/** People's lists of approvals have changed: their open pages read them again. */
export const notifyLists = (tx: TenantTx, userIds: readonly string[]): Promise<void> =>
  tx.runTogether(listNotices(tx.tenant.id, userIds));

function listNotices(tenantId: string, userIds: readonly string[]): Writing[] {
  const count = Math.ceil(userIds.length / IDS_PER_NOTIFICATION);
  return Array.from({ length: count }, (_, i) => {
    const at = i * IDS_PER_NOTIFICATION;
    const ids = userIds.slice(at, at + IDS_PER_NOTIFICATION);
    return {
      name: 'bpm-notify',
      text: 'select pg_notify($1, $2)',
      values: [FLOW_CHANNEL, JSON.stringify({ t: tenantId, u: ids })],
    };
  });
}

/** Each as the template's rules send it; people are not notified of what they did themselves. */
async function outboxOf(run: FlowRun, notices: readonly Notice[]): Promise<OutboxEvent[]> {
  const { tx, row } = run;
  const events: OutboxEvent[] = [];
  for (const notice of notices) {
    const { event, content } = notice;
    const others = notice.userIds.filter((id) => id !== notice.from || event === 'todo');
    if (others.length === 0) continue;
    const channels = channelsOf(row.messages, event);
    if (channels.includes('inapp')) events.push(inAppMessage(run, notice, others));
    if (channels.includes('mail') || channels.includes('sms'))
      events.push(...(await outside(tx, others, content, channels)));
  }
  return events;
}

function inAppMessage(
  { row }: FlowRun,
  { type, content, from, item }: Notice,
  userIds: readonly string[],
): OutboxEvent {
  const handlerParams = {
    instanceId: row.id,
    path: pathOf(row.id),
    ...(item !== undefined && { itemId: itemId(row.id, item) }),
    ...(row.record_id !== null && { object: row.object_name, id: row.record_id }),
  };
  return {
    topic: 'message',
    payload: {
      userIds,
      typeCode: type,
      content,
      handlerParams,
      ...(from !== null && { fromUserId: from }),
    },
  };
}

/** Mails and text messages to where people can be reached. */
async function outside(
  tx: TenantTx,
  userIds: readonly string[],
  content: string,
  channels: readonly string[],
): Promise<OutboxEvent[]> {
  const people = await tx.query<{ email: string | null; mobile: string | null }>(
    `select p.email, p.mobile from upm.member m
      join upm.member_person p on p.tenant_id = m.tenant_id and p.user_id = m.user_id
      where m.tenant_id = $1 and m.user_id = any($2) and m.state = 'active'`,
    [tx.tenant.id, userIds],
  );
  return people.flatMap(({ email, mobile }): OutboxEvent[] => [
    ...(email !== null && channels.includes('mail')
      ? [{ topic: 'mail' as const, payload: { to: email, subject: content, text: content } }]
      : []),
    ...(mobile !== null && channels.includes('sms')
      ? [
          {
            topic: 'sms' as const,
            payload: { mobile, template: 'flow_notice', params: { content } },
          },
        ]
      : []),
  ]);
}

/** The message of a trigger. */
export async function tellTriggered(
  run: FlowRun,
  userIds: readonly string[],
  content: string,
): Promise<void> {
  if (userIds.length === 0) return;
  const { tx, row } = run;
  await postMessages(tx, tx.tenant.id, [
    {
      topic: 'message',
      payload: {
        userIds,
        typeCode: 'flow_cc',
        content,
        handlerParams: { instanceId: row.id, path: pathOf(row.id) },
      },
    },
  ]);
}
