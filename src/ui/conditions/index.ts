/**
 * Conditions built of field, operator and value: the editor that filters of lists and conditions of
 * rules share, and the fields they may name. Lazy views only.
 */
export { type ConditionContext, GroupEditor } from './GroupEditor.tsx';
export { useRelatedFields } from './related-fields.ts';
