import type { RecordValues } from '../../../contract/index.ts';
import { postMessages, type OutboxEvent } from '../../kernel/index.ts';
import { showsTitles } from '../access/message-titles.ts';
import type { ObjectCatalogEntry } from '../meta/catalog.ts';
import { cutText, recordText } from '../notice-text.ts';
import { labelsOfValues, type ReadContext } from './read-context.ts';

/** Characters of a comment in a message; the rest is at the record. */
const MAX_QUOTED = 100;

interface NewComment {
  readonly record: RecordValues;
  readonly text: string;
  readonly mentions: readonly string[];
  /** Who wrote the comment that is answered. */
  readonly answers: string | undefined;
}

/**
 * Tells the mentioned people, and the one who is answered, once each, and never the author. They
 * are members of the company, who may all read its records.
 */
export async function tellMentioned(
  reading: ReadContext,
  view: ObjectCatalogEntry,
  { record, text, mentions, answers }: NewComment,
): Promise<void> {
  const { tx, userId } = reading;
  const told = mentions.filter((id) => id !== userId);
  const answered = answers === userId || told.includes(answers ?? '') ? undefined : answers;
  if (told.length === 0 && answered === undefined) return;
  const { label, apiName } = view.table.describe;
  const isTold = await showsTitles(tx, view.table);
  const title = isTold && record[view.table.title.field.apiName];
  const about = recordText(label, typeof title === 'string' ? title : '');
  const quoted = cutText(await withNames(reading, view, text, mentions), MAX_QUOTED);
  const event = (userIds: readonly string[], deed: string): OutboxEvent => ({
    topic: 'message',
    payload: {
      userIds,
      typeCode: 'com_mention',
      content: `${deed}：${quoted}`,
      handlerParams: { object: apiName, id: String(record['id']) },
      fromUserId: userId,
    },
  });
  await postMessages(tx, tx.tenant.id, [
    ...(told.length > 0 ? [event(told, `在${about}的评论中提到了你`)] : []),
    ...(answered === undefined ? [] : [event([answered], `回复了你在${about}的评论`)]),
  ]);
}

/** The text with the names of those it mentions by id. */
async function withNames(
  reading: ReadContext,
  view: ObjectCatalogEntry,
  text: string,
  mentions: readonly string[],
): Promise<string> {
  const person = view.table.columns.get('createdBy')!;
  const { user: names = {} } = await labelsOfValues(reading, view, [[person, mentions]]);
  return text.replace(/@\{([^{}\s]{1,64})\}/g, (_, id: string) => `@${names[id] ?? ''} `);
}
