import { v7 as uuidv7 } from 'uuid';
import {
  DEFAULT_PAGE_SIZE,
  MAX_COMMENT,
  MAX_MENTIONS,
  problem,
  type DataOf,
  type InputOf,
} from '../../../contract/index.ts';
import { AppError, problemsError } from '../../kernel/index.ts';
import { isStorable } from '../fields/filters/operands.ts';
import { isUuid, lengthOf } from '../fields/values.ts';
import { recordTalkedAbout } from './talked-about.ts';
import { labelsOfValues, type ReadContext } from './read-context.ts';
import { tellMentioned } from './tell.ts';

type Comment = DataOf<'bizmeta.comments.list'>['records'][number];
interface Row {
  id: string;
  parent_id: string | null;
  content: string;
  mentions: string[];
  created_by: string;
  created_at: Date;
  deleted: boolean;
  n: number;
}

/** A mentioned user in a text: @{id}. */
const MENTION = /@\{([^{}\s]{1,64})\}/g;
const mentionsIn = (content: string): string[] => [
  ...new Set([...content.matchAll(MENTION)].map(([, id]) => id!)),
];

/** A deleted comment is listed only while it has a reply. */
const PAGE = `SELECT c.id, c.parent_id, c.content, c.mentions, c.created_by, c.created_at,
  c.deleted_at IS NOT NULL AS deleted, count(*) OVER () AS n FROM bizmeta.comment c
  WHERE c.tenant_id = $1 AND c.object_id = $2::uuid AND c.record_id = $3::uuid
    AND (c.deleted_at IS NULL OR EXISTS (SELECT FROM bizmeta.comment a WHERE a.tenant_id = $1
    AND a.parent_id = c.id AND a.deleted_at IS NULL))
  ORDER BY c.created_at DESC, c.id DESC LIMIT $4 OFFSET $5`;

/** Comments on a record, newest first: for who may comment on it, and who is asked about it now. */
export async function listComments(
  reading: ReadContext,
  { object, recordId, current = 1, size = DEFAULT_PAGE_SIZE }: InputOf<'bizmeta.comments.list'>,
): Promise<DataOf<'bizmeta.comments.list'>> {
  const { tx, userId, isSuper } = reading;
  const { view, record } = await recordTalkedAbout(reading, object, recordId);
  const rows = await tx.query<Row>(PAGE, [
    tx.tenant.id,
    view.table.describe.id,
    record['id'],
    size,
    (current - 1) * size,
  ]);
  const records = rows.map((row): Comment => ({
    id: row.id,
    parentId: row.parent_id,
    content: row.deleted ? '' : row.content,
    mentions: row.deleted ? [] : row.mentions,
    userId: row.created_by,
    at: row.created_at.toISOString(),
    deleted: row.deleted,
    canDelete: !row.deleted && (row.created_by === userId || isSuper),
  }));
  const person = view.table.columns.get('createdBy')!;
  const labels = await labelsOfValues(
    reading,
    view,
    records.map(({ userId: by, mentions }) => [person, [by, ...mentions]] as const),
  );
  return {
    records,
    total:
      rows[0]?.n ??
      (current === 1
        ? 0
        : await countComments(reading, view.table.describe.id, String(record['id']))),
    current,
    size,
    labels,
  };
}

async function countComments(
  { tx }: ReadContext,
  objectId: string,
  recordId: string,
): Promise<number> {
  const [row] = await tx.query<Row>(PAGE, [tx.tenant.id, objectId, recordId, 1, 0]);
  return row?.n ?? 0;
}

/**
 * Adds a comment; mentioned users must be members, and are notified unless it is `silent` (demo
 * data).
 */
export async function createComment(
  reading: ReadContext,
  { object, recordId, parentId, content }: InputOf<'bizmeta.comments.create'>,
  silent = false,
): Promise<{ id: string }> {
  const { tx, services, userId } = reading;
  const { view, record } = await recordTalkedAbout(reading, object, recordId);
  const { table } = view;
  const text = content.trim();
  if (text === '') throw problemsError([problem('/content', 'REQUIRED', { label: '评论' })]);
  if (lengthOf(text) > MAX_COMMENT)
    throw problemsError([problem('/content', 'VALUE_LENGTH', { label: '评论', max: MAX_COMMENT })]);
  if (!isStorable(text))
    throw problemsError([
      problem('/content', 'VALUE_FORMAT', { label: '评论', expected: '不含控制字符的文本' }),
    ]);
  const mentions = mentionsIn(text);
  if (mentions.length > MAX_MENTIONS)
    throw problemsError([
      problem('/content', 'TOO_MANY', { max: MAX_MENTIONS, count: mentions.length }),
    ]);
  if (mentions.length > 0 && (await services.missing(tx, 'user', mentions)).length > 0)
    throw problemsError([problem('/content', 'REFERENCE_MISSING', { label: '提到的人' })]);
  const answers = parentId
    ? await authorOf(reading, table.describe.id, String(record['id']), parentId)
    : undefined;
  const id = uuidv7();
  await tx.run(
    `INSERT INTO bizmeta.comment (tenant_id, id, object_id, record_id, parent_id, content, mentions,
      created_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tx.tenant.id, id, table.describe.id, record['id'], parentId ?? null, text, mentions, userId],
  );
  if (!silent) await tellMentioned(reading, view, { record, text, mentions, answers });
  return { id };
}

/** Who wrote the comment replied to, which has to belong to the same record. */
async function authorOf(
  { tx }: ReadContext,
  objectId: string,
  recordId: string,
  parentId: string,
): Promise<string> {
  const [found] = isUuid(parentId)
    ? await tx.query<{ created_by: string }>(
        `SELECT created_by FROM bizmeta.comment WHERE tenant_id = $1 AND object_id = $2::uuid
          AND record_id = $3::uuid AND id = $4::uuid AND deleted_at IS NULL`,
        [tx.tenant.id, objectId, recordId, parentId],
      )
    : [];
  if (!found) throw new AppError('COMMENT_UNKNOWN');
  return found.created_by;
}

/** Removes one's own comment; an administrator removes any. */
export async function deleteComment(
  { tx, userId, isSuper }: ReadContext,
  id: string,
): Promise<null> {
  const [row] = isUuid(id)
    ? await tx.query<{ created_by: string }>(
        `SELECT created_by FROM bizmeta.comment WHERE tenant_id = $1 AND id = $2::uuid
          AND deleted_at IS NULL FOR UPDATE`,
        [tx.tenant.id, id],
      )
    : [];
  if (!row) throw new AppError('COMMENT_UNKNOWN');
  if (row.created_by !== userId && !isSuper) throw new AppError('FORBIDDEN');
  await tx.run(
    `UPDATE bizmeta.comment SET deleted_at = now(), deleted_by = $3 WHERE tenant_id = $1
      AND id = $2::uuid`,
    [tx.tenant.id, id, userId],
  );
  return null;
}
