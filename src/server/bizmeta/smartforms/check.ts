import {
  isComputed,
  problem,
  type FieldDescribe,
  type FormBody,
  type FormEffect,
  type FormField,
  type Problem,
} from '../../../contract/index.ts';
import { check, parse } from '../../../expression/index.ts';
import { fieldType, formFields, USER_TYPE } from '../../../page/index.ts';
import { defaultSources } from '../../../values/index.ts';
import type { EvaluationContext } from '../fields/index.ts';
import type { ObjectCatalogEntry } from '../meta/catalog.ts';
import { effectFault, optionFault, valueProblems } from '../meta/object-rules.ts';
import { readFilter } from '../query/read-filter.ts';
import { isFile, isLookup, isPeople } from './fields.ts';

interface Checking {
  readonly view: ObjectCatalogEntry;
  readonly body: FormBody;
  readonly evaluation: EvaluationContext;
  readonly problems: Problem[];
  readonly at: string;
}
const wrong = ({ problems, at }: Checking, path: string, why: string): void =>
  void problems.push(problem(`${at}${path}`, 'FORM_SETTING', { why }));
const isNothing = (value: unknown): boolean => value === undefined || value === null;
const unknown = (name: string): string => `表单中没有名为“${name.slice(0, 60)}”的字段`;

/**
 * Checks a whole form against its object: what a submission would fail on is refused when the form
 * is published.
 */
export function checkForm(
  view: ObjectCatalogEntry,
  body: FormBody,
  evaluation: EvaluationContext,
  problems: Problem[],
  at: string,
): void {
  const checking: Checking = { view, body, evaluation, problems, at };
  if (formFields(body).length === 0) wrong(checking, '/layout', '至少要有一个字段');
  checkLayout(checking);
  checkRequired(checking);
  checkRules(checking);
  checkPublish(checking);
}

function checkLayout(checking: Checking): void {
  const seen = new Set<string>();
  checking.body.layout.pages.forEach((page, p) =>
    page.sections.forEach((section, s) =>
      section.items.forEach((item, i) => {
        if (item.kind !== 'field') return;
        const path = `/layout/pages/${p}/sections/${s}/items/${i}`;
        const column = checking.view.table.columns.get(item.field);
        if (!column || column.system)
          return wrong(checking, `${path}/field`, `没有名为“${item.field.slice(0, 60)}”的字段`);
        const { field } = column;
        if (seen.has(item.field)) wrong(checking, `${path}/field`, `字段“${field.label}”重复`);
        seen.add(item.field);
        const why = fieldFault(
          field,
          checking.body.publish.mode === 'member',
          item.search === true,
        );
        if (why !== undefined) wrong(checking, `${path}/field`, `字段“${field.label}”${why}`);
        checkFlags(checking, item, field, path);
        if (item.default !== undefined && item.default !== null)
          column.kind.parse(item.default, field, (reason, params) => {
            checking.problems.push(problem(`${checking.at}${path}/default`, reason, params));
            return undefined;
          });
        const target = item.filter ? checking.view.target(field.refObject ?? '') : undefined;
        if (target)
          readFilter(item.filter, target, checking.evaluation, checking.problems, {
            path: `${checking.at}${path}/filter`,
          });
      }),
    ),
  );
}

/** Settings of an item that its field has to allow. */
function checkFlags(
  checking: Checking,
  item: FormField,
  { type, label, required }: FieldDescribe,
  path: string,
): void {
  if (item.fromAddress && !defaultSources(type).includes('address'))
    wrong(checking, `${path}/fromAddress`, `字段“${label}”不能由链接填入`);
  if (required && item.hidden && item.default === undefined)
    wrong(checking, `${path}/default`, `字段“${label}”必填，隐藏时须有默认值`);
}

/** A required field that no visitor can fill in would refuse every submission. */
function checkRequired(checking: Checking): void {
  const placed = new Set(formFields(checking.body).map(({ field }) => field));
  for (const { field, system } of checking.view.table.columns.values()) {
    const { apiName, label, required, defaultValue, type } = field;
    const isMissing = !system && required && !isComputed(type) && !placed.has(apiName);
    if (isMissing && isNothing(defaultValue))
      wrong(
        checking,
        '/layout',
        `必填字段“${label}”不在表单中，没有人能提交：请加入表单，或在对象中给它默认值`,
      );
  }
}

/**
 * Why a field cannot be used in a form. People and records are not shown to anonymous visitors
 * unless the form allows it.
 */
export function fieldFault(
  field: FieldDescribe,
  members: boolean,
  search: boolean,
): string | undefined {
  if (isComputed(field.type)) return '由系统计算，不能填写';
  if (!members && isPeople(field.type)) return '需要选择企业的成员，只能用于成员填写的表单';
  if (!members && isLookup(field.type) && !search) return '可能泄露其他数据，请先允许查找';
  const inner = field.fields?.find(
    ({ type }) => isFile(type) || (!members && (isPeople(type) || isLookup(type))),
  );
  return inner && `的列“${inner.label}”不能用于表单`;
}

function checkRules(checking: Checking): void {
  const { body, view } = checking;
  const items = new Map(formFields(body).map((item) => [item.field, item]));
  const readable = new Map(
    [...items.values()]
      .filter((item) => item.hidden !== true)
      .flatMap(({ field }) => {
        const column = view.table.columns.get(field);
        return column ? [[field, fieldType(column.field)] as const] : [];
      }),
  );
  const expression = (source: string, path: string): void => {
    if (source.trim() === '') return wrong(checking, path, '请填写条件');
    const parsed = parse(source);
    const first = parsed.ok
      ? check(parsed.ast, {
          typeOf: ([name = '', ...rest]) =>
            rest.reduce<ReturnType<typeof readable.get>>(
              (type, step) =>
                typeof type === 'object' && 'fields' in type ? type.fields[step] : undefined,
              name === 'user' ? USER_TYPE : readable.get(name),
            ),
          names: (at) => (at.length === 0 ? [...readable.keys()] : []),
        }).errors[0]
      : parsed.errors[0];
    if (first)
      checking.problems.push(
        problem(`${checking.at}${path}`, 'EXPRESSION_INVALID', { why: first.message }),
      );
  };
  body.rules.forEach((rule, r) => {
    if (rule.off) return;
    expression(rule.when, `/rules/${r}/when`);
    if (rule.then.length === 0) wrong(checking, `/rules/${r}/then`, '请添加规则的动作');
    rule.then.forEach((effect, e) =>
      effectFaults(checking, effect, (name) => items.has(name), `/rules/${r}/then/${e}`).forEach(
        (why) => wrong(checking, `/rules/${r}/then/${e}`, why),
      ),
    );
  });
  body.validations.forEach((each, i) => {
    if (each.off) return;
    expression(each.expr, `/validations/${i}/expr`);
    if (each.field !== undefined && !items.has(each.field))
      wrong(checking, `/validations/${i}/field`, unknown(each.field));
    if (each.message.trim() === '')
      wrong(checking, `/validations/${i}/message`, '请填写校验不通过时的提示');
  });
}

/** Effects that let a field be empty; the object refuses the record all the same. */
const FREES: readonly FormEffect['do'][] = ['hide', 'show', 'optional', 'clear'];

function effectFaults(
  { view, problems, at }: Checking,
  effect: FormEffect,
  has: (name: string) => boolean,
  path: string,
): string[] {
  const lacking = effectFault(effect);
  if (lacking !== undefined) return [lacking];
  return effect.targets.flatMap((target) => {
    const column = view.table.columns.get(target);
    if (!column || !has(target)) return [unknown(target)];
    const { field } = column;
    valueProblems(effect, field, `${at}${path}`, problems);
    if (effect.do === 'limitOptions') return optionFault(effect, field) ?? [];
    return FREES.includes(effect.do) && field.required && isNothing(field.defaultValue)
      ? [`字段“${field.label}”在对象中必填，规则不能隐藏、清空或改为选填：可改为只在表单中必填`]
      : [];
  });
}

const isMoment = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d(T|$)/.test(text) && !Number.isNaN(Date.parse(text));
/** Where a visitor may be redirected after a submission: https, or a page of this site. */
const isSafeLink = (link: string): boolean =>
  link === '' ||
  /^\/(?![/\\])/.test(link) ||
  (URL.canParse(link) && /^https?:$/.test(new URL(link).protocol));

function checkPublish(checking: Checking): void {
  const { startAt, endAt, successPage } = checking.body.publish;
  if (startAt && !isMoment(startAt)) wrong(checking, '/publish/startAt', '开始时间格式不对');
  if (endAt && !isMoment(endAt)) wrong(checking, '/publish/endAt', '截止时间格式不对');
  if (startAt && endAt && Date.parse(startAt) >= Date.parse(endAt))
    wrong(checking, '/publish/endAt', '截止时间须晚于开始时间');
  if (!isSafeLink(successPage?.redirect ?? ''))
    wrong(checking, '/publish/successPage/redirect', '跳转地址须以 https:// 或 / 开头');
}
