import { useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { siblingsOf } from './data.ts';
import type { TreeRow } from './rows.ts';
import type { TreeState } from './use-tree.ts';

/** Letters typed within this many milliseconds are one word to look for. */
const WORD_MS = 500;
/** Rows a page key goes by. */
const PAGE = 10;

export interface KeyTargets {
  rows: readonly TreeRow[];
  active: number;
  goTo(index: number): void;
  press(row: TreeRow, event: KeyboardEvent): void;
  activate(row: TreeRow): void;
  rename(row: TreeRow): void;
  remove(row: TreeRow): void;
  menu(row: TreeRow): void;
  move(row: TreeRow, key: string): void;
}

/** Where a key leads among the lines, or null when it is not about that. */
function lineAfter(key: string, { rows, active }: KeyTargets): number | null {
  const last = rows.length - 1;
  const steps: Record<string, number> = {
    ArrowDown: active + 1,
    ArrowUp: active < 0 ? last : active - 1,
    PageDown: active + PAGE,
    PageUp: active - PAGE,
    Home: 0,
    End: last,
  };
  const to = steps[key];
  return to === undefined ? null : Math.max(0, Math.min(last, to));
}
/** The next line that begins with what was typed, around the end. */
function lineNamed(rows: readonly TreeRow[], active: number, word: string): number {
  const from = word.length > 1 ? active : active + 1;
  for (let i = 0; i < rows.length; i++) {
    const at = (from + i + rows.length) % rows.length;
    if (!rows[at]?.loadState && rows[at]?.node.title.toLowerCase().startsWith(word)) return at;
  }
  return -1;
}

/**
 * Keys of a tree as WAI-ARIA's pattern has them; Alt and an arrow moves, F2 renames, the menu key
 * opens the menu.
 */
export function useKeys(state: TreeState, targets: KeyTargets): (event: KeyboardEvent) => void {
  const typed = useRef({ word: '', at: 0 });
  const { rows, active, goTo } = targets;
  const sideways = (row: TreeRow, key: string): void => {
    if (key === 'ArrowRight') {
      if (row.expandable && !row.open) state.turn(row.node, true);
      else if (row.open && active + 1 < rows.length) goTo(active + 1);
    } else if (row.open) state.turn(row.node, false);
    else {
      const up = rows.findIndex(
        ({ node, loadState }) =>
          node === (row.loadState ? row.node : row.node.parent) && !loadState,
      );
      if (up >= 0) goTo(up);
    }
  };
  const onRow = (row: TreeRow, event: KeyboardEvent): boolean => {
    const { key } = event;
    if (key === 'ArrowRight' || key === 'ArrowLeft') sideways(row, key);
    else if (key === 'Enter') targets.activate(row);
    else if (key === ' ') targets.press(row, event);
    else if (key === '*') state.openAll(siblingsOf(state.tree, row.node));
    else if (key === 'F2') targets.rename(row);
    else if (key === 'Delete' && !row.loadState) targets.remove(row);
    else if (key === 'ContextMenu' || (key === 'F10' && event.shiftKey)) targets.menu(row);
    else return false;
    return true;
  };
  const byWord = (event: KeyboardEvent): boolean => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey) return false;
    const now = event.timeStamp;
    typed.current = {
      word: (now - typed.current.at < WORD_MS ? typed.current.word : '') + event.key.toLowerCase(),
      at: now,
    };
    const to = lineNamed(rows, active, typed.current.word);
    if (to >= 0) goTo(to);
    return to >= 0;
  };
  return (event) => {
    if (
      event.target !== event.currentTarget ||
      event.defaultPrevented ||
      event.nativeEvent.isComposing
    )
      return;
    const row = rows[active];
    const line = lineAfter(event.key, targets);
    let taken = true;
    if (event.altKey && row && event.key.startsWith('Arrow')) targets.move(row, event.key);
    else if (line !== null) goTo(line);
    else taken = (row !== undefined && onRow(row, event)) || byWord(event);
    if (taken) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
}
