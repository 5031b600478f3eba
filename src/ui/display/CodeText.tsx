import { useEffect, useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import styles from './code.module.css';

type Colour = (code: string, language: string) => ReactNode | null;
let colour: Colour | null = null;

/**
 * The highlighter once it has loaded; until then, and when loading fails, the code is shown plain.
 */
function useColour(wanted: boolean): Colour | null {
  const [here, setHere] = useState(colour !== null);
  useEffect(() => {
    if (!wanted || here) return undefined;
    let gone = false;
    import('./highlight.ts').then(
      (module) => {
        colour = module.highlightCode;
        if (!gone) setHere(true);
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [wanted, here]);
  return here ? colour : null;
}

interface Props {
  code: string;
  language?: string;
  /** numbers before the lines */
  numbers?: boolean;
  wrap?: boolean;
  /** CSS length after which it scrolls */
  maxHeight?: string | undefined;
  label?: string;
}
/** Code for reading, coloured when its language is known. */
export function CodeText({
  code,
  language = '',
  numbers = false,
  wrap = false,
  maxHeight,
  label = '代码',
}: Props) {
  const draw = useColour(language !== '');
  const text = code.replace(/\n$/, '');
  const lines = numbers ? text.split('\n').length : 0;
  return (
    <pre
      role="group"
      tabIndex={0}
      aria-label={label}
      className={`${styles.code} ${wrap ? styles.wrap : ''}`}
      style={{ maxHeight, '--digits': String(lines).length } as CSSProperties}
    >
      {numbers && (
        <span aria-hidden className={styles.numbers}>
          {Array.from({ length: lines }, (_, line) => line + 1).join('\n')}
        </span>
      )}
      <code className={styles.text}>{(language && draw?.(text, language)) || text}</code>
    </pre>
  );
}
