import type { ReactNode } from 'react';
import { tagStyle } from '../icons/palette.ts';
import styles from './display.module.css';

/** A coloured word; `color` is a palette name (theme/palette). */
export function Tag({ color, children }: { color?: string | undefined; children: ReactNode }) {
  return (
    <span className={styles.tag} style={tagStyle(color)}>
      {children}
    </span>
  );
}
