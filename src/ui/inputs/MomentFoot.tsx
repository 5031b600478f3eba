import type { ReactNode } from 'react';
import type { MomentPanelProps } from './moment-field.tsx';
import styles from './calendar.module.css';

/** The buttons below a panel: emptying comes first, as no key of a phone does it. */
export const MomentFoot = ({
  clearable,
  options,
  onPick,
  children,
}: Pick<MomentPanelProps, 'clearable' | 'options' | 'onPick'> & { children: ReactNode }) => (
  <div className={styles.foot}>
    {clearable && (
      <button
        type="button"
        className={styles.text}
        onClick={() => onPick(options.emptyValue, true)}
      >
        清空
      </button>
    )}
    {children}
  </div>
);
