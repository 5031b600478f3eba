/**
 * Conditions of field, operator and value, written as expressions and read back: what people build
 * is what is stored.
 */
export { conditionOperators } from './operators.ts';
export { conditionOf } from './read.ts';
export { conditionText } from './write.ts';
