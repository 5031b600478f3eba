import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState, StateEffect, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, type ViewUpdate } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** What the library says, in Chinese. */
const PHRASES = EditorState.phrases.of({
  Find: '查找',
  Replace: '替换为',
  next: '下一处',
  previous: '上一处',
  all: '全选',
  'match case': '区分大小写',
  regexp: '正则',
  'by word': '整词',
  replace: '替换',
  'replace all': '全部替换',
  close: '关闭',
  'current match': '当前匹配',
  'replaced match on line $': '已替换第 $ 行的一处',
  'replaced $ matches': '已替换 $ 处',
  'on line': '位于行',
  'Go to line': '转到行',
  go: '转到',
  'Folded lines': '已折叠的行',
  'Unfolded lines': '已展开的行',
  to: '到',
  'folded code': '已折叠的内容',
  unfold: '展开',
  'Fold line': '折叠',
  'Unfold line': '展开',
  Diagnostics: '问题',
  'No diagnostics': '没有问题',
  Completions: '可选的内容',
  'Control character': '控制字符',
  'Selection deleted': '已删除所选内容',
});

/**
 * Colours of code that read on the ground (4.5 : 1), light and dark alike: those of the code
 * widget.
 */
const COLOURS = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.keyword, tags.operatorKeyword], color: 'rgb(var(--purple-7))' },
    { tag: tags.string, color: 'rgb(var(--green-9))' },
    { tag: [tags.number, tags.bool, tags.null], color: 'rgb(var(--orangered-9))' },
    { tag: tags.propertyName, color: 'rgb(var(--arcoblue-7))' },
    { tag: tags.function(tags.variableName), color: 'rgb(var(--cyan-9))' },
    { tag: tags.variableName, color: 'var(--color-text-1)' },
  ]),
);

const LOOK = EditorView.theme({
  '&': {
    color: 'var(--color-text-1)',
    backgroundColor: 'transparent',
    fontSize: '13px',
    height: '100%',
    minWidth: '0',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: "ui-monospace, Menlo, Consolas, 'Liberation Mono', monospace",
    lineHeight: '20px',
    overflow: 'auto',
  },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--color-text-1)', minHeight: 'inherit' },
  '.cm-line': { padding: '0 12px' },
  '.cm-placeholder': { color: 'var(--hz-muted)' },
  '.cm-cursor': { borderLeftColor: 'var(--color-text-1)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { background: 'rgba(var(--primary-6), 0.2)' },
  '.cm-activeLine': { backgroundColor: 'var(--color-fill-1)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--color-fill-2)' },
  '.cm-gutters': {
    backgroundColor: 'var(--color-bg-2)',
    color: 'var(--hz-muted)',
    borderRight: '1px solid var(--hz-line)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'rgba(var(--primary-6), 0.16)',
    outline: 'none',
  },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--color-fill-2)',
    border: 'none',
    color: 'var(--hz-muted)',
    padding: '0 8px',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--color-bg-popup)',
    color: 'var(--color-text-1)',
    border: '1px solid var(--hz-line)',
    borderRadius: 'var(--hz-radius)',
    boxShadow: 'var(--hz-shadow)',
    maxWidth: 'min(420px, 92vw)',
    zIndex: 'var(--hz-float-layer)',
  },
  // The list is as wide as its popup, which stays on the screen; a long line ends in dots.
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'inherit',
    maxHeight: '240px',
    minWidth: '0',
    maxWidth: '100%',
    overflowX: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li, .cm-completionLabel': {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    padding: '4px 12px',
    lineHeight: '20px',
    minHeight: '28px',
    boxSizing: 'border-box',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > completion-section': {
    padding: '6px 12px 2px',
    border: '0',
    color: 'var(--hz-muted)',
    fontSize: '12px',
    lineHeight: '20px',
    opacity: '1',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    background: 'var(--color-fill-3)',
    color: 'var(--color-text-1)',
  },
  '.cm-completionDetail': {
    color: 'var(--hz-muted)',
    fontStyle: 'normal',
    marginLeft: '12px',
    fontSize: '12px',
  },
  '.cm-tooltip.cm-completionInfo': {
    padding: '8px 12px',
    lineHeight: '20px',
    fontSize: '12px',
    maxWidth: '280px',
    whiteSpace: 'pre-line',
  },
  '.cm-tooltip-hover, .cm-tooltip-lint': { fontSize: '12px', lineHeight: '20px' },
  '.cm-diagnostic': { padding: '4px 12px', borderLeftWidth: '2px' },
  '.cm-diagnosticAction': {
    background: 'var(--color-fill-3)',
    color: 'var(--color-text-1)',
    borderRadius: 'var(--border-radius-small)',
  },
  '.cm-panels': {
    backgroundColor: 'var(--color-bg-2)',
    color: 'var(--color-text-1)',
    borderColor: 'var(--hz-line)',
  },
  '.cm-textfield': {
    backgroundColor: 'var(--color-fill-2)',
    color: 'var(--color-text-1)',
    border: '1px solid transparent',
    borderRadius: 'var(--border-radius-small)',
    fontSize: '12px',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--color-secondary)',
    color: 'var(--color-text-1)',
    border: 'none',
    borderRadius: 'var(--border-radius-small)',
    fontSize: '12px',
  },
  '.cm-searchMatch': { backgroundColor: 'rgba(var(--gold-4), 0.4)' },
  '.cm-searchMatch-selected': { backgroundColor: 'rgba(var(--gold-6), 0.56)' },
});

/**
 * What every editor has: undo, brackets, completion, colours. Tab leaves it, unless a completion is
 * being offered.
 */
export const editorBase = (complete: CompletionSource): Extension => [
  PHRASES,
  LOOK,
  COLOURS,
  history(),
  drawSelection(),
  bracketMatching(),
  closeBrackets(),
  EditorView.lineWrapping,
  autocompletion({
    override: [complete],
    icons: false,
    activateOnTypingDelay: 60,
    closeOnBlur: true,
  }),
  keymap.of([
    { key: 'Tab', run: acceptCompletion },
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...defaultKeymap,
    ...historyKeymap,
  ]),
];

const checkEffect = StateEffect.define<null>();
/** Runs the check again after what the editor is checked against has changed. */
export const checkAgain = (view: EditorView): void =>
  view.dispatch({ effects: checkEffect.of(null) });
export const needsCheck = ({ transactions }: ViewUpdate): boolean =>
  transactions.some(({ effects }) => effects.some((effect) => effect.is(checkEffect)));
