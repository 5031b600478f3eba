export { messagesMachine, POLL_MS, provideMessages, type MessagesMachine } from './machine.ts';
export {
  MESSAGE_SIZES,
  type Answers,
  type Asks,
  type Box,
  type MessagesContext,
  type MessagesEvent,
  type MessagesServices,
  type Tab,
} from './types.ts';
