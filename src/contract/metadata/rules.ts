import { Type, type Static } from 'typebox';
import { MAX_FIELDS, MAX_FORMULA, MAX_NAME } from '../base/constants.ts';
import { Closed } from '../base/closed.ts';
import { oneOf } from '../base/one-of.ts';

/**
 * Rules over the fields of a record: those of an object hold wherever its records are written,
 * those of a smart form for what is filled in there.
 */

/** Rules, and validations, of one object or form: more are not manageable. */
export const MAX_FORM_RULES = 100;
/** Effects of one rule. */
const MAX_EFFECTS = 20;
/** Characters of what a builder says when a condition does not hold; it is shown as plain text. */
const MAX_RULE_MESSAGE = 200;

export const FORM_EFFECTS = [
  'show',
  'hide',
  'require',
  'optional',
  'readonly',
  'set',
  'clear',
  'limitOptions',
] as const;
export type FormEffectKind = (typeof FORM_EFFECTS)[number];
/**
 * What a rule does to fields while its condition is true. `show` hides them while it is not.
 * `value` is for set, `options` (codes) for limitOptions.
 */
export const FormEffect = Closed({
  do: oneOf(FORM_EFFECTS),
  targets: Type.Array(Type.String({ maxLength: 100 }), { maxItems: MAX_FIELDS }),
  value: Type.Optional(Type.Unknown()),
  options: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 500 })),
});
export type FormEffect = Static<typeof FormEffect>;
/**
 * `when` is an expression over the fields. A form's draft may hold rules that are not finished;
 * they are refused when it is published. `off`: it has no effect.
 */
export const FormRule = Closed({
  when: Type.String({ maxLength: MAX_FORMULA }),
  then: Type.Array(FormEffect, { maxItems: MAX_EFFECTS }),
  off: Type.Optional(Type.Boolean()),
});
export type FormRule = Static<typeof FormRule>;
/**
 * An expression over the fields that must not be false. The message is shown at `field`, else for
 * the whole with the fields the expression reads.
 */
export const FormValidation = Closed({
  expr: Type.String({ maxLength: MAX_FORMULA }),
  message: Type.String({ maxLength: MAX_RULE_MESSAGE }),
  field: Type.Optional(Type.String({ maxLength: MAX_NAME })),
  off: Type.Optional(Type.Boolean()),
});

/** A rule and a validation as an editor sends them: missing parts count as empty. */
export const DraftRule = Closed({
  ...FormRule.properties,
  when: Type.Optional(FormRule.properties.when),
  then: Type.Optional(
    Type.Array(
      Closed({ ...FormEffect.properties, targets: Type.Optional(FormEffect.properties.targets) }),
      { maxItems: MAX_EFFECTS },
    ),
  ),
});
export type DraftRule = Static<typeof DraftRule>;
export const DraftValidation = Closed({
  ...FormValidation.properties,
  expr: Type.Optional(FormValidation.properties.expr),
  message: Type.Optional(FormValidation.properties.message),
});
export type DraftValidation = Static<typeof DraftValidation>;

/**
 * What a rule of an object may do. A required field of an object is required everywhere, so that
 * `optional` is for forms only.
 */
export const OBJECT_EFFECTS: readonly FormEffectKind[] = FORM_EFFECTS.filter(
  (effect) => effect !== 'optional',
);
