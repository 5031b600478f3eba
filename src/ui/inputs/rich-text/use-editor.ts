import { Editor } from '@tiptap/core';
import { useEffect, useReducer, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { isEmptyRichText, richDocument } from '../../../values/index.ts';
import { ariaPropsOf, labelId, type InputProps } from '../../fields/input-props.ts';
import { extensions } from './extensions.ts';

const EMPTY = { type: 'doc', content: [{ type: 'paragraph' }] };
const contentOf = (value: unknown) => richDocument(value) ?? EMPTY;

/** Attributes of the element that is typed in: what any input of ours carries. */
function attributesOf(props: InputProps, className: string): Record<string, string> {
  const aria = Object.entries(ariaPropsOf(props)).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return {
    id: props.id,
    class: className,
    role: 'textbox',
    'aria-multiline': 'true',
    ...(!props.hideLabel && { 'aria-labelledby': labelId(props.id) }),
    ...Object.fromEntries(aria),
    ...((props.readonly || props.disabled) && {
      'aria-readonly': 'true',
      tabindex: props.disabled ? '-1' : '0',
    }),
    ...(props.disabled && { 'aria-disabled': 'true' }),
  };
}

/**
 * An editor in an element, and the value in step with it both ways. What the editor makes of a
 * value is not a change: only what a person does is written. Answers null until the element is
 * there.
 */
export function useEditor(
  host: RefObject<HTMLElement | null>,
  props: InputProps,
  className: string,
  keys: { toToolbar(): void; toLink(): void },
): Editor | null {
  const [editor, setEditor] = useState<Editor | null>(null);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const latest = useRef({ props, keys });
  latest.current = { props, keys };
  const written = useRef<unknown>(props.value);

  useEffect(() => {
    const { props: first } = latest.current;
    const made = new Editor({
      element: host.current,
      injectCSS: false,
      content: contentOf(first.value),
      editable: !(first.readonly || first.disabled),
      autofocus: first.autofocus ? 'end' : false,
      extensions: extensions(
        () => latest.current.keys.toToolbar(),
        () => latest.current.keys.toLink(),
      ),
      editorProps: { attributes: () => attributesOf(latest.current.props, className) },
      onUpdate: ({ editor: changed }) => {
        const json = changed.getJSON();
        const value = isEmptyRichText(json) ? latest.current.props.options.emptyValue : json;
        written.current = value;
        latest.current.props.onChange(value);
      },
      onTransaction: () => redraw(),
      onFocus: () =>
        latest.current.props.onFocus(latest.current.props.id, latest.current.props.value),
      onBlur: () =>
        latest.current.props.onBlur(latest.current.props.id, latest.current.props.value),
    });
    setEditor(made);
    return () => {
      setEditor(null);
      made.destroy();
    };
  }, [host, className]);

  const { value, readonly = false, disabled = false, required, rawErrors } = props;
  useEffect(() => {
    if (!editor || value === written.current) return;
    written.current = value;
    editor.commands.setContent(contentOf(value), { emitUpdate: false });
  }, [editor, value]);
  const failing = (rawErrors?.length ?? 0) > 0;
  // The attributes are read again when the state is set; errors and rights change them.
  useEffect(() => {
    editor?.setEditable(!(readonly || disabled), false);
  }, [editor, readonly, disabled, required, failing]);
  return editor;
}
