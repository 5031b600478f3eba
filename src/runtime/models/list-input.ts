import type { FilterNode, Sort, WhereAsk } from '../../contract/index.ts';
import type { ListRights } from './rights.ts';
import type { ListModel } from './types.ts';

export type SendRequest = (
  call: string,
  input: Record<string, unknown>,
  signal: AbortSignal,
) => Promise<unknown>;
/** What a list's declaration evaluates to; `object` null while its `when` does not hold. */
export interface ListRequest {
  object: string | null;
  fields?: string[] | undefined;
  filter: FilterNode | null;
  where?: WhereAsk | undefined;
  sort: Sort;
  size: number;
}
/** Both conditions, without a group around a single one. */
function bothFilters(a: FilterNode | null, b: FilterNode | null): FilterNode | null {
  return a && b ? { op: 'and', items: [a, b] } : (a ?? b);
}

/** A view whose filter the person does not know is applied by the server. */
const throughView = (view: ListModel['view']): { viewId?: string } =>
  view?.restricted || view?.hiddenFilter ? { viewId: view.id } : {};

/** What the list call is asked with; null when nothing is to be asked. */
export function inputOf(
  request: ListRequest,
  list: Pick<
    ListModel,
    | 'filter'
    | 'loadAll'
    | 'view'
    | 'current'
    | 'size'
    | 'sort'
    | 'search'
    | 'groupBy'
    | 'summaryAsk'
  > & { readonly edits: { readonly rights: Pick<ListRights, 'isOn'> } },
): Record<string, unknown> | null {
  const { object, fields, filter, where } = request;
  if (!object) return null;
  const conditions = bothFilters(bothFilters(filter, list.filter), list.loadAll?.filter ?? null);
  const { groupBy, summaryAsk } = list;
  return {
    object,
    ...throughView(list.view),
    current: list.current,
    size: groupBy.length > 0 ? 0 : list.size,
    sort: list.sort,
    ...(list.edits.rights.isOn && { rights: true }),
    ...(fields && { fields }),
    ...(where && { where }),
    ...(conditions && { filter: conditions }),
    ...(list.search && { search: list.search }),
    ...(groupBy.length > 0 && { groupBy }),
    ...(groupBy.length > 0 && summaryAsk.length > 0 && { summary: summaryAsk }),
  };
}

const MATCHING = ['viewId', 'filter', 'where', 'sort', 'search'] as const;
/** What decides which records there are and their order: for what is done with all of them. */
export const matchingOf = (input: Record<string, unknown> | null): Record<string, unknown> =>
  Object.fromEntries(MATCHING.flatMap((key) => (input?.[key] == null ? [] : [[key, input[key]]])));
