import type { CSSProperties } from 'react';
import type { NodeHandle, WidgetViewProps } from '../../engine/kit/index.ts';
import { cellOf, failureText, FailureCard, isRecord, listOf, numberOf, rowsOf, sourceOf, textOf } from '../../engine/parts/index.ts';
import type { RepeatProps } from './index.ts';
import styles from './View.module.css';

interface Content { rows: readonly unknown[]; loading: boolean; failure: Error | null; reload: (() => void) | undefined }

/** Rows of the `items` prop or the bound data; loading and failure of what is bound. */
function contentOf(node: NodeHandle<RepeatProps>): Content {
  const { items } = node.props;
  const list = listOf(node.bound);
  const source = sourceOf(node.bound);
  const bound = list ? list.records : source ? source.data : cellOf(node.bound)?.value;
  const rows = items === undefined || items === null ? rowsOf(bound) : rowsOf(items);
  const loading = node.props.loading === true || source?.loading === true || list?.status === 'loading';
  const model = list ?? source;
  return { rows, loading, failure: model?.failure ?? null, reload: model ? () => void model.reload() : undefined };
}
/** The row's own key; its place when it has none or shares it. */
function keysOf(rows: readonly unknown[], keyProp: string): string[] {
  const seen = new Set<string>();
  return rows.map((row, index) => {
    const own = isRecord(row) ? textOf(row[keyProp]) : textOf(row);
    const key = own && !seen.has(own) ? own : `#${index}`;
    seen.add(key);
    return key;
  });
}

/** Draws its slot once for every row; placeholders while the first answer is awaited. */
export default function RepeatView({ node }: WidgetViewProps<RepeatProps>) {
  const { layout, keyProp, skeleton, minWidth, gap, label } = node.props;
  const { rows, loading, failure, reload } = contentOf(node);
  const tracks = `repeat(auto-fill, minmax(min(${numberOf(minWidth, 240)}px, 100%), 1fr))`;
  const style: CSSProperties = { gap: numberOf(gap, 8), gridTemplateColumns: layout === 'grid' ? tracks : undefined };
  const look = `${styles.list} ${styles[layout ?? 'column'] ?? ''}`;
  if (!rows.length && loading) {
    return <div className={look} style={style} aria-busy="true" aria-label="加载中" role="status">{Array.from({ length: numberOf(skeleton, 3) }, (_, i) => <span key={i} className={`hz-skeleton ${styles.bone}`} />)}</div>;
  }
  if (!rows.length && failure) return <FailureCard text={failureText(failure)} onRetry={reload} />;
  if (!rows.length) return <>{node.slot('empty')}</>;
  const keys = keysOf(rows, textOf(keyProp) || 'id');
  return (
    <div role="list" aria-label={textOf(label) || undefined} aria-busy={loading} className={look} style={style}>
      {rows.map((value, index) => { const key = keys[index] ?? `#${index}`; return <div key={key} role="listitem" className={styles.item}>{node.slot('item', { value, key, index })}</div>; })}
    </div>
  );
}
