import { v7 as uuidv7 } from 'uuid';
import {
  MAX_SHARE_GRANTS,
  MAX_SHARES,
  problem,
  type DataOf,
  type InputOf,
  type Problem,
} from '../../../contract/index.ts';
import { problemsError } from '../../kernel/index.ts';
import { isStorable } from '../fields/filters/operands.ts';
import type { ObjectTable } from '../meta/table.ts';
import { stopOnProblems } from '../records/write-context.ts';
import { momentText, readExpiry } from './expiry.ts';
import {
  canGive,
  canShare,
  givableRecords,
  grantedBy,
  type Givable,
  type Granted,
} from './givable.ts';
import {
  enterShared,
  requireClosed,
  requireShareOp,
  setting,
  type SharingContext,
} from './object.ts';
import { subjectsOf, type Subject } from './subjects.ts';
import { tellReceivers, type Made } from './tell.ts';

type Input = InputOf<'bizmeta.share.save'>;

/** Shares of an object follow each other, so that the limits hold. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('shares of ' || $1, 0))`;

/**
 * Shares records, all or none. Throws NO_ACCESS, RECORD_UNKNOWN, RECORD_FORBIDDEN and SHARE_SETTING.
 */
export async function saveShares(
  sharing: SharingContext,
  input: Input,
): Promise<DataOf<'bizmeta.share.save'>> {
  const { tx, userId } = sharing;
  const expiry = readExpiry(input.expiresAt);
  const note = noteOf(input);
  const table = await enterShared(sharing, input.objectApiName);
  requireShareOp(sharing, table);
  await requireClosed(tx, table);
  await tx.query(LOCK, [table.describe.id]);
  const ids = [...new Set(input.recordIds.map((id) => id.toLowerCase()))];
  const records = await givableRecords(sharing, table, ids);
  const granted = grants(table, records, input, expiry);
  const { subjects, problems } = await subjectsOf(tx, input.subjects, userId);
  stopOnProblems(problems);
  const object = [tx.tenant.id, table.describe.id];
  await tx.run(DROP_ENDED, [...object, ids]);
  const keys = await keysOf(sharing, table, granted);
  const end = expiry?.toISOString() ?? null;
  const fresh: Made[] = [];
  for (const [key, of] of keys) {
    const rest = [input.level, key, end, note, userId];
    fresh.push(...(await insert(sharing, [...object, ...rest], of, subjects)));
  }
  await requireRoom(sharing, table, input.recordIds, ids);
  await tx.run(DROP_UNUSED, object);
  await tellReceivers(sharing, table, fresh, note);
  return { count: ids.length };
}

function noteOf({ note = '' }: Input): string {
  const text = note.trim();
  if (!isStorable(text)) throw problemsError([setting('/note', '附言里有不能保存的字符')]);
  return text;
}

/** What the share gives of each record; throws every reason against it. */
function grants(
  table: ObjectTable,
  records: ReadonlyMap<string, Givable>,
  { recordIds, level }: Input,
  expiry: Date | null,
): ReadonlyMap<string, Granted> {
  const granted = new Map<string, Granted>();
  const problems = recordIds.flatMap((id, i): Problem[] => {
    const record = records.get(id.toLowerCase());
    if (!record) return [problem(`/recordIds/${i}`, 'RECORD_UNKNOWN')];
    if (!canShare(record.now)) return [problem(`/recordIds/${i}`, 'RECORD_FORBIDDEN')];
    const isLasting = canGive(record.lasting, level);
    const held = isLasting ? record.lasting : record.now;
    if (!canGive(held, level))
      return [setting('/level', '你自己对记录没有这么多权限，请选择低一级的权限')];
    const { until } = record;
    if (!isLasting && until && (!expiry || expiry > until))
      return [
        setting('/expiresAt', `记录分享给你到${momentText(until)}为止，再分享不能晚于这个时间`),
      ];
    granted.set(record.id, grantedBy(held, level, table));
    return [];
  });
  stopOnProblems(problems);
  return granted;
}

const DROP_ENDED = `DELETE FROM bizmeta.record_share WHERE tenant_id = $1 AND object_id = $2::uuid
  AND record_id = ANY($3::uuid[]) AND expires_at <= now()`;
const DROP_UNUSED = `DELETE FROM bizmeta.record_share_grant g WHERE g.tenant_id = $1
  AND g.object_id = $2::uuid AND NOT EXISTS (SELECT FROM bizmeta.record_share s
    WHERE s.tenant_id = $1 AND s.object_id = $2::uuid AND s.grant_key = g.key)`;
const KEEP_GRANT = `INSERT INTO bizmeta.record_share_grant (tenant_id, object_id, key, granted)
  VALUES ($1, $2::uuid, md5($3::jsonb::text), $3::jsonb)
  ON CONFLICT (tenant_id, object_id, key) DO UPDATE SET granted = excluded.granted
  RETURNING key`;
const COUNT_GRANTS = `SELECT count(*)::integer AS n FROM bizmeta.record_share_grant
  WHERE tenant_id = $1 AND object_id = $2::uuid`;

/** The records by the key of what is given of them. */
async function keysOf(
  { tx }: SharingContext,
  { describe: { id, label } }: ObjectTable,
  granted: ReadonlyMap<string, Granted>,
): Promise<ReadonlyMap<string, string[]>> {
  const byGrant = new Map<string, string[]>();
  for (const [record, each] of granted) {
    const text = JSON.stringify(each);
    byGrant.set(text, [...(byGrant.get(text) ?? []), record]);
  }
  const keys = new Map<string, string[]>();
  for (const [text, records] of byGrant) {
    const [row] = await tx.query<{ key: string }>(KEEP_GRANT, [tx.tenant.id, id, text]);
    keys.set(row!.key, records);
  }
  const [count] = await tx.query<{ n: number }>(COUNT_GRANTS, [tx.tenant.id, id]);
  if (count!.n > MAX_SHARE_GRANTS)
    stopOnProblems([
      setting(
        '/recordIds',
        `“${label}”的分享中，可见字段的组合已达 ${MAX_SHARE_GRANTS} 种，请由能查看全部字段的同事分享`,
      ),
    ]);
  return keys;
}

const INSERT = `INSERT INTO bizmeta.record_share AS s (tenant_id, id, object_id, record_id, user_id,
    dept_id, role_id, work_group_id, level, grant_key, expires_at, note, created_by)
  SELECT $1, x.id, $2::uuid, x.record, x."user", x.dept, x.role, x."workGroup", $3, $4,
    $5::timestamptz, $6, $7
  FROM jsonb_to_recordset($8::jsonb) AS x(id uuid, record uuid, "user" text, dept text, role text,
    "workGroup" text) ORDER BY x.id
  ON CONFLICT ON CONSTRAINT record_share_once DO UPDATE SET level = excluded.level,
    grant_key = excluded.grant_key, expires_at = excluded.expires_at, note = excluded.note,
    created_by = excluded.created_by, created_at = now()
  RETURNING s.record_id AS record, s.user_id AS user, xmax = 0 AS fresh`;

/** Shares records with subjects; answers what people have not had before. */
async function insert(
  { tx }: SharingContext,
  values: readonly unknown[],
  records: readonly string[],
  subjects: readonly Subject[],
): Promise<Made[]> {
  const rows = records.flatMap((record) =>
    subjects.map((subject) => ({ id: uuidv7(), record, ...subject })),
  );
  const made = await tx.query<Made & { user: string | null; fresh: boolean }>(INSERT, [
    ...values,
    JSON.stringify(rows),
  ]);
  return made.filter(({ user, fresh }) => fresh && user !== null);
}

/** A record is shared with so many subjects at most. */
async function requireRoom(
  { tx }: SharingContext,
  { describe }: ObjectTable,
  given: readonly string[],
  ids: readonly string[],
): Promise<void> {
  const full = await tx.query<{ id: string; n: number }>(
    `SELECT record_id AS id, count(*)::integer AS n FROM bizmeta.record_share
      WHERE tenant_id = $1 AND object_id = $2::uuid AND record_id = ANY($3::uuid[])
      GROUP BY record_id HAVING count(*) > ${MAX_SHARES}`,
    [tx.tenant.id, describe.id, ids],
  );
  const over = new Set(full.map(({ id }) => id));
  stopOnProblems(
    given.flatMap((id, i) =>
      over.has(id.toLowerCase())
        ? [setting(`/recordIds/${i}`, `一条记录最多分享给 ${MAX_SHARES} 个人、部门、角色或工作组`)]
        : [],
    ),
  );
}
