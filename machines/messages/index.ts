export { provideMessages, type MessagesMachine } from './machine.ts';
export {
  type MessagePages as Answers,
  type PageRequests as Asks,
  type MessagesEvent,
  type MessagesServices,
  type Tab,
} from './types.ts';
