export { provideRegion, type RegionMachine } from './machine.ts';
export type { RegionServices } from './types.ts';
