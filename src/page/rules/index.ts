/**
 * Required, valid and computed values of a record: the same code for the form in the browser and
 * for the server. Expressions read the record's fields by name, in a row its own first; `user` is
 * the current user.
 */
export { isEmpty } from './empty.ts';
export { answerOf, brokenRules, isRequired, missing } from './check.ts';
export { FormLogic, type EvaluatedForm } from './form.ts';
export { fieldLogic, rollupFormula, type Check, type FieldLogic, type Ruled } from './logic.ts';
export { RecordRules } from './record.ts';
export { fieldTypes } from './types.ts';
