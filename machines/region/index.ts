export { provideRegion, regionMachine, type RegionMachine } from './machine.ts';
export type {
  RegionContext,
  RegionEvent,
  RegionServices,
  SwitchTarget as Target,
} from './types.ts';
