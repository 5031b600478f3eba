import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, ReactNode, RefObject } from 'react';
import styles from './grid.module.css';

/** Narrowest an input over a cell may be, in pixels: a date and its button fit. */
const INPUT_MIN = 140;

/**
 * Keeps a layer over (or under) the active cell while the grid scrolls; out of sight while the cell
 * is.
 */
function useOverCell(
  layer: RefObject<HTMLElement | null>,
  root: RefObject<HTMLElement | null>,
  cellId: string,
  below: boolean,
): void {
  useLayoutEffect(() => {
    const place = () => {
      const cell = document.getElementById(cellId);
      const host = root.current?.parentElement;
      const { current: box } = layer;
      if (!box || !host) return;
      box.style.visibility = cell ? '' : 'hidden';
      if (!cell) return;
      const at = cell.getBoundingClientRect();
      const from = host.getBoundingClientRect();
      const width = below ? 0 : Math.max(at.width, INPUT_MIN);
      box.style.left = `${Math.max(0, Math.min(at.left - from.left, from.width - (width || box.offsetWidth)))}px`;
      box.style.top = `${(below ? at.bottom : at.top) - from.top}px`;
      if (!below) {
        box.style.width = `${width}px`;
        box.style.minHeight = `${at.height}px`;
      }
    };
    place();
    const { current: scroller } = root;
    scroller?.addEventListener('scroll', place, { passive: true });
    window.addEventListener('resize', place);
    return () => {
      scroller?.removeEventListener('scroll', place);
      window.removeEventListener('resize', place);
    };
  });
}

/** What was refused at the active cell, read out when one comes there. */
export function CellErrorNote({
  root,
  cellId,
  text,
}: {
  root: RefObject<HTMLElement | null>;
  cellId: string;
  text: string;
}) {
  const layer = useRef<HTMLDivElement>(null);
  useOverCell(layer, root, cellId, true);
  return (
    <div ref={layer} role="alert" className={styles.fault}>
      {text}
    </div>
  );
}

export type Step = 'down' | 'up' | 'right' | 'left' | null;
interface EditorProps {
  root: RefObject<HTMLElement | null>;
  cellId: string;
  label: string;
  initial: unknown;
  draw(value: unknown, onChange: (value: unknown, done?: boolean) => void): ReactNode;
  /** The current value, and where to go; null stays. `away`: the focus is elsewhere already. */
  onDone(value: unknown, step: Step, away: boolean): void;
  onCancel(): void;
}

const FIELD = 'input:not([type="hidden"]), textarea, select, button';
/** Focuses the input of a layer, at once or when its chunk has come. */
function useFirstFocus(layer: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const take = (): boolean => {
      const field = layer.current?.querySelector<HTMLElement>(FIELD);
      field?.focus({ preventScroll: true });
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
      return field !== null && field !== undefined;
    };
    if (take() || !layer.current) return undefined;
    const watch = new MutationObserver(() => {
      if (take()) watch.disconnect();
    });
    watch.observe(layer.current, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [layer]);
}

function stepOf(event: KeyboardEvent): Step | undefined {
  if (event.key === 'Tab') return event.shiftKey ? 'left' : 'right';
  if (
    event.key !== 'Enter' ||
    (event.target instanceof HTMLTextAreaElement && (event.shiftKey || event.altKey))
  )
    return undefined;
  return event.shiftKey ? 'up' : 'down';
}

/**
 * The one input of a grid, over its cell: Enter and Tab take what was entered and go on, Esc leaves
 * it, so does going elsewhere take it.
 */
export function CellEditor({ root, cellId, label, initial, draw, onDone, onCancel }: EditorProps) {
  const layer = useRef<HTMLDivElement>(null);
  const [value, setValue] = useState(initial);
  const draft = useRef(initial);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useOverCell(layer, root, cellId, false);
  useFirstFocus(layer);
  useEffect(() => () => clearTimeout(leaving.current), []);
  const finish = (step: Step, away = false) => {
    clearTimeout(leaving.current);
    onDone(draft.current, step, away);
  };
  const change = (next: unknown, done = false) => {
    draft.current = next;
    setValue(next);
    if (done) finish(null);
  };
  const keys = (event: KeyboardEvent) => {
    // Keys of an input method, and keys the input has used itself (a list that is open).
    if (event.nativeEvent.isComposing || event.defaultPrevented) return;
    event.stopPropagation();
    const step = stepOf(event);
    if (event.key === 'Escape') {
      event.preventDefault();
      clearTimeout(leaving.current);
      onCancel();
    } else if (step !== undefined) {
      event.preventDefault();
      finish(step);
    }
  };
  const blur = (event: FocusEvent) => {
    if (event.relatedTarget instanceof Node && layer.current?.contains(event.relatedTarget)) return;
    // The focus may have moved into a list or a calendar of this input: React reports focus events
    // of the component tree, so that they reach this handler.
    leaving.current = setTimeout(() => finish(null, true));
  };
  return (
    <div
      ref={layer}
      role="group"
      aria-label={`编辑${label}`}
      className={styles.editor}
      onKeyDown={keys}
      onBlur={blur}
      onFocus={() => clearTimeout(leaving.current)}
    >
      {draw(value, change)}
    </div>
  );
}
