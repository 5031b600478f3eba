import { useRef, useState } from 'react';
import { isEmptyRichText, richTextLength } from '../../../values/index.ts';
import { isFailing, type InputProps } from '../../fields/input-props.ts';
import prose from '../../display/rich-text.module.css';
import { LinkPanel } from './LinkPanel.tsx';
import { Toolbar } from './Toolbar.tsx';
import { useEditor } from './use-editor.ts';
import styles from './rich-text.module.css';

/** The counter appears when this share of the length is used up: earlier it is noise. */
const COUNT_FROM = 0.8;
const TEXT_CLASS = `${styles.text} ${prose.prose} ${prose.editing ?? ''}`;

/** Characters used of the limit; nothing before COUNT_FROM of it is reached. */
function CharacterCount({ value, most }: { value: unknown; most: number | undefined }) {
  if (most === undefined) return null;
  const length = richTextLength(value);
  return length < most * COUNT_FROM ? null : (
    <span className={`${styles.count} ${length > most ? styles.over : ''}`} aria-live="polite">
      {length} / {most}
    </span>
  );
}

/**
 * Text with headings, lists, quotes, code and links. Value: a document as JSON; an empty one is no
 * value. A text that is too long is preserved and marked.
 */
export function RichTextInput(props: InputProps) {
  const host = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const link = useRef<HTMLButtonElement>(null);
  const [linking, setLinking] = useState(false);
  const editor = useEditor(host, props, TEXT_CLASS, {
    toToolbar: () => bar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
    toLink: () => setLinking(true),
  });
  const locked = !!(props.readonly || props.disabled);
  const empty = editor ? editor.isEmpty : isEmptyRichText(props.value);
  return (
    <div
      className={[
        styles.editor,
        isFailing(props) && styles.failing,
        props.disabled && styles.disabled,
        props.readonly && styles.readonly,
      ]
        .filter(Boolean)
        .join(' ')}
    >
      {!locked &&
        (editor ? (
          <Toolbar
            editor={editor}
            label={props.label}
            box={bar}
            link={link}
            onLink={() => setLinking(true)}
          />
        ) : (
          <div className={styles.toolbar} />
        ))}
      <div
        ref={host}
        className={styles.host}
        data-prompt={empty && !locked ? props.placeholder || '请输入内容' : undefined}
      />
      <CharacterCount value={props.value} most={props.options.maxLength} />
      {linking && editor && (
        <LinkPanel editor={editor} anchor={link} onClose={() => setLinking(false)} />
      )}
    </div>
  );
}
