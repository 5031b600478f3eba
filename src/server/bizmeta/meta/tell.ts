import type { MessageTypeCode } from '../../../contract/index.ts';
import { postMessage, type TenantTx } from '../../kernel/index.ts';
import { builderIds } from '../../upm/index.ts';
import { objectLink } from '../links.ts';
import { cutText } from '../notice-text.ts';

/** Longest name of an object in a message. */
const MAX_LABEL = 40;
const DEEDS = {
  bus_tem_add: '已新建',
  bus_tem_mod: '已修改',
  pro_tem_del: '已删除',
} as const satisfies Partial<Record<MessageTypeCode, string>>;

/**
 * Tells the others who build what happened to an object. Its changes are one message while that is
 * unread: a designer is saved often.
 */
export async function tellBuilders(
  tx: TenantTx,
  userId: string,
  typeCode: keyof typeof DEEDS,
  object: { readonly id: string; readonly apiName: string; readonly label: string },
): Promise<void> {
  const userIds = (await builderIds(tx)).filter((id) => id !== userId);
  if (userIds.length === 0) return;
  const content = `业务表“${cutText(object.label, MAX_LABEL)}”${DEEDS[typeCode]}`;
  await postMessage(tx, tx.tenant.id, 'message', {
    userIds,
    typeCode,
    content,
    fromUserId: userId,
    ...(typeCode !== 'pro_tem_del' && { handlerParams: { path: objectLink(object.apiName) } }),
    ...(typeCode === 'bus_tem_mod' && {
      merge: { key: `${typeCode} ${object.id}`, content: `${content} {count} 次` },
    }),
  });
}
