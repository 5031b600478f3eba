import type { RecordValues } from '../../src/contract/index.ts';
import type { ListModel } from '../../src/runtime/models/index.ts';
import type { NodeHandle } from '../../src/view/kit/index.ts';
import { GridBand, type GridRows } from '../../src/ui/grid/index.ts';
import { EmptyState, FailureCard } from '../../src/ui/display/index.ts';
import { NothingMatches } from '../../src/ui/parts/index.ts';
import { failureText, textOf } from '../../src/values/index.ts';
import type { TableColumn } from './columns.tsx';
import type { TableContent } from './content.ts';
import type { DataTableProps } from './index.ts';
import styles from './View.module.css';

const BONES = 10;

/** Rows of the size of what is coming. */
function SkeletonRows({ rowHeight }: { rowHeight: number }) {
  return (
    <div role="status" aria-label="加载中" className={styles.bones}>
      {Array.from({ length: BONES }, (_, i) => (
        <div key={i} className={styles.boneRow} style={{ height: rowHeight }}>
          <span
            className={`hz-skeleton ${styles.bone}`}
            style={{ maxWidth: `${40 + ((i * 37) % 50)}%` }}
          />
        </div>
      ))}
    </div>
  );
}

/**
 * In place of the rows when there are none: still coming, failed, nothing matches, or nothing at
 * all.
 */
export function NoRows({
  node,
  content,
  rowHeight,
}: {
  node: NodeHandle<DataTableProps>;
  content: TableContent;
  rowHeight: number;
}) {
  if (content.failure && !content.loading)
    return (
      <div className={styles.middle}>
        <FailureCard text={failureText(content.failure)} onRetry={content.reload} />
      </div>
    );
  if (content.loading || (content.list && !content.describe))
    return <SkeletonRows rowHeight={rowHeight} />;
  if (content.filtered)
    return (
      <div className={styles.middle}>
        <NothingMatches list={content.list} />
      </div>
    );
  const name = content.describe?.label;
  const title = textOf(node.props.emptyTitle) || (name ? `还没有${name}` : '还没有记录');
  return (
    <div className={styles.middle}>
      <EmptyState
        title={title}
        text={textOf(node.props.emptyText)}
        action={node.hasSlot('empty') ? node.slot('empty') : undefined}
      />
    </div>
  );
}

/** Above rows that could not be brought up to date: they stay, and say so. */
export function StaleDataBar({ content }: { content: TableContent }) {
  if (!content.failure || content.loading || content.records.length === 0) return null;
  return (
    <div role="alert" className={styles.strip}>
      {failureText(content.failure)}，显示的是之前的内容。
      {content.reload && (
        <button type="button" className={styles.link} onClick={content.reload}>
          重试
        </button>
      )}
    </div>
  );
}

/** Places named before the rest is only counted. */
const MOST_PLACES = 3;
/**
 * Above the rows: entered and unsaved values, by cell; each stays in its cell until it is corrected
 * or discarded.
 */
export function RejectedInputBar({
  list,
  rows,
  columns,
  offset,
}: {
  list: ListModel;
  rows: GridRows<RecordValues | GridBand>;
  columns: readonly TableColumn[];
  offset: number;
}) {
  const { faults } = list.edits;
  if (faults.size === 0) return null;
  const places: string[] = [];
  for (let index = 0, record = offset; index < rows.length; index++) {
    const row = rows.at(index);
    if (row === undefined || row instanceof GridBand) continue;
    record += 1;
    for (const [field, why] of faults.get(String(row['id'])) ?? [])
      places.push(
        `第 ${record} 行“${columns.find(({ id }) => id === field)?.title ?? field}”：${why}`,
      );
  }
  const count = [...faults.values()].reduce((sum, fields) => sum + fields.size, 0);
  const named = places.slice(0, MOST_PLACES).join('；');
  const drop = () => {
    for (const [id, fields] of faults) {
      if (list.edits.drafts.isNew(id)) list.edits.drafts.discard(id);
      for (const field of fields.keys()) list.edits.drop(id, field);
    }
  };
  return (
    <div role="status" className={styles.strip}>
      {count} 格没有保存{named && `：${named}`}
      {count > MOST_PLACES && '；…'}
      <button type="button" className={styles.link} onClick={drop}>
        放弃这些修改
      </button>
    </div>
  );
}
