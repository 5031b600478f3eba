import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { numberOf, textOf } from '../../src/values/index.ts';
import type { DividerProps } from './index.ts';
import styles from './View.module.css';

/** A line between two things. */
export default function DividerView({ node }: WidgetViewProps<DividerProps>) {
  const vertical = node.props.direction === 'vertical';
  const text = textOf(node.props.text);
  const margin = numberOf(node.props.margin, 0);
  const style = vertical ? { margin: `0 ${margin}px` } : { margin: `${margin}px 0` };
  if (text && !vertical)
    return (
      <div className={styles.titled} style={style}>
        <span className={styles.text}>{text}</span>
      </div>
    );
  return (
    <div
      role="separator"
      aria-orientation={vertical ? 'vertical' : 'horizontal'}
      className={vertical ? styles.vertical : styles.line}
      style={style}
    />
  );
}
