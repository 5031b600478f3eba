export { provideRegion, regionMachine, type RegionMachine } from './machine.ts';
export type { RegionContext, RegionEvent, RegionServices, Target } from './types.ts';
