import type { ReactNode } from 'react';
import type { ListModel } from '../../runtime/models/index.ts';
import { EmptyState } from '../display/EmptyState.tsx';
import { FailureCard } from '../display/FailureCard.tsx';
import { failureText } from '../../values/index.ts';
import styles from '../display/parts.module.css';

interface Props {
  list: ListModel;
  /** Skeleton of the records, in their size. */
  bones: ReactNode;
  title?: string;
  text?: string;
  action?: ReactNode;
}

/** No record fits what the person asked for: the way back to all of them. */
export function NothingMatches({ list }: { list: ListModel | null }) {
  if (!list)
    return <EmptyState drawing="search" title="没有符合条件的记录" text="换个条件试试。" />;
  const clear = () => {
    list.setFilter(null);
    list.setSearch('');
  };
  return (
    <EmptyState
      drawing="search"
      title="没有符合条件的记录"
      text="换个条件试试，或清除筛选查看全部。"
      action={
        <button type="button" className={styles.outlined} onClick={clear}>
          清除筛选
        </button>
      }
    />
  );
}

/**
 * In place of a list's records when there are none to draw: still coming, failed, nothing matches,
 * or nothing at all.
 */
export function NoRecords({ list, bones, title, text, action }: Props) {
  if (list.failure && list.status === 'failed')
    return (
      <div className={styles.middle}>
        <FailureCard text={failureText(list.failure)} onRetry={() => void list.reload()} />
      </div>
    );
  if (list.status !== 'ready' || !list.describe)
    return (
      <div role="status" aria-label="加载中">
        {bones}
      </div>
    );
  if (!list.hasFilter)
    return (
      <div className={styles.middle}>
        <EmptyState title={title || `还没有${list.describe.label}`} text={text} action={action} />
      </div>
    );
  return (
    <div className={styles.middle}>
      <NothingMatches list={list} />
    </div>
  );
}
