import {
  canSummarize,
  problem,
  valueType,
  VIEW_SETTINGS,
  type Problem,
  type ViewKind,
  type ViewScope,
  type ViewSetting,
} from '../../../contract/index.ts';
import type { EvaluationContext } from '../fields/index.ts';
import { isUuid } from '../fields/values.ts';
import { labelProblem } from '../meta/names.ts';
import { shownColumn, type Column, type ObjectTable } from '../meta/table.ts';
import { readGrouping } from '../query/groups.ts';
import { readSort } from '../query/plan.ts';
import { readFilter } from '../query/read-filter.ts';
import { columnNamed } from '../query/related.ts';
import type { ViewBody } from './body.ts';

interface Checking {
  readonly table: ObjectTable;
  readonly problems: Problem[];
  readonly at: string;
}
const wrong = ({ problems, at }: Checking, path: string, why: string) =>
  void problems.push(problem(`${at}${path}`, 'VIEW_SETTING', { why }));
const unknown = (name: unknown) =>
  `没有名为“${(typeof name === 'string' ? name : (JSON.stringify(name) ?? '')).slice(0, 60)}”的字段`;

/**
 * Checks everything a view says of fields against the describe: what a list would refuse is refused
 * when it is saved.
 */
export function checkBody(
  body: ViewBody,
  kind: ViewKind,
  scope: ViewScope,
  table: ObjectTable,
  evaluation: EvaluationContext,
  problems: Problem[],
  at: string,
): void {
  const checking: Checking = { table, problems, at };
  const own: Problem[] = [];
  readFilter(body.dataFilter, table, evaluation, own, {
    path: '/dataFilter',
    columnOf: columnNamed,
  });
  readSort(body.sort, table, own);
  readGrouping({ groupBy: [...body.groupBy] }, table, own);
  problems.push(...own.map((each) => ({ ...each, path: at + each.path })));
  checkFields(body, checking);
  checkConfig(body, kind, checking);
  if (scope === 'restricted') checkSeen(body, kind, checking);
}

function checkFields({ showFields }: ViewBody, checking: Checking): void {
  const seen = new Set<string>();
  if (showFields?.length === 0) wrong(checking, '/showFields', '至少要显示一个字段');
  showFields?.forEach(({ field, agg }, i) => {
    const column = shownColumn(checking.table, field);
    if (!column) return wrong(checking, `/showFields/${i}/field`, unknown(field));
    if (seen.has(field))
      wrong(checking, `/showFields/${i}/field`, `字段“${column.field.label}”重复`);
    const sums =
      checking.table.columns.has(field) && agg && canSummarize(valueType(column.field), agg);
    if (agg && !sums)
      wrong(checking, `/showFields/${i}/agg`, `字段“${column.field.label}”不能这样汇总`);
    seen.add(field);
  });
}

function checkConfig({ kindConfig }: ViewBody, kind: ViewKind, checking: Checking): void {
  const settings = VIEW_SETTINGS[kind];
  for (const key of Object.keys(kindConfig)) {
    const why = Object.hasOwn(settings, key)
      ? settingProblem(settings[key]!, kindConfig[key], checking.table)
      : `没有“${key.slice(0, 60)}”这项设置`;
    if (why) wrong(checking, `/kindConfig/${key.slice(0, 60)}`, why);
  }
  for (const [key, setting] of Object.entries(settings)) {
    if (setting.as === 'field' && setting.required && kindConfig[key] === undefined)
      wrong(checking, `/kindConfig/${key}`, `请选择“${setting.label}”字段`);
  }
}

/** Why a setting's value does not fit; undefined when it does. */
function settingProblem(
  setting: ViewSetting,
  value: unknown,
  table: ObjectTable,
): string | undefined {
  switch (setting.as) {
    case 'field':
      return fieldProblem(setting, value, table);
    case 'fields':
      return fieldsProblem(setting, value, table);
    case 'choice':
      return typeof value === 'string' && Object.hasOwn(setting.choices, value)
        ? undefined
        : `“${setting.label}”应为 ${Object.keys(setting.choices).join('、')} 之一`;
    case 'form':
      return typeof value === 'string' && isUuid(value)
        ? undefined
        : `“${setting.label}”应为智能表单的编号`;
    case 'number':
      return isWholeWithin(value, setting)
        ? undefined
        : `“${setting.label}”应为 ${setting.min} 至 ${setting.max} 的整数`;
  }
}

const isWholeWithin = (value: unknown, { min, max }: { min: number; max: number }): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;

function fieldsProblem(
  setting: Extract<ViewSetting, { as: 'fields' }>,
  value: unknown,
  table: ObjectTable,
): string | undefined {
  if (!Array.isArray(value) || value.length > setting.max)
    return `“${setting.label}”应为最多 ${setting.max} 个字段的列表`;
  return value
    .map((name) =>
      typeof name === 'string' && shownColumn(table, name) ? undefined : unknown(name),
    )
    .find((why) => why !== undefined);
}

function fieldProblem(
  setting: Extract<ViewSetting, { as: 'field' }>,
  value: unknown,
  table: ObjectTable,
): string | undefined {
  const column: Column | undefined =
    typeof value === 'string' ? shownColumn(table, value) : undefined;
  if (!column) return unknown(value);
  const fits =
    setting.types.includes(valueType(column.field)) &&
    (!setting.self || column.field.refObject === table.describe.apiName);
  return fits ? undefined : `字段“${column.field.label}”不能用作“${setting.label}”`;
}

/** A restricted view uses no hidden field, except in its filter and its order. */
function checkSeen(
  { showFields, groupBy, kindConfig }: ViewBody,
  kind: ViewKind,
  checking: Checking,
): void {
  if (!showFields) return;
  const shown = new Set(showFields.map(({ field }) => field));
  const label = (name: string) => checking.table.columns.get(name)?.field.label ?? name;
  const hidden = (name: string, path: string) => {
    if (!shown.has(name)) wrong(checking, path, `精简视图没有显示字段“${label(name)}”，不能使用它`);
  };
  groupBy.forEach((name, i) => hidden(name, `/groupBy/${i}`));
  for (const [key, setting] of Object.entries(VIEW_SETTINGS[kind])) {
    const value = kindConfig[key];
    if (setting.as === 'field' && typeof value === 'string') hidden(value, `/kindConfig/${key}`);
    if (setting.as === 'fields' && Array.isArray(value))
      for (const name of value.filter((each) => typeof each === 'string'))
        hidden(name, `/kindConfig/${key}`);
  }
}

export function checkName(name: string, what: string, path: string, problems: Problem[]): void {
  const found = labelProblem(path, what, name);
  if (found) problems.push(found);
}
