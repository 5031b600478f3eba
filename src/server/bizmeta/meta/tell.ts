import type { MessageTypeCode } from '../../../contract/index.ts';
import { postMessage, type TenantTx } from '../../kernel/index.ts';
import { builderIds } from '../../upm/index.ts';
import { appLink, objectLink } from '../links.ts';
import { cutText } from '../notice-text.ts';

/** Longest name of an object in a message, and how many of an application it names. */
const MAX_LABEL = 40;
const MAX_NAMED = 3;

/** What can happen to an object, as other builders read it. */
const DEEDS = {
  made: { typeCode: 'bus_tem_add', words: '新建' },
  changed: { typeCode: 'bus_tem_mod', words: '修改' },
  deleted: { typeCode: 'pro_tem_del', words: '删除' },
  restored: { typeCode: 'bus_tem_add', words: '从回收站恢复' },
  opened: { typeCode: 'bus_tem_opt', words: '启用' },
  stopped: { typeCode: 'bus_tem_opt', words: '停用' },
} as const satisfies Record<string, { typeCode: MessageTypeCode; words: string }>;
type Deed = keyof typeof DEEDS;

interface NotedObject {
  readonly id: string;
  readonly apiName: string;
  readonly label: string;
  readonly appId: string | null;
}
/** The same of a stored row. */
export const notedOf = (row: {
  readonly id: string;
  readonly api_name: string;
  readonly label: string;
  readonly app_id: string | null;
}): NotedObject => ({
  id: row.id,
  apiName: row.api_name,
  label: row.label,
  appId: row.app_id,
});
/** What happened to objects in a transaction, each the last time it happened. */
class Noted {
  readonly byDeed = new Map<Deed, Map<string, NotedObject>>();

  add(deed: Deed, object: NotedObject): void {
    // What was just made is completed in steps: that is no change of it.
    if (deed === 'changed' && this.byDeed.get('made')?.has(object.id)) return;
    const objects = this.byDeed.get(deed) ?? new Map<string, NotedObject>();
    this.byDeed.set(deed, objects.set(object.id, object));
  }
}
const notes = new WeakMap<TenantTx, Noted>();

/** Notes what happens to an object, where it happens; `tellBuilders` says it at the end. */
export function noteForBuilders(tx: TenantTx, deed: Deed, objects: readonly NotedObject[]): void {
  const noted = notes.get(tx) ?? new Noted();
  notes.set(tx, noted);
  for (const object of objects) noted.add(deed, object);
}

/**
 * Tells the others who build what happened to objects in the transaction: one message for each
 * object, or for each application with several.
 */
export async function tellBuilders(tx: TenantTx, userId: string): Promise<void> {
  const noted = notes.get(tx);
  notes.delete(tx);
  if (!noted) return;
  const userIds = (await builderIds(tx)).filter((id) => id !== userId);
  if (userIds.length === 0) return;
  for (const [deed, objects] of noted.byDeed)
    for (const together of byApplication([...objects.values()]))
      await tell(tx, { userIds, fromUserId: userId }, deed, together);
}

function byApplication(objects: readonly NotedObject[]): NotedObject[][] {
  const places = new Set(objects.map(({ id, appId }) => appId ?? id));
  return [...places].map((place) => objects.filter(({ id, appId }) => (appId ?? id) === place));
}

interface Parties {
  readonly userIds: readonly string[];
  readonly fromUserId: string;
}
async function tell(
  tx: TenantTx,
  parties: Parties,
  deed: Deed,
  objects: readonly NotedObject[],
): Promise<void> {
  const [first] = objects as readonly [NotedObject, ...NotedObject[]];
  const { typeCode } = DEEDS[deed];
  const isOne = objects.length === 1;
  const content = isOne ? wordsOf(deed, first) : await wordsOfApp(tx, deed, first.appId, objects);
  const path = isOne ? objectLink(first.apiName) : appLink(first.appId ?? '');
  await postMessage(tx, tx.tenant.id, 'message', {
    ...parties,
    userIds: [...parties.userIds],
    typeCode,
    content,
    ...(deed !== 'deleted' && { handlerParams: { path } }),
    // A designer is saved often: its changes are one message while that is unread.
    ...(deed === 'changed' &&
      isOne && {
        merge: { key: `${typeCode} ${first.id}`, content: `${content} {count} 次` },
      }),
  });
}

const wordsOf = (deed: Deed, { label }: NotedObject): string =>
  `业务表“${cutText(label.trim(), MAX_LABEL)}”已${DEEDS[deed].words}`;

async function wordsOfApp(
  tx: TenantTx,
  deed: Deed,
  appId: string | null,
  objects: readonly NotedObject[],
): Promise<string> {
  const [app] = await tx.query<{ name: string }>(
    'SELECT name FROM bizmeta.app WHERE tenant_id = $1 AND id = $2::uuid',
    [tx.tenant.id, appId],
  );
  const named = objects.slice(0, MAX_NAMED).map(({ label }) => `“${cutText(label, MAX_LABEL)}”`);
  const rest = objects.length > MAX_NAMED ? '等' : '';
  return `应用“${cutText(app?.name ?? '', MAX_LABEL)}”的 ${objects.length} 个业务表已${DEEDS[deed].words}：${named.join('、')}${rest}`;
}
