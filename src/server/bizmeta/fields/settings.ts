import {
  DECIMAL_LENGTH,
  DECIMAL_MAX_PRECISION,
  FILTER_MAX_DEPTH,
  FILTER_MAX_LEAVES,
  MAX_OPTIONS,
  type FieldDescribe,
  type FieldInput,
  type SelectOption,
} from '../../../contract/index.ts';
import { isStorable } from './filters/operands.ts';
import type { RefuseSetting } from './kind.ts';

/** Settings several types share: each fills in what is left out and checks what is given. */

export function normalizeLength(
  input: FieldInput,
  refuse: RefuseSetting,
  fallback: number,
  most: number,
): Partial<FieldDescribe> {
  const maxLength = input.maxLength ?? fallback;
  if (maxLength > most) refuse('/maxLength', `长度最多 ${most}`);
  return { maxLength };
}

export function normalizeBounds(input: FieldInput, refuse: RefuseSetting): Partial<FieldDescribe> {
  const { min, max } = input;
  if (min !== undefined && max !== undefined && min > max) refuse('/min', '最小值大于最大值');
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}
/** Digits in groups of three, by default; whether values have a total, where that was set. */
export const normalizeGrouping = ({
  thousands = true,
  noSum,
  ...input
}: FieldInput): Partial<FieldDescribe> => ({
  thousands,
  ...normalizeUnit(input),
  ...(noSum && { noSum }),
});
export const UNIT_SETTINGS = ['unit', 'unitFirst', 'compact'] as const;
/** What a number is shown with. */
function normalizeUnit({
  unit,
  unitFirst,
  compact,
}: Pick<FieldInput, (typeof UNIT_SETTINGS)[number]>): Partial<FieldDescribe> {
  const own = unit !== undefined && isStorable(unit) ? unit.trim() : '';
  return {
    ...(own !== '' && { unit: own, ...(unitFirst && { unitFirst }) }),
    ...(compact && { compact }),
  };
}

export function normalizeCurrency(
  { currencyCode = 'CNY' }: FieldInput,
  refuse: RefuseSetting,
): Pick<FieldDescribe, 'currencyCode'> {
  if (!/^[A-Z]{3}$/.test(currencyCode)) refuse('/currencyCode', '币种应为三个大写字母，如 CNY');
  return { currencyCode };
}
/**
 * The display of a number that is no currency or percentage by its type; a currency only when it is
 * displayed as one.
 */
export function normalizeDisplay(input: FieldInput, refuse: RefuseSetting): Partial<FieldDescribe> {
  const { showAs, currencyCode, noSum } = input;
  if (currencyCode !== undefined && showAs !== 'currency')
    refuse('/currencyCode', '显示为金额时才有币种');
  return {
    ...(showAs && { showAs }),
    ...(showAs === 'currency' && normalizeCurrency(input, refuse)),
    ...(noSum && { noSum }),
  };
}

/** Most digits after the point of a displayed result; the computation is exact. */
const MAX_RESULT_SCALE = 10;
/** Settings computed fields share: the type of their result, and its display. */
export function normalizeResult(input: FieldInput, refuse: RefuseSetting): Partial<FieldDescribe> {
  const { resultType, scale, thousands } = input;
  if (scale !== undefined && (scale < 0 || scale > MAX_RESULT_SCALE))
    refuse('/scale', `小数位数应为 0 至 ${MAX_RESULT_SCALE}`);
  return {
    ...(resultType && { resultType }),
    ...(scale !== undefined && { scale }),
    ...(thousands !== undefined && { thousands }),
    ...normalizeUnit(input),
    ...normalizeDisplay(input, refuse),
  };
}
export const RESULT_SETTINGS = [
  'resultType',
  'scale',
  'thousands',
  ...UNIT_SETTINGS,
  'showAs',
  'currencyCode',
  'noSum',
] as const;

export function normalizeInteger(
  input: FieldInput,
  refuse: RefuseSetting,
  least: number,
  most: number,
): Partial<FieldDescribe> {
  for (const key of ['min', 'max'] as const) {
    const value = input[key];
    if (value !== undefined && (!Number.isInteger(value) || value < least || value > most))
      refuse(`/${key}`, `应为 ${least} 至 ${most} 的整数`);
  }
  return { ...normalizeBounds(input, refuse), ...normalizeGrouping(input) };
}

/** Digits of a decimal: `precision` in all, `scale` after the point. */
export function normalizeDecimal(
  input: FieldInput,
  refuse: RefuseSetting,
  fallback = DECIMAL_LENGTH,
): Partial<FieldDescribe> {
  const precision = input.precision ?? fallback;
  const scale = input.scale ?? Math.min(2, precision);
  if (precision < 1 || precision > DECIMAL_MAX_PRECISION)
    refuse('/precision', `总位数应为 1 至 ${DECIMAL_MAX_PRECISION}`);
  if (scale < 0 || scale > precision) refuse('/scale', '小数位数应为 0 至总位数');
  return { precision, scale, ...normalizeBounds(input, refuse), ...normalizeGrouping(input) };
}

function normalizeOption(
  option: SelectOption,
  at: string,
  seen: { codes: Set<string>; labels: Set<string> },
  refuse: RefuseSetting,
): void {
  if (!option.code.trim() || !isStorable(option.code)) refuse(`${at}/code`, '选项编码不能为空');
  else if (seen.codes.has(option.code)) refuse(`${at}/code`, `选项编码“${option.code}”重复`);
  if (!option.label.trim() || !isStorable(option.label)) refuse(`${at}/label`, '选项名称不能为空');
  else if (seen.labels.has(option.label)) refuse(`${at}/label`, `选项名称“${option.label}”重复`);
  seen.codes.add(option.code);
  seen.labels.add(option.label);
}

export function normalizeOptions(input: FieldInput, refuse: RefuseSetting): Partial<FieldDescribe> {
  const options = input.options ?? [];
  if (options.length === 0) refuse('/options', '至少要有一个选项');
  const seen = { codes: new Set<string>(), labels: new Set<string>() };
  options.forEach((option, i) => {
    normalizeOption(option, `/options/${i}`, seen, refuse);
    if (option.children) refuse(`/options/${i}/children`, '只有级联选择的选项可以有下级');
  });
  return { options };
}

/** Options of a tree: codes differ in the whole tree, labels among siblings. */
export function normalizeTree(input: FieldInput, refuse: RefuseSetting): Partial<FieldDescribe> {
  const options = input.options ?? [];
  if (options.length === 0) refuse('/options', '至少要有一个选项');
  const codes = new Set<string>();
  const normalize = (brothers: readonly SelectOption[], at: string): void => {
    const seen = { codes, labels: new Set<string>() };
    brothers.forEach((option, i) => {
      normalizeOption(option, `${at}/${i}`, seen, refuse);
      normalize(option.children ?? [], `${at}/${i}/children`);
    });
  };
  normalize(options, '/options');
  if (codes.size > MAX_OPTIONS) refuse('/options', `选项最多 ${MAX_OPTIONS} 个`);
  return { options };
}

/** Whether a value is a filter of so many conditions at most; what they mean is checked elsewhere. */
function isFilter(value: unknown): boolean {
  let leaves = 0;
  const fits = (node: unknown, depth: number): boolean => {
    if (typeof node !== 'object' || node === null || depth > FILTER_MAX_DEPTH) return false;
    const { op, field, items } = node as Partial<Record<'op' | 'field' | 'items', unknown>>;
    if (items === undefined)
      return typeof field === 'string' && typeof op === 'string' && ++leaves <= FILTER_MAX_LEAVES;
    return (
      (op === 'and' || op === 'or') &&
      Array.isArray(items) &&
      items.length <= FILTER_MAX_LEAVES &&
      items.every((item) => fits(item, depth + 1))
    );
  };
  return fits(value, 1);
}

export function normalizeReference(
  input: FieldInput,
  refuse: RefuseSetting,
): Partial<FieldDescribe> {
  const { refObject, candidates, shows, onTargetDeleted = 'restrict' } = input;
  if (!refObject) refuse('/refObject', '请选择关联的对象');
  if (onTargetDeleted === 'clear' && input.required)
    refuse('/onTargetDeleted', '必填的字段不能在目标删除时清空');
  if (candidates && !isFilter(candidates)) refuse('/candidates', '可选范围应为筛选条件');
  return {
    refObject: refObject ?? '',
    ...(candidates && isFilter(candidates) && { candidates }),
    ...(shows && shows.length > 0 && { shows }),
    ...(onTargetDeleted !== 'restrict' && { onTargetDeleted }),
  };
}
