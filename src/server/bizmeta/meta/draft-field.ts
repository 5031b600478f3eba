import type { FieldDescribe, RowInput } from '../../../contract/index.ts';
import type { FieldRow, ObjectRow } from './store.ts';

/**
 * The new state of a field, beside its stored row; `at` is its path in the request, '' when the
 * request does not name it.
 */
export interface DraftField {
  readonly field: FieldDescribe;
  readonly previous: FieldRow | undefined;
  readonly at: string;
  /** Columns of a sub-table as given by the request; undefined when it has none. */
  readonly rows?: readonly RowInput[] | undefined;
  /**
   * The new state of the sub-table's columns, and the object that already holds its rows; undefined
   * when they are unchanged.
   */
  readonly below?: DraftRows | undefined;
}
export interface DraftRows {
  readonly previous: ObjectRow | undefined;
  readonly fields: readonly DraftField[];
  readonly removed: readonly FieldRow[];
}
