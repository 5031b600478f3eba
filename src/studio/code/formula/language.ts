import { startCompletion } from '@codemirror/autocomplete';
import { StreamLanguage, type StreamParser } from '@codemirror/language';
import { linter, type Diagnostic } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { editorBase, needsCheck } from '../base.ts';
import { completeFormula } from './complete.ts';
import { readFormula, type FormulaSource } from './context.ts';

const WORDS =
  /^(and|or|not|in|between|is|where|of|并?且|至|或者?|非|不?属于|不?介于|不?为空|其中)(?![\p{L}\p{N}_$])/iu;
const COLOURS: StreamParser<null> = {
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^'(?:[^']|'')*'?|^"(?:[^"]|"")*"?|^“[^”]*”?|^‘[^’]*’?/u)) return 'string';
    if (stream.match(/^`(?:[^`]|``)*`?/u)) return 'variableName';
    if (stream.match(/^\d+(\.\d+)?/u)) return 'number';
    if (stream.match(/^(true|false|null|真|假|是|否|空值?)(?![\p{L}\p{N}_$])/iu)) return 'bool';
    if (stream.match(WORDS)) return 'keyword';
    if (stream.match(/^[\p{L}_$][\p{L}\p{M}\p{N}_$]*(?=\s*[(（])/u)) return 'fn';
    if (stream.match(/^[\p{L}_$][\p{L}\p{M}\p{N}_$]*/u)) return 'variableName';
    stream.next();
    return 'operator';
  },
};

/**
 * Milliseconds after the last key before problems show: a word that is being typed is no problem
 * yet.
 */
const LINT_DELAY_MS = 400;
const problems =
  (source: FormulaSource) =>
  (view: EditorView): Diagnostic[] => {
    const text = view.state.doc.toString();
    return readFormula(text, source()).faults.map(({ from, to, message, hint }): Diagnostic => ({
      from: Math.min(from, Math.max(0, text.length - 1)),
      to: Math.min(Math.max(to, from + 1), text.length),
      severity: 'error',
      message,
      ...(hint !== undefined && {
        actions: [
          {
            name: `改为 ${hint}`,
            apply: (of, start, end) => {
              of.dispatch({ changes: { from: start, to: end, insert: hint } });
            },
          },
        ],
      }),
    }));
  };

/** Everything an editor of formulas needs. */
export const formulaLanguage = (source: FormulaSource): Extension => [
  StreamLanguage.define({ ...COLOURS, tokenTable: { fn: tags.function(tags.variableName) } }),
  editorBase(completeFormula(source)),
  linter(problems(source), { delay: LINT_DELAY_MS, needsRefresh: needsCheck }),
];

/** Opens the list of what is valid at the cursor. */
export function insertHere(view: EditorView): void {
  view.focus();
  startCompletion(view);
}
