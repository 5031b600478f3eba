import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent, ReactNode, RefObject } from 'react';
import { createPortal } from 'react-dom';
import { useOpenLayer } from './layer-stack.ts';
import { LayerContext } from './layers.ts';
import { Icon } from '../icons/icons.tsx';
import { useNarrow } from '../hooks/narrow.ts';
import { firstFocusable, keepFocusInside } from '../hooks/focus.ts';
import styles from './floating.module.css';

/** Pixels between a panel and its anchor, and between a panel and the edge of the screen. */
const GAP = 4;
const EDGE = 8;

interface Props {
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  /** Accessible name, and the heading of the full page on a phone. */
  title: string;
  /** Pixels. */
  width: number;
  /**
   * Pixels its content would like to have: with less below the anchor and more above, it opens
   * upwards.
   */
  height?: number;
  /** A menu brings its own roles and keys. */
  role?: 'dialog' | 'none';
  /** For the control that opened it (aria-controls). */
  id?: string | undefined;
  children: ReactNode;
}

/** Room below that is enough for a panel that does not say what it needs. */
const SOME_ROOM = 240;
/** Below the anchor, or above where there is more room; never over the edge of the screen. */
function placeBy(anchor: HTMLElement, width: number, height: number): CSSProperties {
  const box = anchor.getBoundingClientRect();
  const left = Math.max(EDGE, Math.min(box.left, innerWidth - width - EDGE));
  const below = innerHeight - box.bottom;
  const above = below < height && box.top > below;
  return above
    ? { left, width, bottom: innerHeight - box.top + GAP, maxHeight: box.top - GAP - EDGE }
    : { left, width, top: box.bottom + GAP, maxHeight: below - GAP - EDGE };
}
/** Inside a drawer or dialog the panel must be above it and within its focus trap. */
const hostOf = (anchor: HTMLElement | null): Element =>
  anchor?.closest('[data-layer]') ?? document.body;

/**
 * Closes when a press or the focus goes elsewhere. What happens in pop-ups of the panel's own
 * content (a select's list) bubbles through React, so it counts as inside.
 */
function useOutside(anchor: RefObject<HTMLElement | null>, close: RefObject<() => void>) {
  const inside = useRef(false);
  useEffect(() => {
    const elsewhere = (event: Event) => {
      const own = inside.current || anchor.current?.contains(event.target as Node);
      inside.current = false;
      if (!own) close.current();
    };
    const events = ['pointerdown', 'focusin'] as const;
    events.forEach((name) => document.addEventListener(name, elsewhere));
    return () => events.forEach((name) => document.removeEventListener(name, elsewhere));
  }, [anchor, close]);
  return () => {
    inside.current = true;
  };
}

function usePlace(
  anchor: RefObject<HTMLElement | null>,
  width: number,
  height: number,
): CSSProperties {
  const [place, setPlace] = useState<CSSProperties>({ opacity: 0, width });
  useLayoutEffect(() => {
    const update = () => {
      if (anchor.current) setPlace(placeBy(anchor.current, width, height));
    };
    update();
    addEventListener('resize', update);
    addEventListener('scroll', update, true);
    return () => {
      removeEventListener('resize', update);
      removeEventListener('scroll', update, true);
    };
  }, [anchor, width, height]);
  return place;
}

/**
 * A panel that floats beside its anchor; a full page on a phone. Esc closes; focus goes in and
 * returns where it came from.
 */
export function FloatingPanel({
  anchor,
  onClose,
  title,
  width,
  height = SOME_ROOM,
  role = 'dialog',
  id,
  children,
}: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  const narrow = useNarrow() && role === 'dialog';
  // A whole page on a phone, which Back closes.
  useOpenLayer(onClose, { active: narrow });
  const place = usePlace(anchor, width, height);
  const markInside = useOutside(anchor, close);
  const name = useId();
  const [before] = useState(() => document.activeElement);
  useEffect(() => {
    // A part that asks for the focus (the day of a calendar) has it by now.
    if (!panel.current?.contains(document.activeElement))
      (firstFocusable(panel.current) ?? panel.current)?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && document.activeElement === document.body)
        before.focus({ preventScroll: true });
    };
  }, [before]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) {
      event.stopPropagation();
      onClose();
    }
    if (event.key === 'Tab' && role === 'dialog') keepFocusInside(panel.current, event);
  };
  const dialog =
    role === 'dialog'
      ? { role: 'dialog', 'aria-label': title, 'aria-modal': narrow || undefined }
      : {};
  return createPortal(
    <div
      ref={panel}
      id={id}
      {...dialog}
      data-layer-name={name}
      tabIndex={-1}
      className={`${styles.panel} ${narrow ? styles.page : ''}`}
      style={narrow ? undefined : place}
      onPointerDownCapture={markInside}
      onFocusCapture={markInside}
      onKeyDown={onKeyDown}
    >
      {narrow && (
        <div className={styles.head}>
          <strong>{title}</strong>
          <button type="button" className={styles.close} aria-label="关闭" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
      )}
      <LayerContext.Provider value={name}>{children}</LayerContext.Provider>
    </div>,
    hostOf(anchor.current),
  );
}
