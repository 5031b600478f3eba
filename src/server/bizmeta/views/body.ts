import type { FilterNode, RowHeight, ShowField, Sort } from '../../../contract/index.ts';

/** Content and display of a view. In the database fields are named by id, elsewhere by apiName. */
export interface ViewBody {
  readonly showFields: readonly ShowField[] | null;
  readonly dataFilter: FilterNode | null;
  readonly sort: Sort;
  readonly groupBy: readonly string[];
  readonly kindConfig: Readonly<Record<string, unknown>>;
  readonly rowHeight: RowHeight | null;
  readonly pageSize: number | null;
}
export const EMPTY_BODY: ViewBody = {
  showFields: null,
  dataFilter: null,
  sort: [],
  groupBy: [],
  kindConfig: {},
  rowHeight: null,
  pageSize: null,
};
