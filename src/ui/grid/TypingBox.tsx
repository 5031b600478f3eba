import { useLayoutEffect, useState } from 'react';
import type { FormEvent, KeyboardEvent, RefObject } from 'react';
import type { clipboardOf } from './clipboard.ts';
import { useOverCell } from './useOverCell.ts';
import styles from './grid.module.css';

interface TypingBoxProps extends ReturnType<typeof clipboardOf> {
  box: RefObject<HTMLDivElement | null>;
  root: RefObject<HTMLElement | null>;
  label: string;
  cellId: string;
  /** The active cell is on the screen. */
  inView: boolean;
  /** The active cell may be written. */
  canWrite: boolean;
  onKeyDown(event: KeyboardEvent): void;
  /** What an input method made, to go on with in the cell's input. */
  onText(text: string): void;
}

/**
 * Has the focus in place of a grid that is written in. An input method only works where text can be
 * written: begun elsewhere, it loses the first letter. The text being composed shows over the active
 * cell; the cell's own input opens with what comes of it.
 */
export function TypingBox({
  box,
  root,
  label,
  cellId,
  inView,
  canWrite,
  onKeyDown,
  onText,
  ...clipboard
}: TypingBoxProps) {
  const [composing, setComposing] = useState(false);
  useOverCell({ layer: box, root, cellId, manner: 'focused' });
  useLayoutEffect(() => {
    if (document.activeElement === root.current) box.current?.focus({ preventScroll: true });
  }, [box, root]);
  const take = () => {
    const text = box.current?.textContent.trim() ?? '';
    if (box.current) box.current.textContent = '';
    if (text !== '' && canWrite) onText(text);
  };
  return (
    <div
      ref={box}
      role="group"
      data-forwards="typed"
      tabIndex={0}
      contentEditable={canWrite ? 'plaintext-only' : undefined}
      suppressContentEditableWarning
      inputMode="none"
      spellCheck={false}
      aria-label={label}
      aria-activedescendant={inView ? cellId : undefined}
      className={`${styles.typing} ${composing ? styles.composing : ''}`}
      onKeyDown={onKeyDown}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => {
        setComposing(false);
        take();
      }}
      onInput={(event: FormEvent) => {
        if (!(event.nativeEvent as InputEvent).isComposing) take();
      }}
      {...clipboard}
    />
  );
}
