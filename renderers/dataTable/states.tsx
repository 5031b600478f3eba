import type { NodeHandle } from '../../engine/index.ts';
import { Blank, FailureCard, failureText, textOf } from '../../engine/parts/index.ts';
import type { Content } from './content.ts';
import type { DataTableProps } from './index.ts';
import styles from './View.module.css';

const BONES = 10;

/** Rows of the size of what is coming. */
export function Bones({ rowHeight }: { rowHeight: number }) {
  return (
    <div role="status" aria-label="加载中" className={styles.bones}>
      {Array.from({ length: BONES }, (_, i) => <div key={i} className={styles.boneRow} style={{ height: rowHeight }}><span className={`hz-skeleton ${styles.bone}`} style={{ maxWidth: `${40 + ((i * 37) % 50)}%` }} /></div>)}
    </div>
  );
}

function NothingMatches({ content }: { content: Content }) {
  const clear = () => { content.list?.setFilter(null); content.list?.setSearch(''); };
  return <Blank drawing="search" title="没有符合条件的记录" text="换个条件试试，或清除筛选查看全部。" action={<button type="button" className={styles.button} onClick={clear}>清除筛选</button>} />;
}

/** In place of the rows when there are none: still coming, failed, nothing matches, or nothing at all. */
export function NoRows({ node, content, rowHeight }: { node: NodeHandle<DataTableProps>; content: Content; rowHeight: number }) {
  if (content.failure && !content.loading) return <div className={styles.middle}><FailureCard text={failureText(content.failure)} onRetry={content.reload} /></div>;
  if (content.loading || (content.list && !content.describe)) return <Bones rowHeight={rowHeight} />;
  if (content.filtered) return <div className={styles.middle}><NothingMatches content={content} /></div>;
  const name = content.describe?.label;
  const title = textOf(node.props.emptyTitle) || (name ? `还没有${name}` : '还没有记录');
  return <div className={styles.middle}><Blank title={title} text={textOf(node.props.emptyText)} action={node.hasSlot('empty') ? node.slot('empty') : undefined} /></div>;
}

/** Above rows that could not be brought up to date: they stay, and say so. */
export function StaleStrip({ content }: { content: Content }) {
  if (!content.failure || content.loading || content.records.length === 0) return null;
  return <div role="alert" className={styles.strip}>{failureText(content.failure)}，显示的是之前的内容。{content.reload && <button type="button" className={styles.link} onClick={content.reload}>重试</button>}</div>;
}
