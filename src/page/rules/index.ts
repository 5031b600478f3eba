/**
 * Required, valid and computed values of a record: the same code for the form in the browser and
 * for the server. Expressions read the record's fields by name, in a row its own first; `user` is
 * the current user.
 */
export { isEmpty } from './empty.ts';
export { answerOf, brokenRules, isRequired } from './check.ts';
export {
  bareExplanation,
  calculated,
  canExplain,
  explainField,
  expressionWords,
  fillOf,
  resultText,
  roundingNotes,
  totalLine,
  totalNotes,
  withTotalAsStep,
  type ExplainedRecord,
} from './explain.ts';
export { FormLogic, type EvaluatedForm, type RuleReading } from './form.ts';
export { computedSource, fieldLogic, type FieldLogic, type Ruled } from './logic.ts';
export { RecordRules, type ReadReferred } from './record.ts';
export { fieldTypes, recordNames } from './types.ts';
