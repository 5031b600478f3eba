import type { ClipboardEvent } from 'react';
import { cellName, overlayPaste, textsOf, type CellSheet } from './blocks.ts';
import { rangeOf, type Cursor } from './selection.ts';
import { readTable, tableHtml, tableText } from './tsv.ts';
import type { CellStep, GridEditing } from './types.ts';

interface Given<R> {
  sheet: CellSheet<R>;
  cursor: Cursor | null;
  editing: GridEditing<R> | undefined;
  /** Writes as one step. */
  take(steps: readonly CellStep[]): boolean;
  clear(): boolean;
  select(cursor: Cursor): void;
}

/** Events that begin in an input of a cell are the input's. */
const isOwn = ({ target, currentTarget }: ClipboardEvent): boolean => {
  const field =
    target instanceof Element && target.closest('input, textarea, select, [contenteditable]');
  return !field || field === currentTarget;
};

/** Copies the range as a spreadsheet and a document can take it. */
function copy<R>(event: ClipboardEvent, { sheet, cursor }: Given<R>): boolean {
  if (!cursor || !isOwn(event)) return false;
  const texts = textsOf(sheet, rangeOf(cursor));
  event.clipboardData.setData('text/plain', tableText(texts));
  event.clipboardData.setData('text/html', tableHtml(texts));
  event.preventDefault();
  return true;
}

async function paste<R>(
  text: string,
  cursor: Cursor,
  editing: GridEditing<R>,
  { sheet, take, select }: Given<R>,
): Promise<void> {
  const { pasted, range, before } = overlayPaste(sheet, cursor, readTable(text), editing);
  if (pasted.over === 0)
    select({
      from: { row: range.top, col: range.left },
      at: { row: range.bottom, col: range.right },
    });
  const changes = (await editing.paste?.(pasted)) ?? [];
  take(changes.map((change) => ({ ...change, before: before.get(cellName(change)) })));
}

/** Handlers of the clipboard's events on the grid. */
export function clipboardOf<R>(given: Given<R>) {
  return {
    onCopy: (event: ClipboardEvent) => void copy(event, given),
    onCut: (event: ClipboardEvent) => {
      if (copy(event, given)) given.clear();
    },
    onPaste: (event: ClipboardEvent) => {
      const { cursor, editing } = given;
      const text = event.clipboardData.getData('text/plain');
      if (!cursor || !editing?.paste || !isOwn(event) || text === '') return;
      event.preventDefault();
      void paste(text, cursor, editing, given);
    },
  };
}
