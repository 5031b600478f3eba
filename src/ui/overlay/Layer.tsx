import { useEffect, useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { createPortal } from 'react-dom';
import { useOpenLayer } from './layer-stack.ts';
import { LayerContext, topLayer } from './layers.ts';
import { useKeyHints } from './shortcuts.ts';
import { keepFocusInside, useReturnFocus } from '../hooks/focus.ts';
import { useStable } from '../hooks/index.ts';
import styles from './layer.module.css';

interface Props {
  /** From which edge it comes, or in the middle. */
  place: 'right' | 'left' | 'bottom' | 'center' | 'top';
  /**
   * CSS width (from below: height); a phone gives the whole screen, except to a menu at the left.
   */
  width: string;
  /** Id of the title inside, or a name. */
  labelledBy?: string | undefined;
  label?: string | undefined;
  /** A press beside it closes it. */
  maskCloses: boolean;
  onClose: () => void;
  /** Its opening is a step in the history; else Back closes it as Esc does. */
  inAddress?: (() => boolean) | undefined;
  children: ReactNode;
}

const HINTS = [['Escape', '关闭']] as const;
function Hints() {
  useKeyHints(HINTS);
  return null;
}

/**
 * The focus goes back into the panel when what held it disappeared (a button that turned reading
 * into editing) or was disabled by its own press, so that Esc and Tab stay the layer's. Only while
 * the layer is the topmost.
 */
function useFocusInsideLayer(panel: RefObject<HTMLDivElement | null>, name: string): void {
  useEffect(() => {
    const back = () => {
      if (document.activeElement === document.body && topLayer() === name)
        panel.current?.focus({ preventScroll: true });
    };
    let frame = 0;
    const watch = new MutationObserver(() => {
      back();
      // A browser takes the focus from a disabled button when the next frame was drawn.
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(back);
      });
    });
    if (panel.current)
      watch.observe(panel.current, {
        childList: true,
        subtree: true,
        attributes: true,
        attributeFilter: ['disabled'],
      });
    return () => {
      watch.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [panel, name]);
}

/** Esc of the topmost layer while nothing has the focus: what had it was disabled or is gone. */
function useEscapeFromBody(name: string, onClose: () => void): void {
  const close = useStable(onClose);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      const isOurs = event.target === document.body && topLayer() === name;
      if (event.key !== 'Escape' || event.defaultPrevented || !isOurs) return;
      event.preventDefault();
      close();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [name, close]);
}

/**
 * A layer over the page that keeps the focus until it is closed. Esc closes the topmost. Drawn only
 * while it is open; popups over it (lists, calendars) are in body at --hz-float-layer.
 */
export function Layer({
  place,
  width,
  labelledBy,
  label,
  maskCloses,
  onClose,
  inAddress,
  children,
}: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const name = useId();
  useReturnFocus(true);
  useOpenLayer(onClose, { inAddress });
  useFocusInsideLayer(panel, name);
  useEscapeFromBody(name, onClose);
  useEffect(() => {
    // A field that asks for the focus has it by now.
    if (!panel.current?.contains(document.activeElement))
      panel.current?.focus({ preventScroll: true });
  }, []);
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !event.nativeEvent.isComposing) {
      event.stopPropagation();
      onClose();
    }
    if (event.key === 'Tab') keepFocusInside(panel.current, event);
  };
  return createPortal(
    <div data-layer className={`${styles.layer} ${styles[`${place}Layer`] ?? ''}`} onKeyDown={keys}>
      <div className={styles.mask} aria-hidden onClick={maskCloses ? onClose : undefined} />
      <div
        ref={panel}
        role="dialog"
        aria-modal="true"
        data-layer-name={name}
        aria-labelledby={labelledBy}
        aria-label={labelledBy ? undefined : label}
        tabIndex={-1}
        className={`${styles.panel} ${styles[place] ?? ''}`}
        style={place === 'bottom' ? { height: width } : { width }}
      >
        <LayerContext.Provider value={name}>
          <Hints />
          {children}
        </LayerContext.Provider>
      </div>
    </div>,
    document.body,
  );
}
