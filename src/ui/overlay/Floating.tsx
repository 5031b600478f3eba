import { useEffect, useLayoutEffect, useRef } from 'react';
import type { CSSProperties, ReactNode, RefObject } from 'react';
import { createPortal } from 'react-dom';
import styles from './floating-list.module.css';

export interface FloatingProps {
  anchor: RefObject<HTMLElement | null>;
  onClose(): void;
  children: ReactNode;
  /** `anchor`: at least as wide as what it hangs on. */
  width?: 'anchor' | 'auto';
  /** Aligns with the anchor's right edge. */
  alignEnd?: boolean;
  className?: string;
}
/** Distance to the window's edges and to the anchor, in pixels. */
const GAP = 4;
const EDGE = 8;

/** Below the anchor; above it when there is more room; never outside the window. */
function place(box: HTMLElement, anchor: HTMLElement, { width, alignEnd }: FloatingProps): void {
  const at = anchor.getBoundingClientRect();
  if (width !== 'auto') box.style.minWidth = `${at.width}px`;
  const below = window.innerHeight - at.bottom - GAP - EDGE;
  const above = at.top - GAP - EDGE;
  box.style.maxHeight = '';
  const upwards = box.offsetHeight > below && above > below;
  box.style.maxHeight = `${Math.max(120, upwards ? above : below)}px`;
  box.style.top = upwards ? '' : `${at.bottom + GAP}px`;
  box.style.bottom = upwards ? `${window.innerHeight - at.top + GAP}px` : '';
  box.style.left = `${leftOf(box.offsetWidth, at, alignEnd === true)}px`;
}

/** Beside the anchor, and within the window. */
function leftOf(width: number, { left, right }: DOMRect, alignEnd: boolean): number {
  const wanted = alignEnd ? right - width : left;
  return Math.max(EDGE, Math.min(wanted, window.innerWidth - width - EDGE));
}

/**
 * A layer that hangs on an element: lists, menus, calendars. It never takes the focus (the anchor
 * keeps it, also inside a dialog that traps it), follows scrolling, and closes at a press outside.
 */
export function Floating(props: FloatingProps) {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  useLayoutEffect(() => {
    const update = () => {
      if (box.current && latest.current.anchor.current)
        place(box.current, latest.current.anchor.current, latest.current);
    };
    update();
    const watch = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(update);
    if (box.current) watch?.observe(box.current);
    window.addEventListener('resize', update);
    window.addEventListener('scroll', update, true);
    return () => {
      watch?.disconnect();
      window.removeEventListener('resize', update);
      window.removeEventListener('scroll', update, true);
    };
  }, []);
  useEffect(() => {
    const press = (event: PointerEvent) => {
      const target = event.target as Node;
      if (!box.current?.contains(target) && !latest.current.anchor.current?.contains(target))
        latest.current.onClose();
    };
    document.addEventListener('pointerdown', press, true);
    return () => document.removeEventListener('pointerdown', press, true);
  }, []);
  const first: CSSProperties = { position: 'fixed', top: 0, left: 0 };
  return createPortal(
    // A press must not take the focus from the anchor, except into an input of the layer's own.
    <div
      ref={box}
      className={`${styles.layer} ${props.className ?? ''}`}
      style={first}
      onMouseDown={(event) => {
        if (!(event.target as HTMLElement).closest('input, textarea')) event.preventDefault();
      }}
    >
      {props.children}
    </div>,
    document.body,
  );
}
