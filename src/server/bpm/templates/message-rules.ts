import { FLOW_MESSAGES, type FlowMessage, type MessageRule } from '../../../contract/index.ts';
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

/** What a template sends for each message: one that has no rule goes in-app only. */
export const rulesInForce = (rules: readonly MessageRule[]): MessageRule[] =>
  FLOW_MESSAGES.map(
    (event) => rules.find((rule) => rule.event === event) ?? { event, channels: ['inapp'] },
  );
