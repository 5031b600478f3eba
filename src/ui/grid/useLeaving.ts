import { useEffect, useRef } from 'react';
import type { FocusEvent } from 'react';
import { useStable } from '../hooks/hooks.ts';
import type { CellSheet } from './blocks.ts';
import { recordAt } from './places.ts';
import type { Cursor } from './selection.ts';
import type { GridEditing } from './types.ts';

/**
 * Tells the owner that a row was left: the cursor went to another one, or the focus out of the grid.
 * Answers the handler for the element around it.
 */
export function useLeaving<R>(
  { rows, rowKey }: CellSheet<R>,
  editing: GridEditing<R> | undefined,
  cursor: Cursor | null,
  isOpen: boolean,
): (event: FocusEvent<HTMLElement>) => void {
  const row = cursor ? recordAt(rows, cursor.at.row) : undefined;
  const key = row === undefined || !cursor ? null : rowKey(row, cursor.at.row);
  const last = useRef<string | null>(null);
  // Editing may end in the same moment as the row is left.
  const owner = useRef(editing);
  if (editing) owner.current = editing;
  const leave = (left: string | null): void => {
    if (left !== null) owner.current?.leave?.(left);
  };
  useEffect(() => {
    const left = last.current;
    last.current = key;
    if (left !== key) leave(left);
  }, [key]);
  const leaveOutside = useStable((host: HTMLElement) => {
    if (!isOpen && !host.contains(document.activeElement)) leave(last.current);
  });
  // The input that closes writes its value first, and gives the focus back to the grid.
  return ({ currentTarget }) => void setTimeout(() => leaveOutside(currentTarget));
}
