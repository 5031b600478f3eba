import { postMessages, type OutboxEvent } from '../../kernel/index.ts';
import type { ObjectTable } from '../meta/table.ts';
import { cutText, recordText } from '../notice-text.ts';
import type { SharingContext } from './object.ts';
import { titlesOf } from './titles.ts';

/** A new share, with a person. */
export interface Made {
  readonly record: string;
  readonly user: string;
}

/** Characters of a note in a message. */
const MAX_QUOTED = 100;

/**
 * Tells the people whom records were shared with by name, one message each. Members of a department,
 * a role or a work group find them in their list.
 */
export async function tellReceivers(
  sharing: SharingContext,
  table: ObjectTable,
  made: readonly Made[],
  note: string,
): Promise<void> {
  const { tx, userId } = sharing;
  if (made.length === 0) return;
  const byPerson = new Map<string, string[]>();
  for (const { user, record } of made) byPerson.set(user, [...(byPerson.get(user) ?? []), record]);
  const byRecords = new Map<string, string[]>();
  for (const [user, records] of byPerson) {
    const key = records.toSorted().join(' ');
    byRecords.set(key, [...(byRecords.get(key) ?? []), user]);
  }
  const titles = await titlesOf(
    sharing,
    table.describe.apiName,
    made.map(({ record }) => record),
  );
  const events = [...byRecords].map(([key, userIds]) =>
    messageOf(table, { userIds, records: key.split(' '), userId, note, titles }),
  );
  await postMessages(tx, tx.tenant.id, events);
}

interface Told {
  readonly userIds: readonly string[];
  readonly records: readonly string[];
  readonly userId: string;
  readonly note: string;
  readonly titles: ReadonlyMap<string, string>;
}
/** What the sharer reads of the title: nothing that they do not give. */
function messageOf(
  { describe: { label, apiName, id: objectId } }: ObjectTable,
  { userIds, records, userId, note, titles }: Told,
): OutboxEvent {
  const [only = ''] = records;
  const isOne = records.length === 1;
  const what = isOne
    ? recordText(label, titles.get(only) ?? '')
    : `${records.length} 条“${label}”记录`;
  const said = note === '' ? '' : `：${cutText(note, MAX_QUOTED)}`;
  return {
    topic: 'message',
    payload: {
      userIds: [...userIds],
      typeCode: 'rec_share',
      content: `把${what}分享给了你${said}`,
      handlerParams: isOne ? { object: apiName, id: only } : { objectId },
      fromUserId: userId,
    },
  };
}
