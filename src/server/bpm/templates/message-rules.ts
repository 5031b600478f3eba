import type { FlowMessage, MessageRule } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';

/** The ways a template sends each of its messages. */
export async function messageRules(
  tx: TenantTx,
  templateId: string,
): Promise<ReadonlyMap<FlowMessage, MessageRule['channels']>> {
  const [row] = await tx.query<{ messages: MessageRule[] }>(
    'select messages from bpm.flow_template where tenant_id = $1 and id = $2',
    [tx.tenant.id, templateId],
    { name: 'bpm-message-rules' },
  );
  return new Map((row?.messages ?? []).map(({ event, channels }) => [event, channels]));
}
