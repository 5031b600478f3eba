import { isObject, own, type Json } from './json.ts';

/** A formula of the expression language. */
export interface ExprValue {
  $x: string;
}
/** Text with holes: 你好，{user.realName}. */
export interface TextValue {
  $t: string;
}
/**
 * A literal, an expression, a text with holes, or an array or object of these. Anything untagged is
 * a literal.
 */
export type Value = Json | ExprValue | TextValue | Value[] | { [key: string]: Value };

/** Extra keys beside the tag are for validation to refuse. */
export const isExpression = (value: unknown): value is ExprValue =>
  isObject(value) && typeof own(value, '$x') === 'string';
export const isTemplate = (value: unknown): value is TextValue =>
  isObject(value) && typeof own(value, '$t') === 'string';
