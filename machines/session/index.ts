export { provideSession, sessionMachine, type SessionMachine } from './machine.ts';
export {
  HAND_OVER_COOKIE,
  LOCAL_KEYS,
  parseHandOver,
  readStored,
  STATUS_KEY,
  storedEntries,
  storedOf,
  type HandOver,
  type StoredSession,
} from './stored.ts';
export {
  isNotice,
  NOTICES,
  type Credentials,
  type Entering,
  type Notice,
  type SessionContext,
  type SessionEvent,
  type SessionInput,
  type SessionServices,
  type Verified,
} from './types.ts';
