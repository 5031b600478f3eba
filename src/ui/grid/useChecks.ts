import { useMemo, useRef } from 'react';
import { GridBand } from './band.ts';
import { recordAt } from './places.ts';
import type { VirtualGridProps } from './types.ts';

type Counted<R> = Pick<VirtualGridProps<R>, 'rows' | 'rowKey' | 'selection' | 'isNew'>;
type Given<R> = Counted<R> & Pick<VirtualGridProps<R>, 'onSelect'>;

function keysBetween<R>({ rows, rowKey, isNew }: Given<R>, from: number, to: number): string[] {
  const keys: string[] = [];
  for (let index = from; index <= to; index++) {
    const row = recordAt(rows, index);
    const key = row === undefined ? undefined : rowKey(row, index);
    if (key !== undefined && !isNew?.(key)) keys.push(key);
  }
  return keys;
}
/** What the check box over all rows shows. */
function stateOf<R>({ rows, rowKey, selection, isNew }: Counted<R>): 'all' | 'some' | 'none' {
  if (!selection?.size) return 'none';
  let chosen = 0;
  let count = 0;
  for (let index = 0; index < rows.length; index++) {
    const row = rows.at(index);
    if (row === undefined || row instanceof GridBand) continue;
    const key = rowKey(row, index);
    if (isNew?.(key)) continue;
    count += 1;
    if (selection.has(key)) chosen += 1;
  }
  return chosen === 0 ? 'none' : chosen === count ? 'all' : 'some';
}

/** Check boxes: one row, with Shift all between it and the last one, or all rows. */
export function useChecks<R>(props: Given<R>) {
  const { rows, rowKey, selection, onSelect, isNew } = props;
  const last = useRef(-1);
  const checked = onSelect !== undefined;
  const state = useMemo(
    () => (checked ? stateOf({ rows, rowKey, selection, isNew }) : undefined),
    [checked, rows, rowKey, selection, isNew],
  );
  const toggle = (index: number, range: boolean): boolean => {
    const [key] = keysBetween(props, index, index);
    if (key === undefined || !onSelect) return false;
    const reaches = range && last.current >= 0;
    onSelect(
      keysBetween(
        props,
        reaches ? Math.min(last.current, index) : index,
        reaches ? Math.max(last.current, index) : index,
      ),
      !selection?.has(key),
    );
    last.current = index;
    return true;
  };
  return {
    state,
    toggle,
    all: (on: boolean): void => onSelect?.(keysBetween(props, 0, rows.length - 1), on),
  };
}
