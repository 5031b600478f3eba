/** Operators of dates that name their days by themselves. */
export const CALENDAR_OPS = [
  'today',
  'yesterday',
  'tomorrow',
  'thisWeek',
  'lastWeek',
  'nextWeek',
  'thisMonth',
  'lastMonth',
  'nextMonth',
  'thisQuarter',
  'lastQuarter',
  'nextQuarter',
  'thisYear',
  'lastYear',
  'nextYear',
] as const;
/** Those that take a number of days. */
export const DAY_COUNT_OPS = [
  'lastNDays',
  'nextNDays',
  'olderThanNDays',
  'laterThanNDays',
] as const;

/** Those of departments that mean the reader's own, by themselves or with those below them. */
export const DEPT_OPS = ['myDepts', 'myDeptsBelow'] as const;

/**
 * Filter operators by what they mean; which a field type takes its descriptor says. Dates are read
 * in the tenant's time zone.
 */
const FILTER_OPERATORS = [
  'eq',
  'ne',
  'in',
  'nin',
  'contains',
  'ncontains',
  'starts',
  'ends',
  'empty',
  'nempty',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  ...CALENDAR_OPS,
  ...DAY_COUNT_OPS,
  'hasAny',
  'hasAll',
  'hasNone',
  'exactly',
  'me',
  ...DEPT_OPS,
  'inTree',
  'covers',
  'overlaps',
  'within',
] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];
