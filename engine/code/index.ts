/**
 * Editors of text with a language: formulas and JSON. CodeMirror is in here, so that only lazy views may import this door.
 */
export { CodeArea, type CodeAreaProps } from './CodeArea.tsx';
export { formulaLanguage, insertHere, type FormulaSource } from './formula/language.ts';
export { fieldNames, formulaWorld, keptFormula, plainNames, readFormula, shownFormula, trialOf, type Expected, type FormulaName, type FormulaReading, type FormulaWorld } from './formula/world.ts';
