import type {
  CustomView,
  FilterNode,
  ObjectDescribe,
  Sort,
  SummaryAsk,
} from '../../contract/index.ts';
import { equalData } from './equal.ts';
import type { ListModel } from './types.ts';

/** A list seen through a view, and what a user chose beside it. */

/** What the person chose; undefined follows the view, and behind it the declaration. */
export interface Chosen {
  current: number;
  size?: number;
  sort?: Sort;
  filter?: FilterNode | null;
  search: string;
  groupBy?: readonly string[];
  kindConfig?: CustomView['kindConfig'];
  summary: SummaryAsk;
}
export const START: Chosen = { current: 1, search: '', summary: [] };

/** Fields that a restricted view hides are not there to be offered. */
export function seenThrough(
  view: CustomView | null,
  describe: ObjectDescribe | null,
): ObjectDescribe | null {
  if (!describe || !view?.restricted || !view.showFields) return describe;
  const shown = new Set(view.showFields.map(({ field }) => field));
  return { ...describe, fields: describe.fields.filter((field) => shown.has(field.apiName)) };
}

const NONE: readonly never[] = [];
/**
 * What a view groups by: lanes of a board are groups, and so are those below one record. Cards have
 * no headings, so that a grouping stored with them would hide all but the first groups.
 */
export function groupsOf(view: CustomView | null): readonly string[] {
  const by =
    view?.kind === 'kanban'
      ? view.kindConfig['groupField']
      : view?.kind === 'hierarchy'
        ? view.kindConfig['parentField']
        : undefined;
  if (typeof by === 'string') return [by];
  return view?.kind === 'cards' || view?.kind === 'gallery' ? NONE : (view?.groupBy ?? NONE);
}

/** What the user changed of a view, or of the list's declaration without one. */
export function changesOf(
  { filter, sort, groupBy, kindConfig }: Chosen,
  view: CustomView | null,
  declaredSort: Sort,
  viewGroups: readonly string[],
): ListModel['viewChanges'] {
  const differs = (now: unknown, was: unknown): boolean =>
    now !== undefined && !equalData(now, was);
  return {
    ...(filter !== undefined &&
      differs(filter, view?.dataFilter ?? null) && { dataFilter: filter }),
    ...(sort && differs(sort, view?.sort ?? declaredSort) && { sort }),
    ...(groupBy && differs(groupBy, viewGroups) && { groupBy: [...groupBy] }),
    ...(view && differs(kindConfig, view.kindConfig) && { kindConfig: kindConfig! }),
  };
}
