import {
  isPercent,
  type FieldDescribe,
  type FormEffect,
  type FormRule,
} from '../../contract/index.ts';
import { parse, toSentence, type SentenceNames } from '../../expression/index.ts';
import { ratioText } from '../numbers/ratio.ts';
import { allOptions } from '../fields/options.ts';

const optionLabel = (field: FieldDescribe | undefined, value: string): string | undefined =>
  field?.options && allOptions(field.options).find(({ code }) => code === value)?.label;

/** Names of fields by their labels, of options by theirs. */
function fieldWords(fields: readonly FieldDescribe[]): Required<SentenceNames> {
  const byName = new Map(fields.map((field) => [field.apiName, field]));
  const find = ([first = '', second]: readonly string[]): FieldDescribe | undefined => {
    const field = byName.get(first);
    return second === undefined
      ? field
      : (field?.fields?.find(({ apiName }) => apiName === second) as FieldDescribe | undefined);
  };
  return {
    label: (path) => (path[0] === 'user' ? '当前用户' : find(path)?.label),
    option: (path, value) => optionLabel(find(path), value),
    number: (path, value) => {
      const field = find(path);
      return field && isPercent(field) ? ratioText(value) : undefined;
    },
  };
}

const several = (words: readonly string[]): string => words.join('、');
/** A value as displayed: options by their labels. */
function displayedValue(value: unknown, field: FieldDescribe | undefined): string {
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (Array.isArray(value)) return several(value.map((each) => displayedValue(each, field)));
  if (typeof value === 'string') return `“${optionLabel(field, value) ?? value}”`;
  if (typeof value !== 'number') return '指定的值';
  return field && isPercent(field) ? `${value}%` : String(value);
}

function targetNames(targets: readonly string[], fields: readonly FieldDescribe[]): string {
  if (targets.length === 0) return '（未选择字段）';
  const labelOf = (name: string): string =>
    fields.find(({ apiName }) => apiName === name)?.label ?? name;
  return several(targets.map((target) => `“${labelOf(target)}”`));
}

function effectWords(
  { do: what, targets, value, options }: FormEffect,
  fields: readonly FieldDescribe[],
): string {
  const names = targetNames(targets, fields);
  const first = fields.find(({ apiName }) => apiName === targets[0]);
  switch (what) {
    case 'show':
      return `才显示${names}`;
    case 'hide':
      return `隐藏${names}`;
    case 'require':
      return `${names}必填`;
    case 'optional':
      return `${names}选填`;
    case 'readonly':
      return `${names}只读`;
    case 'set':
      return `把${names}填为${value === undefined || value === null ? '（未填写）' : displayedValue(value, first)}`;
    case 'clear':
      return `清空${names}`;
    case 'limitOptions':
      return `${names}只能选${options?.length ? displayedValue(options, first) : '（未选择选项）'}`;
  }
}

/** A condition in words: 结束日期 大于等于 开始日期. */
export function conditionSentence(source: string, fields: readonly FieldDescribe[]): string {
  if (source.trim() === '') return '（未填写条件）';
  const parsed = parse(source);
  return parsed.ok ? toSentence(parsed.ast, fieldWords(fields)) : '（条件有误）';
}

/** A rule as a Chinese sentence: 当 类别 等于 “退货” 时，才显示“原因”，“原因”必填. */
export function ruleSentence({ when, then }: FormRule, fields: readonly FieldDescribe[]): string {
  const effects = then.map((effect) => effectWords(effect, fields)).join('，');
  return `当 ${conditionSentence(when, fields)} 时，${effects || '（未添加动作）'}`;
}
