import {
  FLOW_STATE_TITLES,
  type FlowMessage,
  type MessageTypeCode,
} from '../../../contract/index.ts';
import { postMessages, type OutboxEvent, type TenantTx } from '../../kernel/index.ts';
import { FLOW_CHANNEL } from '../../msg/index.ts';
import { managerIds } from '../people/managers.ts';
import { nodeName } from '../prepared.ts';
import { messageRules } from '../templates/message-rules.ts';
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
function newItems(run: FlowRun, { before, after, deed }: Happened): Notice[] {
  const { title } = run.row;
  return after.items.flatMap((item): Notice[] => {
    const was = before.items[item.id - 1];
    if (item.state !== 'active' || was?.state === 'active') return [];
    const node = nodeName(run.prepared, after.visits[item.visit - 1]!.step);
    const about = { userIds: [item.user], from: deed.actor, item: item.id };
    if (item.role === 'start')
      return [
        {
          ...about,
          event: 'returned',
          type: 'flow_result',
          content: `“${title}”被退回${opinionText(deed.opinion)}`,
        },
      ];
    const isHandedOver = deed.op === 'transfer' || deed.op === 'reassign';
    if (isHandedOver && run.row.record_id !== null)
      return [
        {
          ...about,
          event: 'transfer',
          type: 'pro_trans',
          content: `“${title}”的待办转交给你${opinionText(deed.opinion)}`,
        },
      ];
    return [
      { ...about, event: 'todo', type: 'flow_todo', content: `“${title}”等待你处理（${node}）` },
    ];
  });
}

function endings(run: FlowRun, { before, after, deed }: Happened): Notice[] {
  const { title, starter_id: starter } = run.row;
  const [was, now] = [before.status, after.status];
  if (was === now || now === 'running' || now === 'suspended' || now === 'draft') return [];
  const about = { from: deed.actor, type: 'flow_result' as const };
  if (now === 'withdrawn') {
    const asked = before.items.filter(
      ({ state, role }) => ['wait', 'active', 'hold'].includes(state) && role !== 'start',
    );
    const userIds = [...new Set(asked.map(({ user }) => user))];
    return [{ ...about, event: 'withdrawn', userIds, content: `“${title}”已被发起人撤回` }];
  }
  return [
    {
      ...about,
      event: now === 'approved' ? 'approved' : 'rejected',
      userIds: [starter],
      content: `“${title}”${FLOW_STATE_TITLES[now]}${opinionText(deed.opinion)}`,
    },
  ];
}

async function reminders(run: FlowRun, { effects, after, deed }: Happened): Promise<Notice[]> {
  const { title } = run.row;
  const notices: Notice[] = [];
  for (const effect of effects) {
    if (effect.kind === 'remind') {
      const userIds = effect.items.map((id) => after.items[id - 1]!.user);
      const isUrged = deed.op === 'urge';
      const content = isUrged
        ? `“${title}”的发起人催你处理${opinionText(deed.opinion)}`
        : `“${title}”等待你处理，已到提醒时间`;
      notices.push({
        event: isUrged ? 'urge' : 'timeout',
        type: 'flow_urge',
        userIds,
        content,
        from: deed.actor,
      });
    }
    if (effect.kind === 'notifyManagers') {
      const node = nodeName(run.prepared, after.visits[effect.visit - 1]!.step);
      notices.push({
        event: 'timeout',
        type: 'flow_urge',
        userIds: await managerIds(run.tx, run.prepared.settings.managers),
        content: `“${title}”停在“${node}”${opinionText(deed.opinion)}，请查看`,
        from: null,
      });
    }
  }
  return notices;
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
export async function tellAll(run: FlowRun): Promise<void> {
  const { tx, row } = run;
  const notices: Notice[] = [];
  for (const happened of run.happened) notices.push(...(await noticesOf(run, happened)));
  const events = await outboxOf(run, notices);
  if (events.length > 0) await postMessages(tx, tx.tenant.id, events);
  const concerned = new Set([
    row.starter_id,
    ...notices.flatMap(({ userIds }) => userIds),
    ...run.happened.flatMap(({ before, after, deed }) => [
      ...changedUsers(before.items, after.items),
      ...(deed.actor === null ? [] : [deed.actor]),
    ]),
  ]);
  await notifyLists(tx, [...concerned]);
  run.happened.length = 0;
}

const changedUsers = (
  before: FlowRun['row']['state']['items'],
  after: FlowRun['row']['state']['items'],
): string[] => after.flatMap((item, i) => (before[i]?.state === item.state ? [] : [item.user]));

/** People's lists of approvals have changed: their open pages read them again. */
export async function notifyLists(tx: TenantTx, userIds: readonly string[]): Promise<void> {
  for (let at = 0; at < userIds.length; at += IDS_PER_NOTIFICATION)
    await tx.query('select pg_notify($1, $2)', [
      FLOW_CHANNEL,
      JSON.stringify({ t: tx.tenant.id, u: userIds.slice(at, at + IDS_PER_NOTIFICATION) }),
    ]);
}

/** Each as the template's rules send it; people are not notified of what they did themselves. */
async function outboxOf(run: FlowRun, notices: readonly Notice[]): Promise<OutboxEvent[]> {
  const { tx, row } = run;
  const rules = await messageRules(tx, row.template_id);
  const events: OutboxEvent[] = [];
  for (const { event, type, userIds, content, from, item } of notices) {
    const others = userIds.filter((id) => id !== from || event === 'todo');
    if (others.length === 0) continue;
    const channels = rules.get(event) ?? ['inapp'];
    const handlerParams = {
      instanceId: row.id,
      path: pathOf(row.id),
      ...(item !== undefined && { itemId: itemId(row.id, item) }),
      ...(row.record_id !== null && { object: row.object_name, id: row.record_id }),
    };
    if (channels.includes('inapp'))
      events.push({
        topic: 'message',
        payload: {
          userIds: others,
          typeCode: type,
          content,
          handlerParams,
          ...(from !== null && { fromUserId: from }),
        },
      });
    if (channels.includes('mail') || channels.includes('sms'))
      events.push(...(await outside(tx, others, content, channels)));
  }
  return events;
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
