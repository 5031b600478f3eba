import { asList } from '../../engine/index.ts';
import type { WidgetViewProps } from '../../engine/kit/index.ts';
import { chrome, textOf } from '../../engine/parts/index.ts';
import type { BulkBarProps } from './index.ts';
import styles from './View.module.css';

/** What can be done with the selected records; there only while some are. */
export default function BulkBarView({ node }: WidgetViewProps<BulkBarProps>) {
  const list = asList(node.bound);
  const count = list.selection.size;
  if (count === 0) return <span role="status" className="hz-hidden" />;
  return (
    <div role="region" aria-label={textOf(node.props.label) || '批量操作'} className={styles.bar}>
      <span role="status" className={styles.count}>已选 <strong>{count}</strong> 条</span>
      <button type="button" className={chrome.link} onClick={() => list.clearSelection()}>取消选择</button>
      <div className={styles.actions}>{node.slot('actions')}</div>
    </div>
  );
}
