export { regionServices, type RegionPlace } from './region-services.ts';
export { browserServices, type SessionPlace } from './services.ts';
export { readSession } from './storage.ts';
