import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ComponentType, KeyboardEvent } from 'react';
import { FloatingPanel } from '../overlay/FloatingPanel.tsx';
import { useNarrow } from '../hooks/narrow.ts';
import {
  nativeAttributes,
  portsOf,
  type InputOptions,
  type InputProps,
} from '../fields/input-props.ts';
import { PanelToggle } from './PanelToggle.tsx';
import { boxClass } from './text.tsx';
import { isEmpty } from '../../values/index.ts';
import { usePanelLeft } from './use-panel-left.ts';
import styles from './inputs.module.css';

export interface MomentPanelProps {
  value: unknown;
  label: string;
  now: Date;
  options: InputOptions;
  /** There is a value, and it may be taken away. */
  clearable: boolean;
  /** `done` when the choice is complete and the panel may close. */
  onPick(value: unknown, done: boolean): void;
}
/**
 * A kind of moment: how it is formatted, parsed, stepped, and what opens beside it. Stored values
 * are the results of `read`.
 */
export interface MomentKind {
  icon: string;
  /** What opens: 日历, 时间表. */
  opens: string;
  placeholder(options: InputOptions): string;
  /** Null for text that names no moment. */
  read(text: string, now: Date, options: InputOptions): string | null;
  show(value: unknown, options: InputOptions): string;
  /**
   * The value `by` steps on; the caret says of which part of the text. Starts from now without a
   * value.
   */
  step(value: unknown, by: 1 | -1, caret: number, now: Date, options: InputOptions): string;
  panel: { Content: ComponentType<MomentPanelProps>; width: number; height: number };
}

/** A panel in a chunk of its own, fetched when it is first opened: typing needs none of it. */
export function lazyPanel(
  load: () => Promise<ComponentType<MomentPanelProps>>,
  width: number,
  height: number,
): MomentKind['panel'] {
  function Content(props: MomentPanelProps) {
    const [Panel, setPanel] = useState<ComponentType<MomentPanelProps> | null>(null);
    useEffect(() => {
      load().then(
        (panel) => setPanel(() => panel),
        (failure: unknown) =>
          setPanel(() => {
            throw failure;
          }),
      );
    }, []);
    return Panel ? (
      <Panel {...props} />
    ) : (
      <span className="hz-skeleton" style={{ width, height: height - 16 }} aria-busy />
    );
  }
  return { Content, width, height };
}

/** The moment of the application's clock, which keeps to the server's. */
export const currentTime = (props: InputProps): Date => portsOf(props)?.now() ?? new Date();

/**
 * The typed text until the field is left; its value is handed on with every key, so that a form
 * saved by a shortcut, or a cell left with Tab, has it. A text that is no moment is the value as it
 * was typed, so that the validator reports it.
 */
function useDraft(props: InputProps, kind: MomentKind) {
  const [draft, setDraft] = useState<string | null>(null);
  const now = () => currentTime(props);
  const read = (text: string): unknown =>
    text.trim() === '' ? props.options.emptyValue : (kind.read(text, now(), props.options) ?? text);
  const type = (text: string) => {
    setDraft(text);
    const value = read(text);
    if (value !== props.value) props.onChange(value);
  };
  /** Leaves the text; answers its value. */
  const leave = (): unknown => {
    setDraft(null);
    return draft === null ? props.value : read(draft);
  };
  return { text: draft ?? kind.show(props.value, props.options), type, leave, now };
}

/**
 * A moment as text with a panel beside it. Typing takes many notations; up and down arrows step it;
 * Alt with the down arrow opens the panel, which takes the focus and gives it back; on a phone a
 * press on the field does, and it is a page.
 */
export function MomentField({ props, kind }: { props: InputProps; kind: MomentKind }) {
  const { text, type, leave, now } = useDraft(props, kind);
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const locked = !!(props.disabled || props.readonly);
  const touched = useNarrow() && !locked;
  usePanelLeft(open, input, () => props.onBlur(props.id, props.value));
  // A new value would put the caret behind the text, and the next step would be of another part.
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [text]);
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      leave();
      return;
    }
    if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || locked) return;
    event.preventDefault();
    if (event.altKey) {
      if (event.key === 'ArrowDown') setOpen(true);
      return;
    }
    caret.current = input.current?.selectionStart ?? 0;
    props.onChange(
      kind.step(leave(), event.key === 'ArrowUp' ? 1 : -1, caret.current, now(), props.options),
    );
  };
  const { Content, width, height } = kind.panel;
  return (
    <span ref={anchor} className={styles.wrap}>
      <input
        ref={input}
        {...nativeAttributes(props)}
        type="text"
        inputMode={touched ? 'none' : undefined}
        autoComplete="off"
        className={boxClass(props, `${styles.figures} ${styles.withEnd}`)}
        placeholder={props.placeholder || kind.placeholder(props.options)}
        aria-keyshortcuts="Alt+ArrowDown"
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={keys}
        onFocus={() => props.onFocus(props.id, props.value)}
        onClick={touched ? () => setOpen(true) : undefined}
        onBlur={() => {
          const value = leave();
          if (!open) props.onBlur(props.id, value);
        }}
      />
      <PanelToggle
        label={`打开${props.label}的${kind.opens}`}
        icon={kind.icon}
        open={open}
        disabled={locked}
        focus={() => input.current?.focus()}
        onToggle={() => setOpen(!open)}
      />
      {open && (
        <FloatingPanel
          anchor={anchor}
          title={props.label || kind.opens}
          width={width}
          height={height}
          onClose={() => setOpen(false)}
        >
          <Content
            value={props.value}
            label={props.label}
            now={now()}
            options={props.options}
            clearable={!props.required && !isEmpty(props.value)}
            onPick={(value, done) => {
              leave();
              props.onChange(value);
              if (done) setOpen(false);
            }}
          />
        </FloatingPanel>
      )}
    </span>
  );
}
