export { browserServices, type SessionPlace } from './services.ts';
export { readSession } from './storage.ts';
