import { useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Icon } from '../icons/icons.tsx';
import iconButton from '../icons/icon-button.module.css';
import { FloatingPanel } from '../overlay/FloatingPanel.tsx';
import styles from './chrome.module.css';

/** Small controls that the views of a list share: one look, plain elements. */
export const chrome = styles;

/** A button that is only an icon: always with a name and a tooltip. */
export function IconButton({
  label,
  icon,
  disabled,
  onClick,
}: {
  label: string;
  icon: string;
  disabled?: boolean;
  onClick(): void;
}) {
  return (
    <button
      type="button"
      className={iconButton.button}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Moves a row of a list up and down. */
export function MoveButtons({
  isFirst,
  isLast,
  onUp,
  onDown,
}: {
  isFirst: boolean;
  isLast: boolean;
  onUp(): void;
  onDown(): void;
}) {
  return (
    <>
      <IconButton label="上移" icon="up" disabled={isFirst} onClick={onUp} />
      <IconButton label="下移" icon="down" disabled={isLast} onClick={onDown} />
    </>
  );
}

interface OpenerProps {
  text: string;
  icon: string;
  count?: number;
  width: number;
  disabled?: boolean;
  /** Only the icon is drawn; the text names it. */
  bare?: boolean;
  /** Something else asked for the panel: it opens once this is true. */
  required?: boolean;
  /** The panel was closed. */
  onClosed?: () => void;
  children: (close: () => void) => ReactNode;
}
/** A tool button with a panel under it; lit, with a number, while what it does is in force. */
export function PanelButton({
  text,
  icon,
  count = 0,
  width,
  disabled,
  bare = false,
  required: wanted = false,
  onClosed,
  children,
}: OpenerProps) {
  const [pressed, setOpen] = useState(false);
  const open = pressed || wanted;
  const anchor = useRef<HTMLButtonElement>(null) as RefObject<HTMLButtonElement>;
  const close = () => {
    setOpen(false);
    onClosed?.();
  };
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={`${styles.trigger} ${count > 0 ? styles.on : ''}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={count > 0 ? `${text}，${count} 项生效` : text}
        title={bare ? text : undefined}
        disabled={disabled}
        onClick={() => {
          if (open) close();
          else setOpen(true);
        }}
      >
        <Icon name={icon} />
        {!bare && <span>{text}</span>}
        {count > 0 && (
          <span className={styles.count} aria-hidden>
            {count}
          </span>
        )}
      </button>
      {open && (
        <FloatingPanel anchor={anchor} title={text} width={width} onClose={close}>
          {children(close)}
        </FloatingPanel>
      )}
    </>
  );
}
