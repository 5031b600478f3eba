import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, ReactNode, RefObject } from 'react';
import { useOverCell } from './useOverCell.ts';
import styles from './grid.module.css';

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
  useOverCell({ layer, root, cellId, manner: 'below' });
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
  /** What was written before the input was there. */
  text: string;
  draw(value: unknown, onChange: (value: unknown, done?: boolean) => void): ReactNode;
  /** The current value, and where to go; null stays. `away`: the focus is elsewhere already. */
  onDone(value: unknown, step: Step, away: boolean): void;
  onCancel(): void;
}

const FIELD = 'input:not([type="hidden"]), textarea, select, button';
/** A text can be typed in it: a radio button, a slider and a file have no place for one. */
const isText = (field: Element): field is HTMLInputElement | HTMLTextAreaElement =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
  field.selectionStart !== null &&
  !field.readOnly;
/** Writes a text into an input as if it had been typed there. */
function write(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  field.setRangeText(text, 0, field.value.length, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text }));
}
/** Focuses the input of a layer, at once or when its chunk has come; `text` is written into it. */
function useFirstFocus(layer: RefObject<HTMLElement | null>, text: string): void {
  const first = useRef(text);
  useLayoutEffect(() => {
    const take = (): boolean => {
      const field = layer.current?.querySelector<HTMLElement>(FIELD);
      field?.focus({ preventScroll: true });
      if (field && isText(field)) {
        if (first.current === '') field.select();
        else write(field, first.current);
      }
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

/** The text Tab goes to within an input of several, such as the two ends of a span. */
function nextText(layer: HTMLElement | null, event: KeyboardEvent): HTMLInputElement | undefined {
  if (event.key !== 'Tab') return undefined;
  const texts = [...(layer?.querySelectorAll('input') ?? [])].filter(isText);
  const at = texts.findIndex((each) => each === event.target);
  return at < 0 ? undefined : texts[at + (event.shiftKey ? -1 : 1)];
}

/**
 * The one input of a grid, over its cell: Enter and Tab take what was entered and go on, Esc leaves
 * it, so does going elsewhere take it.
 */
export function CellEditor({
  root,
  cellId,
  label,
  initial,
  text,
  draw,
  onDone,
  onCancel,
}: EditorProps) {
  const layer = useRef<HTMLDivElement>(null);
  const [value, setValue] = useState(initial);
  const draft = useRef(initial);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useOverCell({ layer, root, cellId, manner: 'over' });
  useFirstFocus(layer, text);
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
    const next = nextText(layer.current, event);
    const step = stepOf(event);
    if (next) {
      event.preventDefault();
      next.focus();
      next.select();
    } else if (event.key === 'Escape') {
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
