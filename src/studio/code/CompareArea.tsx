import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { json } from '@codemirror/lang-json';
import { MergeView, goToNextChunk, goToPreviousChunk, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { editorBase } from './base.ts';
import styles from './code.module.css';

/** Unchanged lines left around a change, and how many there must be before they are folded. */
const FOLD = { margin: 3, minSize: 6 };
/**
 * Characters of a change that are compared one by one: longer ones are shown whole, so that a
 * screen is not waited for.
 */
const SCAN = { scanLimit: 2_000, timeout: 500 };
/** What the library says, in Chinese. */
const PHRASES = EditorState.phrases.of({ '$ unchanged lines': '$ 行没有变化' });
const LOOK = EditorView.theme({
  '.cm-changedLine, &.cm-merge-b .cm-changedLine, .cm-inlineChangedLine': {
    backgroundColor: 'rgba(var(--green-6), 0.1)',
  },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'rgba(var(--red-6), 0.1)' },
  '.cm-changedText, &.cm-merge-b .cm-changedText': { background: 'rgba(var(--green-6), 0.28)' },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': {
    background: 'rgba(var(--red-6), 0.28)',
  },
  '.cm-collapsedLines': {
    background: 'var(--color-fill-2)',
    color: 'var(--hz-muted)',
    padding: '4px 12px',
  },
  // Its own sign is in few fonts.
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"⋯"' },
});

export interface CompareAreaProps {
  label: string;
  before: string;
  after: string;
  language: 'json' | 'text';
  /** Beside each other; else one text with what went and what came. */
  sides: boolean;
  /** Moves to the next and the previous change, while the editor is mounted. */
  onMoves(moves: { next(): void; previous(): void } | null): void;
}

const extensionsOf = ({ label, language }: CompareAreaProps, side: string): Extension => [
  language === 'json' ? json() : [],
  editorBase(() => null),
  lineNumbers(),
  PHRASES,
  LOOK,
  EditorState.readOnly.of(true),
  EditorView.contentAttributes.of({
    'aria-label': `${label}：${side}`,
    'aria-readonly': 'true',
    tabindex: '0',
  }),
];
function comparingView(parent: HTMLElement, props: CompareAreaProps): MergeView | EditorView {
  const { before, after, sides } = props;
  const look = { collapseUnchanged: FOLD, diffConfig: SCAN, gutter: true };
  const newText = extensionsOf(props, '之后');
  if (sides)
    return new MergeView({
      parent,
      a: { doc: before, extensions: extensionsOf(props, '之前') },
      b: { doc: after, extensions: newText },
      ...look,
    });
  const inOne = unifiedMergeView({ original: before, mergeControls: false, ...look });
  return new EditorView({ parent, doc: after, extensions: [newText, inOne] });
}
/** Two texts with what differs coloured, for reading. */
export function CompareArea(props: CompareAreaProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const { before, after, language, sides, label, onMoves } = props;
  useEffect(() => {
    const now = { before, after, language, sides, label, onMoves };
    const made = comparingView(place.current!, now);
    const editor = made instanceof MergeView ? made.b : made;
    const go = (command: typeof goToNextChunk) => () => {
      command(editor);
      editor.focus();
    };
    onMoves({ next: go(goToNextChunk), previous: go(goToPreviousChunk) });
    return () => {
      onMoves(null);
      made.destroy();
    };
  }, [before, after, language, sides, label, onMoves]);
  return <div ref={place} className={`${styles.area} ${styles.compare}`} />;
}
