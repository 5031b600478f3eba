import type { SortKey } from '../fields/index.ts';
import type { Column } from '../meta/table.ts';

/** One key of the order. Empty values are last in both directions. */
export interface SortStep {
  readonly column: Column;
  readonly key: SortKey;
  readonly desc: boolean;
}
