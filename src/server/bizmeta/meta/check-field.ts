import {
  isComputed,
  fitsRows,
  problem,
  FIELDS,
  type FieldDescribe,
  type Problem,
} from '../../../contract/index.ts';
import { columnDefaultSources, defaultSources } from '../../../values/index.ts';
import { isEmpty, kindOf, type Refuse, type Setting } from '../fields/index.ts';
import type { DraftField } from './draft-field.ts';
import { labelProblem, nameProblem } from './names.ts';
import { isReservedField } from './reserved.ts';

export const SETTINGS: Readonly<Record<Setting, string>> = {
  options: '选项',
  refObject: '关联对象',
  maxLength: '最大长度',
  min: '最小值',
  max: '最大值',
  precision: '总位数',
  scale: '小数位数',
  currencyCode: '币种',
  thousands: '千分位',
  showAs: '显示为',
  unit: '单位',
  unitFirst: '单位在数字前',
  compact: '用万、亿缩写',
  noSum: '不求和',
  textFormat: '格式',
  noNotice: '不通知被指派的人',
  seconds: '显示秒',
  leafOnly: '只选末级',
  areaLevel: '选到哪一级',
  step: '步长',
  numberRule: '编号规则',
  formula: '公式',
  resultType: '结果类型',
  rollup: '汇总',
  fills: '带出的字段',
  candidates: '可选范围',
  shows: '一并显示的字段',
  onTargetDeleted: '目标删除时',
  fields: '明细列',
};
/** Nothing is set, also in a form's nested settings. */
const isBlank = (value: unknown): boolean =>
  isEmpty(value) ||
  (typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(isBlank));

const NAME = '字段标识';
const LABEL = '字段名称';

/**
 * One field's settings checked against its type and completed: all settings the type uses are
 * present, unused ones are refused, never dropped. Problems are added with their paths.
 */
export function checkField(
  { field, at, rows }: DraftField,
  objects: ReadonlySet<string>,
  problems: Problem[],
): FieldDescribe {
  const kind = kindOf(field);
  const refuse = (path: string, why: string) => {
    problems.push(
      problem(at + path, 'FIELD_SETTING', { label: field.label || field.apiName, why }),
    );
    return undefined;
  };
  for (const key of Object.keys(SETTINGS) as Setting[]) {
    if (!isBlank(key === 'fields' ? rows : field[key]) && !kind.settings.includes(key))
      refuse(`/${key}`, `${FIELDS[kind.type].title}类型没有“${SETTINGS[key]}”这项设置`);
  }
  if (field.unique && !kind.canBeUnique)
    refuse('/unique', `${FIELDS[kind.type].title}类型不能设为不允许重复`);
  if (isComputed(field.type) && (field.required || field.requiredWhen))
    refuse('/required', `${FIELDS[kind.type].title}由系统给出，不能设为必填`);
  const settled: FieldDescribe = {
    ...baseOf(field),
    ...(kind.alwaysUnique && { unique: true }),
    ...(field.fields && { fields: field.fields }),
    ...kind.normalize(field, refuse),
  };
  if (field.refObject && kind.settings.includes('refObject') && !objects.has(field.refObject))
    refuse('/refObject', `没有名为“${field.refObject.slice(0, 60)}”的对象`);
  return {
    ...settled,
    ...checkDefault(settled, field.defaultValue, at, problems, refuse),
    ...checkDefaultFrom(settled, field, refuse),
  };
}

/** Settings of every type. */
const baseOf = ({
  id,
  apiName,
  label,
  type,
  required,
  unique,
  help,
  placeholder,
  requiredWhen,
  rules,
  order,
}: FieldDescribe): FieldDescribe => ({
  id,
  apiName,
  label,
  type,
  required,
  unique,
  ...(help && { help }),
  ...(placeholder && { placeholder }),
  ...(requiredWhen?.trim() && { requiredWhen }),
  ...(rules && rules.length > 0 && { rules }),
  order,
});

/** A column of a sub-table: what needs the whole record, or a table of its own, cannot be one. */
export function checkRowField(
  draft: DraftField,
  objects: ReadonlySet<string>,
  problems: Problem[],
): FieldDescribe {
  const { field, at } = draft;
  const wrong = (path: string, why: string) =>
    problems.push(
      problem(at + path, 'FIELD_SETTING', { label: field.label || field.apiName, why }),
    );
  if (!fitsRows(field.type)) wrong('/type', `明细表的列不能是${FIELDS[field.type].title}类型`);
  if (field.unique) wrong('/unique', '明细表的列不能设为不允许重复');
  const { defaultFrom, type } = field;
  if (defaultFrom && !columnDefaultSources(type).includes(defaultFrom.source))
    wrong('/defaultFrom', '明细表的列没有这种默认值');
  return checkField(draft, objects, problems);
}

function checkDefault(
  field: FieldDescribe,
  value: unknown,
  at: string,
  problems: Problem[],
  refuse: (path: string, why: string) => undefined,
): Pick<FieldDescribe, 'defaultValue'> {
  if (isEmpty(value)) return {};
  const kind = kindOf(field);
  if (!kind.canHaveDefault) refuse('/defaultValue', `${FIELDS[kind.type].title}类型不能有默认值`);
  const wrong: Refuse = (reason, params) => {
    problems.push(
      problem(`${at}/defaultValue`, reason, { ...params, label: `${field.label}的默认值` }),
    );
    return undefined;
  };
  kind.parse(value, field, wrong);
  return { defaultValue: value };
}

function checkDefaultFrom(
  { type }: FieldDescribe,
  { defaultFrom, defaultValue }: FieldDescribe,
  refuse: (path: string, why: string) => undefined,
): Pick<FieldDescribe, 'defaultFrom'> {
  if (!defaultFrom) return {};
  const { source, formula } = defaultFrom;
  if (!defaultSources(type).includes(source))
    refuse('/defaultFrom', `${FIELDS[type].title}类型没有这种默认值`);
  if (!isEmpty(defaultValue)) refuse('/defaultFrom', '已有固定的默认值');
  if (source === 'formula' && !formula?.trim()) refuse('/defaultFrom/formula', '请填写公式');
  return { defaultFrom: { source, ...(source === 'formula' && formula && { formula }) } };
}

/**
 * A field that keeps its name has priority: the problem is reported at the field that takes it
 * over.
 */
const keepsLabel = ({ field, previous, at }: DraftField): boolean =>
  previous?.label === field.label || (at === '' && previous !== undefined);
const keepsName = ({ field, previous }: DraftField): boolean =>
  previous?.api_name === field.apiName;

/** Names and labels: each by itself, then all together without regard to case. */
export function checkFieldNames(drafts: readonly DraftField[], problems: Problem[]): void {
  const seen = new Set(drafts.filter(keepsName).map(({ field }) => field.apiName.toLowerCase()));
  // Users could not distinguish two fields of one name in a form.
  const labels = new Set(drafts.filter(keepsLabel).map(({ field }) => field.label.trim()));
  for (const draft of drafts) {
    const { field, at, nameAt = `${at}/apiName` } = draft;
    if (at === '') continue;
    const wrong = nameProblem(
      nameAt,
      NAME,
      field.apiName,
      // A name that was reserved later stays with the field that has it.
      (given) => !keepsName(draft) && isReservedField(given),
    );
    const name = field.apiName.toLowerCase();
    if (wrong) problems.push(wrong);
    else if (!keepsName(draft) && seen.has(name))
      problems.push(problem(nameAt, 'NAME_TAKEN', { what: NAME, name: field.apiName }));
    seen.add(name);
    const label = labelProblem(`${at}/label`, LABEL, field.label);
    if (label) problems.push(label);
    else if (!keepsLabel(draft) && labels.has(field.label.trim()))
      problems.push(
        problem(`${at}/label`, 'NAME_TAKEN', { what: LABEL, name: field.label.trim() }),
      );
    labels.add(field.label.trim());
  }
}
