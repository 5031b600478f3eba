import type { MouseEvent } from 'react';
import type { RecordValues } from '../../src/contract/index.ts';
import { asList, type ListModel } from '../../src/runtime/models/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import {
  dateText,
  fieldNamed,
  formatNumber,
  formatValue,
  momentOf,
  failureText,
  numberOf,
  textOf,
} from '../../src/values/index.ts';
import { FailureCard } from '../../src/ui/display/index.ts';
import { opensInSameTab } from '../../src/ui/parts/index.ts';
import type { RecordListProps } from './index.ts';
import styles from './View.module.css';

/** What a record is called: its title field as text. */
function nameOf(list: ListModel, record: RecordValues, node: NodeHandle<RecordListProps>): string {
  const field = fieldNamed(list.describe, list.describe?.titleField ?? '');
  const labels = {
    get: (kind: string, id: string) => list.labels[kind]?.[id] ?? node.ports.labels.get(kind, id),
  };
  return (field && formatValue(field, record[field.apiName], labels)) || '未命名';
}

function Line({
  node,
  list,
  record,
}: {
  node: NodeHandle<RecordListProps>;
  list: ListModel;
  record: RecordValues;
}) {
  const id = textOf(record['id']);
  const name = nameOf(list, record, node);
  const moment = momentOf(record[textOf(node.props.timeField) || 'createdAt']);
  const path = textOf(node.props.linkPath).replace('{id}', encodeURIComponent(id));
  const content = (
    <>
      <span className={styles.name}>{name}</span>
      {moment && (
        <time className={styles.time} dateTime={moment.toISOString()}>
          {dateText(moment)}
        </time>
      )}
    </>
  );
  const open = () => {
    if (node.handles('open')) void node.emit('open', { id, record });
    else node.ports.navigate(path);
  };
  const click = (event: MouseEvent) => {
    if (opensInSameTab(event)) {
      event.preventDefault();
      open();
    }
  };
  if (path)
    return (
      <a className={styles.line} href={node.ports.href?.(path) ?? path} onClick={click}>
        {content}
      </a>
    );
  return node.handles('open') ? (
    <button type="button" className={styles.line} onClick={open}>
      {content}
    </button>
  ) : (
    <span className={styles.line}>{content}</span>
  );
}

/** The titles of a few records, each the way to it, and how many there are in all. */
export default function RecordListView({ node }: WidgetViewProps<RecordListProps>) {
  const list = asList(node.bound);
  const { records, total, totalIsEstimate, describe, failure, status } = list;
  const bones = numberOf(node.props.skeleton, 3);
  if (failure && status === 'failed')
    return <FailureCard text={failureText(failure)} onRetry={() => void list.reload()} />;
  if (!describe || (records.length === 0 && status !== 'ready')) {
    return (
      <div role="status" aria-label="加载中" className={styles.list}>
        {Array.from({ length: bones }, (_, i) => (
          <span key={i} className={styles.boneLine}>
            <span className={`hz-skeleton ${styles.bone}`} />
          </span>
        ))}
        {node.props.showTotal !== false && <span className={styles.total} />}
      </div>
    );
  }
  return (
    <div className={styles.list}>
      {records.length === 0 ? (
        <p className={styles.empty}>{textOf(node.props.emptyText) || `还没有${describe.label}`}</p>
      ) : (
        <ul aria-label={textOf(node.props.label) || describe.label} className={styles.lines}>
          {records.map((record) => (
            <li key={textOf(record['id'])}>
              <Line node={node} list={list} record={record} />
            </li>
          ))}
        </ul>
      )}
      {node.props.showTotal !== false && records.length > 0 && (
        <p className={styles.total}>
          共 {formatNumber(total)}
          {totalIsEstimate ? '+' : ''} 条
        </p>
      )}
    </div>
  );
}
