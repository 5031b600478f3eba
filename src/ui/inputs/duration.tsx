import type { InputProps } from '../fields/input-props.ts';
import { ReadInput } from './read-input.tsx';
import styles from './inputs.module.css';

/** Value: whole seconds, typed as 1:30, 90分 or 1小时30分. */
export const DurationInput = (props: InputProps) => (
  <ReadInput
    props={{ ...props, placeholder: props.placeholder || '如 1:30 或 90分' }}
    type="duration"
    className={styles.figures}
  />
);
