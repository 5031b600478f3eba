import { FLOW_MESSAGES, type FlowMessage, type MessageRule } from '../../../contract/index.ts';

/** The ways a message is sent by these rules: one that has none goes in-app only. */
export const channelsOf = (
  rules: readonly MessageRule[],
  message: FlowMessage,
): MessageRule['channels'] => rules.find(({ event }) => event === message)?.channels ?? ['inapp'];

/** What a template sends for each message. */
export const rulesInForce = (rules: readonly MessageRule[]): MessageRule[] =>
  FLOW_MESSAGES.map((event) => ({ event, channels: channelsOf(rules, event) }));
