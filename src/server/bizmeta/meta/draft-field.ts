import type { FieldDescribe, RowInput } from '../../../contract/index.ts';
import type { FieldRow, ObjectRow } from './store.ts';

/**
 * A field as it shall be, beside the row it comes from; `at` is where the request says so, '' when
 * it does not.
 */
export interface DraftField {
  readonly field: FieldDescribe;
  readonly previous: FieldRow | undefined;
  readonly at: string;
  /** Columns of a sub-table as the request gives them; undefined when it does not. */
  readonly rows?: readonly RowInput[] | undefined;
  /**
   * The sub-table's columns as they shall be, and the object that holds its rows already; undefined
   * when they stay.
   */
  readonly below?: DraftRows | undefined;
}
export interface DraftRows {
  readonly previous: ObjectRow | undefined;
  readonly fields: readonly DraftField[];
  readonly removed: readonly FieldRow[];
}
