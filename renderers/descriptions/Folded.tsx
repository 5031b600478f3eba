import { useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import styles from './View.module.css';

/** Pixels of a long value shown at first: ten lines. */
const SHOWN = 220;

/** A value that may be long: its first lines, the rest on demand. On paper all of it is there. */
export function Folded({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [long, setLong] = useState(false);
  const [open, setOpen] = useState(false);
  useLayoutEffect(() => {
    setLong((box.current?.scrollHeight ?? 0) > SHOWN + 22);
  }, [children]);
  return (
    <>
      <div
        ref={box}
        className={long && !open ? styles.folded : undefined}
        style={long && !open ? { maxHeight: SHOWN } : undefined}
      >
        {children}
      </div>
      {long && (
        <button
          type="button"
          className={styles.unfold}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? '收起' : '展开'}
        </button>
      )}
    </>
  );
}
