import {
  codeFolding,
  foldGutter,
  foldKeymap,
  indentOnInput,
  indentUnit,
} from '@codemirror/language';
import { json } from '@codemirror/lang-json';
import { lintGutter, linter, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  type EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { editorBase, needsCheck } from '../base.ts';
import { completeJson } from './complete.ts';
import { helpOf, schemasAt, type Schema } from './schema.ts';
import { pathOf, placeOf, rootOf, valueOf, valueOfProperty } from './tree.ts';

/** One thing wrong in a document; `path` is a JSON pointer. */
export interface JsonProblem {
  readonly path: string;
  readonly msg: string;
  readonly severity?: 'error' | 'warning';
}
/** What the editor reads on demand: all of it may change while the editor is mounted. */
export interface JsonContext {
  schema(): Schema | null;
  problems(value: unknown): readonly JsonProblem[];
  /** Called with what is wrong, after every check. */
  checked(count: number): void;
  /** Characters the text may have. */
  limit(): number;
  refused(): void;
}

/** Milliseconds after the last key before a document is checked. */
const CHECK_DELAY_MS = 500;
/** Most problems shown at a time. */
const MAX_SHOWN = 200;

/** The first place that is no JSON, in Chinese. */
function syntaxFault(state: EditorState): Diagnostic | null {
  let fault: Diagnostic | null = null;
  rootOf(state)
    .cursor()
    .iterate((node) => {
      if (fault || !node.type.isError) return !fault;
      const from = Math.min(node.from, Math.max(0, state.doc.length - 1));
      const text = state.sliceDoc(node.from, Math.min(node.to, node.from + 20)).trim();
      fault = {
        from,
        to: Math.max(node.to, Math.min(from + 1, state.doc.length)),
        severity: 'error',
        message:
          text === '' ? '这里缺少内容：逗号、冒号、引号或括号' : `这里的 ${text} 不是正确的 JSON`,
      };
      return false;
    });
  return fault;
}
function diagnosticsOf(view: EditorView, world: JsonContext): Diagnostic[] {
  const { state } = view;
  if (state.doc.toString().trim() === '') {
    world.checked(0);
    return [];
  }
  const fault = syntaxFault(state);
  const found = fault
    ? [fault]
    : world
        .problems(valueOf(rootOf(state), state.doc))
        .slice(0, MAX_SHOWN)
        .map(({ path, msg, severity = 'error' }): Diagnostic => ({
          ...placeOf(path, state),
          severity,
          message: msg,
        }));
  world.checked(found.length);
  return found;
}

function linesBox(lines: readonly string[]): HTMLElement {
  const box = document.createElement('div');
  box.style.padding = '4px 12px';
  for (const line of lines)
    box.append(Object.assign(document.createElement('div'), { textContent: line }));
  return box;
}
const hover = (world: JsonContext): Extension =>
  hoverTooltip((view, pos) => {
    const root = world.schema();
    const { state } = view;
    const node = rootOf(state).resolveInner(pos, -1);
    if (!root || (node.name !== 'PropertyName' && node.firstChild)) return null;
    const target = node.name === 'PropertyName' ? (valueOfProperty(node.parent!) ?? node) : node;
    const lines = helpOf(
      schemasAt(root, valueOf(rootOf(state), state.doc), pathOf(target, state.doc)),
    );
    if (lines.length === 0) return null;
    return {
      pos: node.from,
      end: node.to,
      above: true,
      create: () => ({ dom: linesBox(lines) }),
    };
  });

/** A text beyond the limit is not taken in: half a paste would be no JSON. */
const limited = (world: JsonContext): Extension =>
  EditorState.changeFilter.of((change) => {
    if (
      !change.docChanged ||
      change.newDoc.length <= Math.max(world.limit(), change.startState.doc.length)
    )
      return true;
    world.refused();
    return false;
  });

/** Everything an editor of JSON needs. */
export const jsonLanguage = (world: JsonContext): Extension => [
  json(),
  editorBase(completeJson(world.schema)),
  indentUnit.of('  '),
  indentOnInput(),
  lineNumbers(),
  lintGutter(),
  foldGutter({
    markerDOM: (open) =>
      Object.assign(document.createElement('span'), {
        textContent: open ? '⌄' : '›',
        ariaHidden: 'true',
      }),
  }),
  codeFolding({ placeholderText: '…' }),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  search({ top: true }),
  keymap.of([...searchKeymap, ...foldKeymap]),
  linter((view) => diagnosticsOf(view, world), { delay: CHECK_DELAY_MS, needsRefresh: needsCheck }),
  hover(world),
  limited(world),
];
