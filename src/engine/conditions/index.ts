/**
 * Conditions built of field, operator and value: the editor that filters of lists and conditions of
 * rules share. Lazy views only.
 */
export { GroupEditor, type EditorWorld } from './GroupEditor.tsx';
export { conditionOf, conditionOperators, conditionText } from '../../page/index.ts';
