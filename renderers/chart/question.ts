import {
  canSummarize,
  isGroupable,
  SUMMARY_MAX,
  valueType,
  type FieldDescribe,
  type Group,
  type ObjectDescribe,
  type SummaryAsk,
  type SummaryFn,
} from '../../src/contract/index.ts';
import { fieldNamed } from '../../src/values/index.ts';
import { numberIn, type ChartQuery, type GroupEntry, type Figure, type Measure } from './data.ts';

/** What the server is asked for: the groups of all records, and what each comes to. */
export interface Question {
  readonly groupBy: readonly string[];
  readonly summary: SummaryAsk;
}

/** What puts the values of an aggregate together with those of other groups. */
const PARTS: Readonly<Record<ChartQuery['aggregate'], readonly SummaryFn[]>> = {
  sum: ['sum'],
  avg: ['sum', 'filled'],
  min: ['min'],
  max: ['max'],
  count: ['filled'],
};
const isNumber = (field: FieldDescribe): boolean => canSummarize(valueType(field), 'sum');

/**
 * The question that a chart over a list's records comes to; null where the server has no answer to
 * it: parts of what a group is, or values that are no numbers.
 */
export function questionOf(
  { dimension, series, measures, aggregate }: ChartQuery,
  describe: ObjectDescribe,
): Question | null {
  const groupBy = [...new Set([dimension, series].filter((name) => name !== ''))];
  const isAsked = groupBy.every((name) => {
    const field = fieldNamed(describe, name);
    return field !== undefined && isGroupable(valueType(field));
  });
  const summary = measures
    .filter(({ field }) => field !== '')
    .flatMap(({ field }) => PARTS[aggregate].map((fn) => ({ field, fn })));
  const isSummed = summary.every(({ field: name }) => {
    const field = fieldNamed(describe, name);
    return field !== undefined && isNumber(field);
  });
  // Without groups a sum is asked for: only beside one are all records counted.
  const count =
    groupBy.length + summary.length === 0 ? [{ field: 'id', fn: 'count' as const }] : [];
  return isAsked && isSummed && summary.length <= SUMMARY_MAX
    ? { groupBy, summary: [...summary, ...count] }
    : null;
}

function figureIn({ count, summary }: Group, { field }: Measure): Figure | null {
  if (field === '') return { count: 1, sum: count, min: count, max: count };
  const found = (fn: SummaryFn): number | null =>
    numberIn(summary.find((each) => each.field === field && each.fn === fn)?.value);
  const [sum, filled, min, max] = [found('sum'), found('filled'), found('min'), found('max')];
  const value = sum ?? min ?? max ?? filled;
  if (value === null) return null;
  return { count: filled ?? 1, sum: sum ?? value, min: min ?? value, max: max ?? value };
}

/** The innermost groups, as a chart puts them together. */
export const entriesOf = (groups: readonly Group[], { groupBy }: Question): GroupEntry[] =>
  groups
    .filter(({ values }) => values.length === groupBy.length)
    .map((group) => ({
      row: Object.fromEntries(groupBy.map((name, at) => [name, group.values[at]])),
      figure: (measure) => figureIn(group, measure),
    }));
