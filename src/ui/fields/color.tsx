import { formatValue } from '../../values/index.ts';
import type { DrawCell, FieldUi } from './field-ui.ts';
import styles from './color.module.css';

/** Only a code of this shape goes into a style: a value may be anyone's text. */
const CODE = /^#[0-9a-f]{6}$/i;
const draw: DrawCell = (value, field, { labels }) =>
  typeof value === 'string' && CODE.test(value) ? (
    <span className={styles.color}>
      <span className={styles.chip} style={{ background: value }} />
      <span className={styles.code}>{value}</span>
    </span>
  ) : (
    formatValue(field, value, labels)
  );

export const color: FieldUi = {
  load: async () => (await import('../inputs/color-code.tsx')).ColorCodeInput,
  width: 120,
  rowWidth: 152,
  cell: draw,
  view: (value, field) => draw(value, field, { labels: undefined }),
};
