import { redo, undo } from '@codemirror/commands';
import { foldAll, unfoldAll } from '@codemirror/language';
import { nextDiagnostic } from '@codemirror/lint';
import { openSearchPanel } from '@codemirror/search';
import { EditorView } from '@codemirror/view';
import { checkAgain } from '../base.ts';
import { placeOf } from './tree.ts';

/** Formats with two spaces a level; false when the text is not JSON. */
function format(view: EditorView): boolean {
  const text = view.state.doc.toString();
  let next: string;
  try {
    next = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return false;
  }
  if (next !== text) view.dispatch({ changes: { from: 0, to: text.length, insert: next } });
  return true;
}
/** Shows where a pointer leads, and puts the cursor there. */
function show(view: EditorView, pointer: string): void {
  const { from } = placeOf(pointer, view.state);
  view.dispatch({
    selection: { anchor: from },
    effects: EditorView.scrollIntoView(from, { y: 'center' }),
  });
}
/** What buttons beside an editor do. */
export const jsonCommands = {
  format,
  show,
  undo,
  redo,
  foldAll,
  unfoldAll,
  find: openSearchPanel,
  check: checkAgain,
  nextProblem: (view: EditorView): boolean => {
    view.focus();
    return nextDiagnostic(view);
  },
} as const;
