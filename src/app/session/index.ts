export { regionServices } from './region-services.ts';
export { browserServices, type SessionEnvironment as SessionPlace } from './services.ts';
