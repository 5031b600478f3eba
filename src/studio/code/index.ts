/**
 * Editors of text with a language: formulas and JSON. Contains CodeMirror, so only lazy views may
 * import this index.
 */
export { CodeArea, type CodeAreaProps } from './CodeArea.tsx';
export { CompareArea, type CompareAreaProps } from './CompareArea.tsx';
export { checkAgain } from './base.ts';
export { formulaLanguage, insertHere } from './formula/language.ts';
export {
  fieldNames,
  type FormulaName,
  type FormulaReading,
  formulaContext,
  removedNames,
  type FormulaContext,
  storedFormula,
  plainNames,
  readFormula,
  referredObjects,
  rowAsName,
  displayFormula,
  sampleResult,
  sampleSteps,
} from './formula/context.ts';
export { jsonCommands } from './json/commands.ts';
export { jsonLanguage, type JsonProblem, type JsonContext } from './json/language.ts';
export type { Schema } from './json/schema.ts';
