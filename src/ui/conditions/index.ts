/**
 * Conditions built of field, operator and value: the editor that filters of lists and conditions of
 * rules share. Lazy views only.
 */
export { type ConditionContext, GroupEditor } from './GroupEditor.tsx';
