import type { Editor } from '@tiptap/core';
import { useId, useState } from 'react';
import type { FormEvent, RefObject } from 'react';
import { isRichLink } from '../../../values/index.ts';
import { FloatingPanel } from '../../overlay/FloatingPanel.tsx';
import { boxClass } from '../text.tsx';
import styles from './rich-text.module.css';

/**
 * What people type for an address: a mail address, a telephone number or a site without its scheme
 * get one. Null for what is none.
 */
export function linkOf(text: string): string | null {
  const clean = text.trim();
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(clean)) return `mailto:${clean}`;
  if (/^\+?[\d() -]{5,}$/.test(clean)) return `tel:${clean.replace(/[() -]/g, '')}`;
  const whole = /^[\w-]+(\.[\w-]+)+(:\d+)?([/?#]\S*)?$/.test(clean) ? `https://${clean}` : clean;
  return isRichLink(whole) ? whole : null;
}

/**
 * The address of the link at the caret or of the selected text; without a selection the address
 * itself becomes the text.
 */
export function LinkPanel({
  editor,
  anchor,
  onClose,
}: {
  editor: Editor;
  anchor: RefObject<HTMLElement | null>;
  onClose(): void;
}) {
  const before = editor.getAttributes('link')['href'] as string | undefined;
  const [text, setText] = useState(before ?? '');
  const [wrong, setWrong] = useState(false);
  const id = useId();
  const end = () => {
    onClose();
    editor.commands.focus();
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const href = linkOf(text);
    if (!href) {
      setWrong(true);
      return;
    }
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && !before)
      chain
        .insertContent([
          { type: 'text', text: text.trim(), marks: [{ type: 'link', attrs: { href } }] },
        ])
        .run();
    else chain.setLink({ href }).run();
    onClose();
  };
  return (
    <FloatingPanel anchor={anchor} title="链接" width={320} onClose={end}>
      <form className={styles.linkForm} onSubmit={save} noValidate>
        <label htmlFor={id}>链接地址</label>
        <input
          id={id}
          data-autofocus
          className={boxClass(wrong ? { rawErrors: ['x'] } : {})}
          type="text"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="网址、邮箱或电话"
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? `${id}-wrong` : undefined}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setWrong(false);
          }}
        />
        {wrong && (
          <div id={`${id}-wrong`} role="alert" className={styles.wrong}>
            请填写网址、邮箱或电话号码
          </div>
        )}
        <div className={styles.linkFoot}>
          {before && (
            <button
              type="button"
              className={styles.quiet}
              onClick={() => {
                editor.chain().focus().extendMarkRange('link').unsetLink().run();
                onClose();
              }}
            >
              移除链接
            </button>
          )}
          <button type="submit" className={styles.primary}>
            确定
          </button>
        </div>
      </form>
    </FloatingPanel>
  );
}
