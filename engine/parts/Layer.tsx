import { useEffect, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { keepFocusInside, useReturnFocus } from './focus.ts';
import styles from './layer.module.css';

interface Props {
  /** From which edge it comes, or in the middle. */
  place: 'right' | 'left' | 'center';
  /** CSS width; a phone gives the whole screen, except to a menu at the left. */
  width: string;
  /** Id of the title inside, or a name. */
  labelledBy?: string | undefined;
  label?: string | undefined;
  /** A press beside it closes it. */
  maskCloses: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A layer over the page that keeps the focus until it is closed. Esc closes the topmost. Drawn only while it is open; what
 * floats over it (lists, calendars) stands in body at --hz-float-layer.
 */
export function Layer({ place, width, labelledBy, label, maskCloses, onClose, children }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  useReturnFocus(true);
  useEffect(() => {
    // A field that asks for the focus has it by now.
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus({ preventScroll: true });
  }, []);
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !event.nativeEvent.isComposing) { event.stopPropagation(); onClose(); }
    if (event.key === 'Tab') keepFocusInside(panel.current, event);
  };
  return createPortal(
    <div data-layer className={`${styles.layer} ${styles[`${place}Layer`] ?? ''}`} onKeyDown={keys}>
      <div className={styles.mask} aria-hidden onClick={maskCloses ? onClose : undefined} />
      <div ref={panel} role="dialog" aria-modal="true" aria-labelledby={labelledBy} aria-label={labelledBy ? undefined : label} tabIndex={-1} className={`${styles.panel} ${styles[place] ?? ''}`} style={{ width }}>{children}</div>
    </div>,
    document.body,
  );
}
