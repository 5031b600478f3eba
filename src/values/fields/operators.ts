import {
  CALENDAR_OPS,
  DAY_COUNT_OPS,
  DEPT_OPS,
  FIELDS,
  holdsRows,
  isComputed,
  isSortable,
  namesRecords,
  SYSTEM_FIELDS,
  type FieldDescribe,
  type FieldType,
  type FilterOperator,
  type ObjectDescribe,
} from '../../contract/index.ts';

/**
 * What people read for filter operators; dates, selects and texts say the same thing in other
 * words.
 */
const COMMON: Record<FilterOperator, string> = {
  eq: '等于',
  ne: '不等于',
  in: '属于任一',
  nin: '不属于任一',
  contains: '包含',
  ncontains: '不包含',
  starts: '开头是',
  ends: '结尾是',
  empty: '为空',
  nempty: '不为空',
  gt: '大于',
  gte: '大于等于',
  lt: '小于',
  lte: '小于等于',
  between: '介于',
  today: '是今天',
  yesterday: '是昨天',
  tomorrow: '是明天',
  thisWeek: '在本周',
  lastWeek: '在上周',
  nextWeek: '在下周',
  thisMonth: '在本月',
  lastMonth: '在上月',
  nextMonth: '在下月',
  thisQuarter: '在本季度',
  lastQuarter: '在上季度',
  nextQuarter: '在下季度',
  thisYear: '在今年',
  lastYear: '在去年',
  nextYear: '在明年',
  lastNDays: '在过去若干天内',
  nextNDays: '在未来若干天内',
  olderThanNDays: '超过若干天以前',
  laterThanNDays: '在若干天以后',
  hasAny: '包含任一',
  hasAll: '包含全部',
  hasNone: '不含任一',
  exactly: '恰好是',
  me: '是我',
  myDepts: '属于我的部门',
  myDeptsBelow: '属于我的部门及下级',
  inTree: '属于（含下级）',
  covers: '包含日期',
  overlaps: '与此期间有交集',
  within: '在此期间内',
};
const DATE: Partial<Record<FilterOperator, string>> = {
  gt: '晚于',
  gte: '不早于',
  lt: '早于',
  lte: '不晚于',
};
const PICK: Partial<Record<FilterOperator, string>> = {
  eq: '是',
  ne: '不是',
  in: '是其中之一',
  nin: '不是其中任一',
};
const WORDINGS = { date: DATE, pick: PICK };

/** Chinese name of an operator for a field type: 金额“大于”, 日期“晚于”. */
export function operatorLabel(op: FilterOperator, type: FieldType): string {
  const wording = FIELDS[type]?.wording;
  return (wording && WORDINGS[wording][op]) ?? COMMON[op] ?? op;
}

/** The shape of value an operator takes: none, one, a list, a pair, or a number of days. */
export type OperatorArity = 'none' | 'one' | 'list' | 'pair' | 'days';
const LIST_OPS: readonly FilterOperator[] = ['in', 'nin', 'hasAny', 'hasAll', 'hasNone', 'exactly'];
const PAIR_OPS: readonly FilterOperator[] = ['between', 'overlaps', 'within'];
const DAY_COUNTS: readonly FilterOperator[] = DAY_COUNT_OPS;
const NO_VALUE: readonly FilterOperator[] = ['empty', 'nempty', ...CALENDAR_OPS, 'me', ...DEPT_OPS];
export function operatorArity(op: FilterOperator): OperatorArity {
  if (NO_VALUE.includes(op)) return 'none';
  if (PAIR_OPS.includes(op)) return 'pair';
  if (DAY_COUNTS.includes(op)) return 'days';
  return LIST_OPS.includes(op) ? 'list' : 'one';
}

/** A field as lists and filters need it: a describe's field, or a system field dressed as one. */
const systemFields: readonly FieldDescribe[] = SYSTEM_FIELDS.map((field, i) => ({
  ...field,
  id: field.apiName,
  order: 10_000 + i,
}));
const usedSystemFields = systemFields.filter(({ apiName }) => !['id', 'version'].includes(apiName));
/** The object's fields in order, then the system ones a person can use (not 编号 and 版本). */
export function listFields(describe: ObjectDescribe | null | undefined): readonly FieldDescribe[] {
  if (!describe) return [];
  const own = describe.fields.filter((field) => !field.removed);
  const names = new Set(own.map(({ apiName }) => apiName));
  return [...own, ...usedSystemFields.filter(({ apiName }) => !names.has(apiName))];
}
/** Those of them that lists may be filtered, sorted, grouped and summed up by. */
export const askedFields = (
  describe: ObjectDescribe | null | undefined,
): readonly FieldDescribe[] => listFields(describe).filter(({ masked }) => masked !== true);
/**
 * Fields of the records a lookup names, as lists are filtered and sorted by them: `customer.region`,
 * 客户 · 地区. Only stored ones: computed ones would read further objects.
 */
export const relatedFields = (
  reference: FieldDescribe,
  other: ObjectDescribe,
): readonly FieldDescribe[] =>
  askedFields(other)
    .filter(
      ({ type }) =>
        operatorsOf(type).length > 0 &&
        !isComputed(type) &&
        !namesRecords(type) &&
        !holdsRows(type),
    )
    .map((field) => ({
      ...field,
      id: `${reference.id}.${field.id}`,
      apiName: `${reference.apiName}.${field.apiName}`,
      label: `${reference.label} · ${field.label}`,
    }));
export const fieldNamed = (
  describe: ObjectDescribe | null | undefined,
  name: string,
): FieldDescribe | undefined =>
  describe?.fields.find((field) => field.apiName === name) ??
  systemFields.find((field) => field.apiName === name);

export const operatorsOf = (type: FieldType): readonly FilterOperator[] =>
  FIELDS[type]?.operators ?? [];
export const sortableFields = (
  describe: ObjectDescribe | null | undefined,
): readonly FieldDescribe[] => askedFields(describe).filter((field) => isSortable(field.type));
