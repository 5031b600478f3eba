import { isDeepStrictEqual } from 'node:util';
import {
  FORM_EFFECTS,
  isComputed,
  OBJECT_EFFECTS,
  problem,
  holdsRows,
  type DescribeInput,
  type DraftRule,
  type DraftValidation,
  type FieldDescribe,
  type FormBody,
  type FormEffect,
  type FormEffectKind,
  type FormRule,
  type Problem,
} from '../../../contract/index.ts';
import { kindOf } from '../fields/index.ts';

/** The rules of an object: what its fields do, and what every record must meet. */
export type ObjectRules = Pick<FormBody, 'rules' | 'validations'>;

/** Rules with what an editor left out as empty. */
export const wholeRules = (rules: readonly DraftRule[]): FormRule[] =>
  rules.map(({ when = '', then = [], ...rest }) => ({
    ...rest,
    when,
    then: then.map((effect) => ({ ...effect, targets: effect.targets ?? [] })),
  }));
export const wholeValidations = (
  validations: readonly DraftValidation[],
): FormBody['validations'] =>
  validations.map(({ expr = '', message = '', ...rest }) => ({ ...rest, expr, message }));

export const ruledOf = ({
  rules = [],
  validations = [],
}: Pick<DescribeInput, 'rules' | 'validations'>): ObjectRules => ({
  rules: wholeRules(rules),
  validations: wholeValidations(validations),
});

/** An object whose expressions are checked; `ruled` has its rules. */
export interface RuledObject {
  readonly apiName: string;
  readonly label: string;
  readonly ruled: FieldDescribe;
}
/** The rules as a field, where expressions are looked for among fields: no field has its name. */
export const rulesAsField = ({ rules, validations }: ObjectRules): FieldDescribe => ({
  id: '~rules',
  apiName: '~rules',
  label: '规则',
  type: 'text',
  order: 0,
  rules: [
    ...rules.map(({ when }) => ({ when, message: '' })),
    ...validations.map(({ expr: when }) => ({ when, message: '' })),
  ],
});

/** Names in rules replaced; `isOld`: the rule is the stored one, word for word. */
export function mapRules(
  given: ObjectRules,
  stored: ObjectRules | undefined,
  {
    expression,
    name,
  }: {
    expression(source: string, isOld: boolean): string;
    name(field: string, isOld: boolean): string;
  },
): ObjectRules {
  const isKept = (rule: unknown, among: readonly unknown[] = []): boolean =>
    among.some((each) => isDeepStrictEqual(each, rule));
  return {
    rules: given.rules.map((rule) => {
      const isOld = isKept(rule, stored?.rules);
      const then = rule.then.map((effect) => ({
        ...effect,
        targets: effect.targets.map((target) => name(target, isOld)),
      }));
      return { ...rule, when: expression(rule.when, isOld), then };
    }),
    validations: given.validations.map((each) => {
      const isOld = isKept(each, stored?.validations);
      return {
        ...each,
        expr: expression(each.expr, isOld),
        ...(each.field !== undefined && { field: name(each.field, isOld) }),
      };
    }),
  };
}

interface Checking {
  readonly fields: ReadonlyMap<string, FieldDescribe>;
  /** Checks a condition over the record; a problem where it is wrong. */
  condition(source: string, path: string): void;
  readonly problems: Problem[];
}

/** Refuses what a rule could not do; one that is switched off may be unfinished. */
export function checkObjectRules({ rules, validations }: ObjectRules, checking: Checking): void {
  const wrong = (path: string, why: string): void =>
    void checking.problems.push(problem(path, 'RULE_SETTING', { why }));
  const condition = (source: string, path: string): void =>
    source.trim() === '' ? wrong(path, '请填写条件') : checking.condition(source, path);
  rules.forEach((rule, r) => {
    if (rule.off) return;
    const at = `/describe/rules/${r}`;
    condition(rule.when, `${at}/when`);
    checkEffects(rule, at, checking, wrong);
  });
  validations.forEach(({ expr, message, field, off }, i) => {
    if (off) return;
    const at = `/describe/validations/${i}`;
    condition(expr, `${at}/expr`);
    if (message.trim() === '') wrong(`${at}/message`, '请填写校验不通过时的提示');
    if (field !== undefined && !checking.fields.has(field)) wrong(`${at}/field`, unknown(field));
  });
}
const unknown = (name: string): string => `没有名为“${name.slice(0, 60)}”的字段`;

function checkEffects(
  { then }: FormRule,
  at: string,
  { fields, problems }: Checking,
  wrong: (path: string, why: string) => void,
): void {
  if (then.length === 0) wrong(`${at}/then`, '请添加规则的动作');
  then.forEach((effect, e) => {
    const path = `${at}/then/${e}`;
    if (!OBJECT_EFFECTS.includes(effect.do))
      return wrong(`${path}/do`, '对象的规则不能把字段改为选填：在字段设置里取消必填');
    const why =
      effectFault(effect) ??
      effect.targets
        .map((target) => targetFault(effect, fields.get(target), target))
        .find((fault) => fault !== undefined);
    if (why !== undefined) return wrong(path, why);
    for (const target of effect.targets) valueProblems(effect, fields.get(target)!, path, problems);
  });
}

/** What an effect lacks, whatever its fields. */
export function effectFault({ do: what, targets, value, options }: FormEffect): string | undefined {
  if (targets.length === 0) return '请选择动作的字段';
  if (what === 'set' && (value === undefined || value === null)) return '请填写要填入的值';
  if (what === 'limitOptions' && !options?.length) return '请选择可以选的选项';
  return undefined;
}
/** An option the field does not have. */
export function optionFault(
  { options = [] }: FormEffect,
  field: FieldDescribe,
): string | undefined {
  const codes = new Set(field.options?.map(({ code }) => code));
  const stranger = options.find((code) => !codes.has(code));
  return stranger === undefined && codes.size > 0
    ? undefined
    : `字段“${field.label}”没有选项“${stranger ?? ''}”`;
}
/** The value of a `set` must be one of the field's. */
export function valueProblems(
  effect: FormEffect,
  field: FieldDescribe,
  path: string,
  problems: Problem[],
): void {
  if (effect.do !== 'set') return;
  kindOf(field).parse(effect.value, field, (reason, params) => {
    problems.push(problem(`${path}/value`, reason, params));
    return undefined;
  });
}

/** Effects that are about what is filled in. */
const OF_INPUT: readonly FormEffectKind[] = FORM_EFFECTS.filter(
  (effect) => effect !== 'show' && effect !== 'hide',
);
function targetFault(
  effect: FormEffect,
  field: FieldDescribe | undefined,
  name: string,
): string | undefined {
  if (!field) return unknown(name);
  const { type, label, required } = field;
  if (OF_INPUT.includes(effect.do) && isComputed(type))
    return `字段“${label}”由系统计算，只能显示或隐藏`;
  if (effect.do === 'limitOptions') return optionFault(effect, field);
  const writes = effect.do === 'set' || effect.do === 'clear';
  if (writes && holdsRows(type)) return `字段“${label}”是明细表，规则不能填入或清空它`;
  return effect.do === 'clear' && required ? `字段“${label}”必填，不能清空` : undefined;
}
