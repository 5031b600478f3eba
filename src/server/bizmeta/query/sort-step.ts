import type { SortKey } from '../fields/index.ts';
import type { Column } from '../meta/table.ts';

/** One key of the order. Empty values stand last, whichever the direction. */
export interface SortStep {
  readonly column: Column;
  readonly key: SortKey;
  readonly desc: boolean;
}
