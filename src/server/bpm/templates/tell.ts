import { postMessage, type TenantTx } from '../../kernel/index.ts';
import { builderIds } from '../../upm/index.ts';
import type { TemplateRow } from './rows.ts';

const WORDS = {
  pro_tem_add: '发布了流程',
  pro_tem_mod: '发布了流程的新版本',
  pro_tem_opt: '',
} as const;

/** Tells builders what another builder did with a template. */
export async function tellTemplate(
  { tx, userId }: { readonly tx: TenantTx; readonly userId: string },
  { id, name }: Pick<TemplateRow, 'id' | 'name'>,
  typeCode: keyof typeof WORDS,
  enabled = true,
): Promise<void> {
  const others = (await builderIds(tx)).filter((each) => each !== userId);
  if (others.length === 0) return;
  const what =
    typeCode === 'pro_tem_opt' ? (enabled ? '启用了流程' : '停用了流程') : WORDS[typeCode];
  await postMessage(tx, tx.tenant.id, 'message', {
    userIds: others,
    typeCode,
    content: `${what}“${name}”`,
    handlerParams: { id, path: `/platform/workflow/template/detail?id=${id}&editMode=0` },
    fromUserId: userId,
  });
}
