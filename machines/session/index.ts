export type { SessionMachine } from './machine.ts';
export { provideSession } from './provide.ts';
export {
  TRANSFER_COOKIE as HAND_OVER_COOKIE,
  LOCAL_KEYS,
  parseSessionTransfer as parseHandOver,
  readStored,
  STATUS_KEY,
  storedEntries,
  storedOf,
  type SessionTransfer as HandOver,
  type StoredSession,
} from './stored.ts';
export { isNotice, type SessionInput, type SessionServices, type Verified } from './types.ts';
