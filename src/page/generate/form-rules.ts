import type { FieldDescribe, FormEffectKind, FormField, FormRule } from '../../contract/index.ts';
import { HUNDREDTH, parse, print, scalePercents } from '../../expression/index.ts';
import type { When } from '../model/document.ts';
import { mapExpression } from '../references/index.ts';
import { recordNames } from '../rules/index.ts';

/**
 * Rules of a smart form as conditions of its page, per field: the last rule takes precedence, as in
 * FormLogic.
 */
export interface RuleWords {
  /** When the field is shown, needed and locked; empty for a field without rules. */
  whenOf(item: FormField, required: boolean): When | undefined;
  /**
   * An expression that is true while this option may be chosen; undefined when no rule limits the
   * field.
   */
  optionWhen(field: string, code: string): string | undefined;
}

/** A condition over a record as a page reads it: percentages as they are sent. */
function overSent(when: string, fields: readonly FieldDescribe[]): string {
  const parsed = parse(when);
  if (!parsed.ok) return when;
  const ast = scalePercents(parsed.ast, String(HUNDREDTH), recordNames(fields).isPercent);
  return ast === parsed.ast ? when : print(ast);
}

/** Expressions as the conditions of a node; `readonly` may be so always. */
function whenFrom(
  visible: string | undefined,
  required: string | undefined,
  readonly: string | boolean | undefined,
): When | undefined {
  const when: When = {
    ...(visible !== undefined && { visible: { $x: visible } }),
    ...(required !== undefined && { required: { $x: required } }),
    ...(typeof readonly === 'string' && { readonly: { $x: readonly } }),
    ...(readonly === true && { readonly }),
  };
  return Object.keys(when).length > 0 ? when : undefined;
}

/** `form` is the form's name in the page; `described` are the fields of its layout. */
export function ruleWords(
  rules: readonly FormRule[],
  described: readonly FieldDescribe[],
  form: string,
): RuleWords {
  const fields = new Set(described.map(({ apiName }) => apiName));
  const own = rules
    .filter(({ off }) => off !== true)
    .map(({ when, then }) => ({
      holds: `(${mapExpression(overSent(when, described), {
        map: (path) => (fields.has(path[0]!) ? [form, ...path] : path),
      })}) ?? false`,
      then,
    }));
  const of = (field: string, kinds: readonly FormEffectKind[]) =>
    own.flatMap(({ holds, then }) =>
      then
        .filter((effect) => kinds.includes(effect.do) && effect.targets.includes(field))
        .map((effect) => ({ holds, effect })),
    );
  const fold = (
    field: string,
    kinds: readonly FormEffectKind[],
    first: string,
    step: (holds: string, kind: FormEffectKind, before: string) => string,
  ): string | undefined => {
    const found = of(field, kinds);
    return found.length === 0
      ? undefined
      : found.reduce((before, { holds, effect }) => step(holds, effect.do, before), first);
  };
  return {
    whenOf({ field, readonly }, required) {
      const visible = fold(field, ['show', 'hide'], 'true', (holds, kind, before) =>
        kind === 'show' ? holds : `if(${holds}, false, ${before})`,
      );
      const needed = fold(
        field,
        ['require', 'optional'],
        String(required),
        (holds, kind, before) => `if(${holds}, ${kind === 'require'}, ${before})`,
      );
      const locked = fold(
        field,
        ['readonly'],
        String(readonly === true),
        (holds, _kind, before) => `if(${holds}, true, ${before})`,
      );
      return whenFrom(visible, needed, locked ?? readonly);
    },
    optionWhen(field, code) {
      const found = of(field, ['limitOptions']);
      return found.length === 0
        ? undefined
        : found.reduce(
            (before, { holds, effect }) =>
              `if(${holds}, ${effect.options?.includes(code) === true}, ${before})`,
            'true',
          );
    },
  };
}
