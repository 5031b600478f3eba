import { Type, type Static } from 'typebox';
import { GROUP_LEVELS_MAX, SUMMARY_MAX } from '../base/constants.ts';
import { FieldRef, oneOf, type FieldDescribe } from './meta.ts';
import { FILTER_OPS, shownType, valueType, FIELDS, type FieldType } from '../fields/field-types.ts';
import { closed } from '../base/closed.ts';

/**
 * What a column is summed up to: `count` all records, `filled` and `empty` those with and without a
 * value of the field.
 */
export const SUMMARY_FNS = ['count', 'filled', 'empty', 'sum', 'avg', 'min', 'max'] as const;
export type SummaryFn = (typeof SUMMARY_FNS)[number];

const takes = (type: FieldType, op: string): boolean =>
  (FILTER_OPS[type] as readonly string[]).includes(op);

/**
 * Types a list can be grouped by: those with a filter for equal or empty, since opening a group
 * applies that condition.
 */
export const isGroupable = (type: FieldType): boolean => takes(type, 'eq') && takes(type, 'empty');

/**
 * Whether values of the type have the summary: sums and means of numbers, minimum and maximum of
 * types with `between`.
 */
export function canSummarize(type: FieldType, fn: SummaryFn): boolean {
  switch (fn) {
    case 'sum':
    case 'avg':
      return takes(type, 'between') && takes(type, 'in');
    case 'min':
    case 'max':
      return takes(type, 'between');
    default:
      return true;
  }
}

type Summed = Pick<FieldDescribe, 'type' | 'resultType' | 'showAs' | 'noSum'> & {
  masked?: boolean;
};
/**
 * Whether values of the field have a meaningful sum: percentages, ratings and sliders do not, nor
 * fields whose builder excluded it.
 */
export const addsUp = (field: Summed): boolean =>
  field.noSum !== true && FIELDS[shownType(field)].summable === true;
/**
 * The summaries of a field, the first choice first; means come first where a sum has no meaning.
 */
export function summaryFns(field: Summed): SummaryFn[] {
  if (field.masked) return [];
  const fns = SUMMARY_FNS.filter(
    (fn) => canSummarize(valueType(field), fn) && (fn !== 'sum' || addsUp(field)),
  );
  const first: SummaryFn = fns.includes('sum') ? 'sum' : fns.includes('avg') ? 'avg' : 'filled';
  return [first, ...fns.filter((fn) => fn !== first)];
}

/** Fields a list is grouped by, the outermost first. */
export const GroupBy = Type.Array(FieldRef, { maxItems: GROUP_LEVELS_MAX });
export const SummaryAsk = Type.Array(
  Type.Object({ field: FieldRef, fn: oneOf(SUMMARY_FNS) }, closed),
  { maxItems: SUMMARY_MAX },
);
export type SummaryAsk = Static<typeof SummaryAsk>;
/**
 * `value` in the field's wire format; a number for counts, sums and means; null where there is
 * nothing to summarize.
 */
export const SummaryValue = Type.Object({
  field: Type.String(),
  fn: oneOf(SUMMARY_FNS),
  value: Type.Unknown(),
});
export type SummaryValue = Static<typeof SummaryValue>;
/**
 * One group. `values` are the fields' values from the outermost level on, so their number is the
 * group's level: with two fields there are groups of one value and, behind each, those of two. Null
 * is the group of empty values, always the last of its level; a dateTime groups by its day
 * (YYYY-MM-DD) in the tenant's zone; ids of people and records are in `labels`.
 */
export const Group = Type.Object({
  values: Type.Array(Type.Unknown()),
  count: Type.Integer(),
  summary: Type.Array(SummaryValue),
});
export type Group = Static<typeof Group>;
