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
  /** What the request calls a new field that had no name yet. */
  readonly calledBy?: string | undefined;
  /** The path of its name in the request where that is not `apiName`. */
  readonly nameAt?: string | undefined;
  /** Columns of a sub-table as given by the request; undefined when it has none. */
  readonly rows?: readonly RowInput[] | undefined;
  /**
   * The new state of the sub-table's columns, and the object that already holds its rows; undefined
   * when they are unchanged.
   */
  readonly below?: DraftRows | undefined;
}

/** What the request's expressions and lists call the field where that is not its name. */
export const formerName = ({ previous, calledBy }: DraftField): string | undefined =>
  previous?.api_name ?? calledBy;

export interface DraftRows {
  readonly previous: ObjectRow | undefined;
  readonly fields: readonly DraftField[];
  readonly removed: readonly FieldRow[];
}
