import { hint } from '../../document/index.ts';
import { KEYWORDS } from './keywords.ts';

const CONDITIONS = '条件请写在节点的 when、字段的 ui.requiredWhen 或 ui.rules 里';
const RULES = '请改用字段的 ui.rules';
const NAMED = '请在 properties 里逐个写出字段，或写成对象的列表，一行一项';
const ALTERNATIVES =
  '选项请写成 oneOf: [{"const": 值, "title": 名称}]；不同的结构请写成几个字段，用节点的 when 切换';
const PLACES = '请写成对象，每个位置一个字段';
const FILES = '文件请用 ui.input: "attachment"';
const LOCAL = '只能用 $ref 引用同一份 schema 的 $defs';

/** What to write instead of a keyword a form cannot use. */
const INSTEAD: Readonly<Record<string, string>> = {
  if: CONDITIONS,
  then: CONDITIONS,
  else: CONDITIONS,
  dependencies: CONDITIONS,
  dependentRequired: CONDITIONS,
  dependentSchemas: CONDITIONS,
  not: RULES,
  contains: RULES,
  minContains: RULES,
  maxContains: RULES,
  minProperties: RULES,
  maxProperties: RULES,
  formatMinimum: RULES,
  formatMaximum: RULES,
  patternProperties: NAMED,
  propertyNames: NAMED,
  unevaluatedProperties: NAMED,
  anyOf: ALTERNATIVES,
  oneOf: ALTERNATIVES,
  allOf: '请把各部分合并成一份',
  prefixItems: PLACES,
  additionalItems: PLACES,
  unevaluatedItems: PLACES,
  contentEncoding: FILES,
  contentMediaType: FILES,
  contentSchema: FILES,
  $anchor: LOCAL,
  $dynamicRef: LOCAL,
  $dynamicAnchor: LOCAL,
  $recursiveRef: LOCAL,
  $recursiveAnchor: LOCAL,
  $vocabulary: LOCAL,
  nullable: '不必填的字段本来就可以为空，请去掉',
  enumNames: '选项的名称请写在 ui.enumNames 里',
  writeOnly: '请去掉',
  deprecated: '请去掉',
};
const FORM_KEYWORDS = Object.entries(KEYWORDS).flatMap(([name, { form }]) =>
  form === undefined ? [] : [name],
);

/** Why a form may not use the keyword, and what to write instead. */
export function refusal(keyword: string): string {
  const named = `表单不支持“${keyword.slice(0, 60)}”`;
  if (Object.hasOwn(INSTEAD, keyword)) return `${named}：${INSTEAD[keyword]}`;
  if (keyword.startsWith('ui:')) return `${named}：请写在 ui 里，如 "ui": {"input": "textarea"}`;
  return `${named}${hint(keyword, FORM_KEYWORDS)}`;
}
export const INSTEAD_OF = {
  additionalProperties: NAMED,
  tuple: PLACES,
  alternatives: ALTERNATIVES,
  ref: LOCAL,
} as const;
