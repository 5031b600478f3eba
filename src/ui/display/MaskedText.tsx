import { Icon } from '../icons/icons.tsx';
import styles from './parts.module.css';

/** A masked text, with an icon that says so. */
export const MaskedText = ({ text }: { text: string }) => (
  <span className={styles.masked} title="已脱敏">
    <span className="hz-ellipsis">{text}</span>
    <Icon name="eye-invisible" label="已脱敏" />
  </span>
);
