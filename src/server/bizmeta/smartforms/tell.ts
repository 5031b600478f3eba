import type { FormBody } from '../../../contract/index.ts';
import { postMessage, type TenantTx } from '../../kernel/index.ts';
import { cutText } from '../notice-text.ts';
import type { FormRow } from './row.ts';

/** Longest name of a form in a message. */
const MAX_NAME = 50;

/** Who is notified of submissions: the people the form names, else who made it; never the sender. */
export function toldOfForm(form: FormRow & { published: FormBody }, author: string): string[] {
  const named = form.published.publish.notify ?? [];
  return (named.length > 0 ? named : [form.created_by]).filter((id) => id !== author);
}

/**
 * Tells of a submission. Until a person has read the message, later submissions of the form are
 * counted in it: a hundred in a minute are one message.
 */
export async function tellSubmitted(
  tx: TenantTx,
  form: Pick<FormRow, 'id' | 'name' | 'object'>,
  recordId: string,
  { author, userIds }: { author: string; userIds: readonly string[] },
): Promise<void> {
  if (userIds.length === 0) return;
  const name = cutText(form.name, MAX_NAME);
  await postMessage(tx, tx.tenant.id, 'message', {
    userIds,
    typeCode: 'form_submit',
    content: `表单“${name}”收到一份新的提交`,
    merge: {
      key: `form_submit ${form.id}`,
      content: `表单“${name}”收到 {count} 份新的提交，打开的是最新一份`,
    },
    handlerParams: { object: form.object, id: recordId },
    fromUserId: author,
  });
}
