export { regionServices, type RegionEnvironment as RegionPlace } from './region-services.ts';
export { browserServices, type SessionEnvironment as SessionPlace } from './services.ts';
export { readSession } from './storage.ts';
