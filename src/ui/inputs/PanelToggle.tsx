import { Icon } from '../icons/icons.tsx';
import styles from './inputs.module.css';

interface PanelToggleProps {
  label: string;
  icon: string;
  open: boolean;
  disabled: boolean;
  /** Puts the focus into the input. */
  focus(): void;
  onToggle(): void;
}
/** Opens the panel of an input; a press leaves the focus in the input. */
export const PanelToggle = ({ label, icon, open, disabled, focus, onToggle }: PanelToggleProps) => (
  <button
    type="button"
    tabIndex={-1}
    className={styles.end}
    aria-label={label}
    aria-haspopup="dialog"
    aria-expanded={open}
    disabled={disabled}
    onMouseDown={(event) => {
      event.preventDefault();
      focus();
    }}
    onClick={onToggle}
  >
    <Icon name={icon} />
  </button>
);
