import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { numberOf, textOf } from '../../src/values/index.ts';
import type { ToolbarProps } from './index.ts';
import styles from './View.module.css';

/** One line with things at both ends; the ends go below each other where there is no room. */
export default function ToolbarView({ node }: WidgetViewProps<ToolbarProps>) {
  const gap = numberOf(node.props.gap, 8);
  const label = textOf(node.props.label);
  const raised = node.props.variant === 'bar' ? styles.raised : '';
  const oneLine = node.props.oneLine === true ? styles.oneLine : '';
  const named = label ? { role: 'group', 'aria-label': label } : {};
  return (
    <div {...named} className={`${styles.bar} ${raised} ${oneLine}`}>
      <div className={styles.start} style={{ gap }}>
        {node.slot('start')}
      </div>
      <div className={styles.end} style={{ gap }}>
        {node.slot('end')}
      </div>
    </div>
  );
}
