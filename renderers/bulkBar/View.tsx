import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { SELECT_MAX, asList, type ListModel } from '../../src/runtime/models/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { formatNumber, textOf } from '../../src/values/index.ts';
import { chrome } from '../../src/ui/parts/index.ts';
import type { BulkBarProps } from './index.ts';
import styles from './View.module.css';

/**
 * Once everything on the page is selected and there is more: a way to select all that the list
 * matches.
 */
const SelectAll = observer(function SelectAll({
  list,
  node,
}: {
  list: ListModel;
  node: WidgetViewProps<BulkBarProps>['node'];
}) {
  const [busy, setBusy] = useState(false);
  const { selection, records, total, totalIsEstimate } = list;
  if (
    records.length === 0 ||
    selection.size >= total ||
    !records.every((record) => selection.has(String(record['id'])))
  )
    return null;
  const many = totalIsEstimate || total > SELECT_MAX;
  const select = () => {
    setBusy(true);
    list
      .selectMatching()
      .then(
        (count) => {
          if (count >= SELECT_MAX)
            node.ports.toast(
              'info',
              `一次最多选择 ${formatNumber(SELECT_MAX)} 条，已选择前 ${formatNumber(count)} 条`,
            );
        },
        (failure: unknown) => node.ports.showFailure(failure),
      )
      .finally(() => setBusy(false));
  };
  return (
    <button type="button" className={chrome.link} disabled={busy} onClick={select}>
      {busy ? '正在选择…' : `选择全部 ${formatNumber(total)}${many ? '+' : ''} 条`}
    </button>
  );
});

/** What can be done with the selected records; there only while some are. */
export default function BulkBarView({ node }: WidgetViewProps<BulkBarProps>) {
  const list = asList(node.bound);
  const count = list.selection.size;
  if (count === 0) return <span role="status" className="hz-hidden" />;
  return (
    <div role="region" aria-label={textOf(node.props.label) || '批量操作'} className={styles.bar}>
      <span role="status" className={styles.count}>
        已选 <strong>{formatNumber(count)}</strong> 条
      </span>
      <SelectAll list={list} node={node} />
      <button type="button" className={chrome.link} onClick={() => list.clearSelection()}>
        取消选择
      </button>
      <div className={styles.actions}>{node.slot('actions')}</div>
    </div>
  );
}
