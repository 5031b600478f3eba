import type { InputOf, ShareLevel } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { Thing, Wording } from '../../log/index.ts';
import { isUuid } from '../fields/values.ts';
import { momentText } from './expiry.ts';
import { IN_FORCE, SHARE_COLUMNS, SHARES, type ShareRow } from './rows.ts';

/** How sharing is worded in the operation log: which record is shared with whom. */

const LEVELS: Readonly<Record<ShareLevel, string>> = {
  view: '可查看',
  edit: '可编辑',
  all: '可管理',
};
const shareWords = ({ subject, level, expiresAt }: ShareRow): string =>
  `${subject.name}（${LEVELS[level]}${expiresAt === null ? '' : `，到${momentText(new Date(expiresAt))}为止`}）`;

/** By its id: the object is closed, and who reads the log may not see its records' titles. */
const nameOf = (record: string): string => `记录 ${record}`;
/** Where nothing of what was asked for is there. */
const MISSING: Thing = { kind: '分享', id: '', name: '不存在的记录或分享' };
const orMissing = (things: Thing[]): Thing[] => (things.length > 0 ? things : [MISSING]);

interface Shared {
  readonly label: string;
  readonly records: readonly string[];
}
const OBJECT = `SELECT id, label FROM bizmeta.object WHERE tenant_id = $1 AND api_name = $2
  AND deleted_at IS NULL AND parent_field IS NULL`;
const OF_RECORDS = `SELECT ${SHARE_COLUMNS}, s.record_id AS record FROM ${SHARES}
  WHERE s.tenant_id = $1 AND s.record_id = ANY($2::uuid[]) AND ${IN_FORCE}
  ORDER BY s.created_at, s.id`;

/** The records, each with whom it is shared with. */
async function things(tx: TenantTx, { label, records }: Shared): Promise<Thing[]> {
  const ids = records.filter(isUuid).map((id) => id.toLowerCase());
  const shares = await tx.query<ShareRow & { record: string }>(OF_RECORDS, [tx.tenant.id, ids]);
  return ids.map((id): Thing => {
    const own = shares.filter(({ record }) => record === id).map(shareWords);
    return { kind: label, id, name: nameOf(id), facts: { 分享给: own.join('、') } };
  });
}

const REMOVED = `SELECT ${SHARE_COLUMNS}, o.label, s.record_id AS record
  FROM ${SHARES} JOIN bizmeta.object o ON o.tenant_id = s.tenant_id AND o.id = s.object_id
  WHERE s.tenant_id = $1 AND s.id = ANY($2::uuid[]) ORDER BY s.created_at, s.id`;
interface Removed extends ShareRow {
  readonly label: string;
  readonly record: string;
}

/** Shares by their records and whom they are with. */
async function removed(tx: TenantTx, given: readonly string[]): Promise<Thing[]> {
  const shares = await tx.query<Removed>(REMOVED, [tx.tenant.id, given.filter(isUuid)]);
  return shares.map((share) => ({
    kind: share.label,
    id: share.record,
    name: `${nameOf(share.record)}：${shareWords(share)}`,
  }));
}

export const sharingWordings = {
  'bizmeta.share.save': {
    deed: ({ recordIds }) =>
      recordIds.length === 1 ? '分享记录' : `分享 ${recordIds.length} 条记录`,
    things: async ({ tx, input: { objectApiName: object, recordIds: records } }) => {
      const [found] = await tx.query<{ label: string }>(OBJECT, [tx.tenant.id, object]);
      return orMissing(found ? await things(tx, { label: found.label, records }) : []);
    },
  } satisfies Wording<InputOf<'bizmeta.share.save'>>,
  'bizmeta.share.remove': {
    deed: () => '取消分享',
    // What was removed is found before it is.
    things: async ({ tx, input: { ids }, done }) => (done ? [] : orMissing(await removed(tx, ids))),
  } satisfies Wording<InputOf<'bizmeta.share.remove'>>,
};
