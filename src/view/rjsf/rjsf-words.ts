import type { RJSFValidationError } from '@rjsf/utils';
import { TranslatableString } from '@rjsf/utils';
import { jsonTypeName } from '../../contract/index.ts';
import { FORMATS } from '../../page/index.ts';

/** All of rjsf's own sentences in Chinese; %1, %2 and %3 are filled in. */
const SENTENCES: Readonly<Record<keyof typeof TranslatableString, string>> = {
  ArrayItemTitle: '项',
  MissingItems: '缺少 items 的定义',
  EmptyArray: '还没有内容，请用下面的按钮添加',
  YesLabel: '是',
  NoLabel: '否',
  CloseLabel: '关闭',
  ErrorsLabel: '请先更正以下内容',
  NewStringDefault: '新的值',
  AddButton: '添加',
  AddItemButton: '添加一项',
  CopyButton: '复制',
  ExpandButton: '展开',
  MoveDownButton: '下移',
  MoveUpButton: '上移',
  RemoveButton: '移除',
  NowLabel: '现在',
  ClearLabel: '清空',
  AriaDateLabel: '选择日期',
  PreviewLabel: '预览',
  DecrementAriaLabel: '减 1',
  IncrementAriaLabel: '加 1',
  OptionalObjectAdd: '填写这一部分',
  OptionalObjectRemove: '不填这一部分',
  OptionalObjectEmptyMsg: '没有填写',
  Type: '类型',
  Value: '值',
  ClearButton: '清空',
  UnknownFieldType: '不认识的字段类型 %1',
  OptionPrefix: '选项 %1',
  TitleOptionPrefix: '%1 选项 %2',
  KeyLabel: '%1 的名称',
  DeprecatedLabel: '%1（已停用）',
  CycleDetected: '字段“%1”引用了自己，可以再展开一层',
  InvalidObjectField: '对象字段“%1”的配置有误：_%2_。',
  UnsupportedField: '不支持的字段。',
  UnsupportedFieldWithId: '不支持的字段 `%1`。',
  UnsupportedFieldWithReason: '不支持的字段：_%1_。',
  UnsupportedFieldWithIdAndReason: '不支持的字段 `%1`：_%2_。',
  FilesInfo: '**%1**（%2，%3 字节）',
};
const NAMES = new Map(
  Object.entries(TranslatableString).map(([name, english]) => [
    english,
    name as keyof typeof TranslatableString,
  ]),
);

/** rjsf's `translateString`: the Chinese sentence, with its places filled in. */
export function translateString(english: TranslatableString, params: string[] = []): string {
  const name = NAMES.get(english);
  return params.reduce(
    (text, param, at) => text.replaceAll(`%${at + 1}`, param),
    name ? SENTENCES[name] : english,
  );
}

const COMPARED: Readonly<Record<string, string>> = {
  '<=': '不能大于',
  '>=': '不能小于',
  '<': '须小于',
  '>': '须大于',
};
type Params = Record<string, unknown>;
const listed = (values: unknown): string =>
  (Array.isArray(values) ? values : [values])
    .map((value) => jsonTypeName(String(value)))
    .join('或');
const limited = ({ comparison, limit }: Params): string =>
  `${COMPARED[String(comparison)] ?? '超出'} ${String(limit)}`;
/** ajv's errors by keyword, from what ajv says about each. */
const ERRORS: Readonly<Record<string, (params: Params) => string>> = {
  required: () => '请填写',
  type: ({ type }) => `应为${listed(type)}`,
  enum: () => '请在选项中选择',
  const: ({ allowedValue }) => `须为 ${JSON.stringify(allowedValue)}`,
  minLength: ({ limit }) => `至少 ${String(limit)} 个字符`,
  maxLength: ({ limit }) => `最多 ${String(limit)} 个字符`,
  minItems: ({ limit }) => `至少 ${String(limit)} 项`,
  maxItems: ({ limit }) => `最多 ${String(limit)} 项`,
  minProperties: ({ limit }) => `至少 ${String(limit)} 项`,
  maxProperties: ({ limit }) => `最多 ${String(limit)} 项`,
  minimum: limited,
  maximum: limited,
  exclusiveMinimum: limited,
  exclusiveMaximum: limited,
  formatMinimum: limited,
  formatMaximum: limited,
  multipleOf: ({ multipleOf }) => `须是 ${String(multipleOf)} 的倍数`,
  pattern: () => '格式不对',
  format: ({ format }) => `应为${FORMATS[String(format)]?.word ?? `${String(format)} 格式`}`,
  uniqueItems: ({ i, j }) => `第 ${Number(j) + 1} 项与第 ${Number(i) + 1} 项重复`,
  contains: () => '缺少须有的一项',
  additionalItems: ({ limit }) => `最多 ${String(limit)} 项`,
  items: ({ limit }) => `最多 ${String(limit)} 项`,
  additionalProperties: ({ additionalProperty }) => `不能有“${String(additionalProperty)}”`,
  unevaluatedProperties: ({ unevaluatedProperty }) => `不能有“${String(unevaluatedProperty)}”`,
  unevaluatedItems: () => '项数太多',
  propertyNames: ({ propertyName }) => `名称“${String(propertyName)}”不对`,
  dependencies: ({ property, deps }) => `填写了“${String(property)}”，还须填写 ${String(deps)}`,
  dependentRequired: ({ property, deps }) =>
    `填写了“${String(property)}”，还须填写 ${String(deps)}`,
  oneOf: ({ passingSchemas }) =>
    passingSchemas === null || passingSchemas === undefined
      ? '不符合任何一种写法'
      : '同时符合几种写法，只能符合一种',
  anyOf: () => '不符合任何一种写法',
  not: () => '不能是这样的值',
  if: () => '不符合当前条件下的要求',
  'false schema': () => '不能有值',
};

/**
 * rjsf's `transformErrors`: ajv's English in Chinese. The sentences of a form's own checks have no
 * keyword and stay.
 */
export function chineseErrors(errors: RJSFValidationError[]): RJSFValidationError[] {
  return errors.map((error) => {
    const message =
      error.name === undefined ? undefined : ERRORS[error.name]?.((error.params ?? {}) as Params);
    if (message === undefined) return error;
    const label = error.title ?? (error.property ?? '').replace(/^\./, '');
    return { ...error, message, stack: label ? `${label}：${message}` : message };
  });
}
