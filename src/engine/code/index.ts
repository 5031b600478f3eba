/**
 * Editors of text with a language: formulas and JSON. CodeMirror is in here, so that only lazy
 * views may import this door.
 */
export { checkAgain } from './base.ts';
export { CodeArea, type CodeAreaProps } from './CodeArea.tsx';
export { CompareArea, type CompareAreaProps } from './CompareArea.tsx';
export { formulaLanguage, insertHere } from './formula/language.ts';
export {
  fieldNames,
  formulaWorld,
  keptFormula,
  plainNames,
  readFormula,
  shownFormula,
  trialOf,
  type Expected,
  type FormulaName,
  type FormulaReading,
  type FormulaSource,
  type FormulaWorld,
} from './formula/world.ts';
export { jsonCommands } from './json/commands.ts';
export { jsonLanguage, type JsonProblem, type JsonWorld } from './json/language.ts';
export type { Schema as JsonSchema } from './json/schema.ts';
