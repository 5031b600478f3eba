export { messagesMachine, POLL_MS, provideMessages, type MessagesMachine } from './machine.ts';
export {
  MESSAGE_SIZES,
  type MessagePages as Answers,
  type PageRequests as Asks,
  type MessageBoxState as Box,
  type MessagesContext,
  type MessagesEvent,
  type MessagesServices,
  type Tab,
} from './types.ts';
