import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * A field whose panel has the focus is not left; it is when the panel closes and the focus does not
 * come back to it.
 */
export function usePanelLeft(
  open: boolean,
  field: RefObject<HTMLElement | null>,
  onLeave: () => void,
): void {
  const was = useRef(open);
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });
  useEffect(() => {
    const closed = was.current && !open;
    was.current = open;
    if (closed && document.activeElement !== field.current) leave.current();
  }, [open, field]);
}
