import type { FieldModel } from '../../src/runtime/models/index.ts';
import styles from './View.module.css';

/** The name of a field, which leads to it. */
export const Way = ({ field }: { field: FieldModel }) => (
  <button type="button" className={styles.link} onClick={() => field.focus()}>
    {field.fullName}
  </button>
);
