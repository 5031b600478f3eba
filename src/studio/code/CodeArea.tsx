import { useEffect, useLayoutEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, placeholder as hint } from '@codemirror/view';
import { useStable } from '../../ui/hooks/index.ts';
import styles from './code.module.css';

export interface CodeAreaProps {
  /** DOM id of the element that takes the focus. */
  id: string;
  label: string;
  describedBy?: string | undefined;
  value: string;
  onChange(text: string): void;
  onBlur?(): void;
  /** The language; later values are ignored. */
  extensions: Extension;
  readonly?: boolean;
  required?: boolean;
  invalid?: boolean;
  placeholder?: string;
  autoFocus?: boolean;
  /** CSS heights; beyond the greatest it scrolls. */
  minHeight?: string;
  maxHeight?: string;
  /** The editor itself, while it is mounted. */
  view: RefObject<EditorView | null>;
}

type Attributes = Pick<
  CodeAreaProps,
  'id' | 'label' | 'describedBy' | 'readonly' | 'required' | 'invalid' | 'placeholder'
>;
/** What may change while one types. */
const settingsOf = ({
  id,
  label,
  describedBy,
  readonly,
  required,
  invalid,
  placeholder,
}: Attributes): Extension => [
  EditorState.readOnly.of(readonly === true),
  hint(placeholder ?? ''),
  EditorView.contentAttributes.of({
    id,
    'aria-label': label,
    tabindex: '0',
    spellcheck: 'false',
    autocapitalize: 'off',
    ...(describedBy && { 'aria-describedby': describedBy }),
    ...(readonly && { 'aria-readonly': 'true' }),
    ...(required && { 'aria-required': 'true' }),
    ...(invalid && { 'aria-invalid': 'true' }),
  }),
];

/** Hands on what is typed, but not what an input method is still composing. */
const emitting = (emit: (text: string) => void, left: () => void): Extension => [
  EditorView.updateListener.of((update) => {
    if (update.docChanged && !update.view.composing) emit(update.state.doc.toString());
  }),
  EditorView.domEventHandlers({
    compositionend: (_, of) => {
      setTimeout(() => emit(of.state.doc.toString()));
      return false;
    },
    blur: (_, of) => {
      emit(of.state.doc.toString());
      left();
      return false;
    },
  }),
];

/**
 * A text editor over one value. Text an input method is still composing is not emitted. A new value
 * from outside replaces the text and keeps the cursor where it can.
 */
export function CodeArea(props: CodeAreaProps): ReactNode {
  const { value, extensions, view, autoFocus, minHeight, maxHeight, ...rest } = props;
  const place = useRef<HTMLDivElement>(null);
  const settings = useRef(new Compartment());
  const lastEmitted = useRef(value);
  const emit = useStable((text: string) => {
    if (text !== lastEmitted.current) {
      lastEmitted.current = text;
      rest.onChange(text);
    }
  });
  const left = useStable(() => rest.onBlur?.());
  useLayoutEffect(() => {
    const editor = new EditorView({
      parent: place.current!,
      state: EditorState.create({
        doc: lastEmitted.current,
        extensions: [settings.current.of(settingsOf(rest)), emitting(emit, left), extensions],
      }),
    });
    view.current = editor;
    if (autoFocus) editor.focus();
    return () => {
      view.current = null;
      editor.destroy();
    };
    // The effects below keep its settings current.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the editor is built once
  }, []);
  const { id, label, describedBy, readonly, required, invalid, placeholder } = rest;
  useEffect(() => {
    view.current?.dispatch({
      effects: settings.current.reconfigure(
        settingsOf({
          id,
          label,
          describedBy,
          readonly,
          required,
          invalid,
          placeholder,
        } as Attributes),
      ),
    });
  }, [view, id, label, describedBy, readonly, required, invalid, placeholder]);
  useEffect(() => {
    const editor = view.current;
    if (!editor || value === lastEmitted.current || editor.composing) return;
    lastEmitted.current = value;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [view, value]);
  return (
    <div
      ref={place}
      className={`${styles.area} ${invalid ? styles.failing : ''} ${readonly ? styles.still : ''}`}
      style={{ minHeight, maxHeight }}
    />
  );
}
