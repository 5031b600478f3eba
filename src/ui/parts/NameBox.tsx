import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { MAX_LABEL } from '../../contract/index.ts';

interface Props {
  first: string;
  label: string;
  className: string | undefined;
  /** Whether leaving the box accepts or discards what was typed. */
  left: 'keeps' | 'drops';
  /** The name; null when nothing is to change. */
  onDone(name: string | null): void;
}
/** A name edited in place: Enter accepts, Escape cancels. */
export function NameBox({ first, label, className, left, onDone }: Props) {
  const [text, setText] = useState(first);
  // Taking the box away is leaving it once more.
  const emitted = useRef(false);
  const box = useRef<HTMLInputElement>(null);
  // The panel around it still handles keys.
  useEffect(() => {
    const layer = box.current?.closest<HTMLElement>('[data-layer-name]');
    return () => {
      setTimeout(() => {
        if (layer?.isConnected && document.activeElement === document.body)
          layer.focus({ preventScroll: true });
      });
    };
  }, []);
  const done = (keep: boolean) => {
    if (emitted.current) return;
    emitted.current = true;
    const name = text.trim();
    onDone(keep && name !== '' && name !== first ? name : null);
  };
  const keys = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      done(true);
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      done(false);
    }
  };
  return (
    <input
      ref={box}
      aria-label={label}
      placeholder={label}
      className={className}
      value={text}
      maxLength={MAX_LABEL}
      autoFocus
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={keys}
      onBlur={() => done(left === 'keeps')}
    />
  );
}
