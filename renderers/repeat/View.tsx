import type { CSSProperties } from 'react';
import type { FieldModel, RecordModel } from '../../src/runtime/models/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { contentOf, keysOf } from '../../src/ui/parts/index.ts';
import { failureText, isRecord, numberOf, textOf } from '../../src/values/index.ts';
import { FailureCard } from '../../src/ui/display/index.ts';
import type { RepeatProps } from './index.ts';
import styles from './View.module.css';

/**
 * Rows of a form's list field: records, so that nested nodes are bound to their fields. Null for
 * anything else.
 */
function recordsIn(bound: unknown): readonly RecordModel[] | null {
  const field =
    isRecord(bound) && bound['kind'] === 'field' ? (bound as unknown as FieldModel) : null;
  return field && field.rows.length > 0 ? field.rows : null;
}

/** Draws its slot once for every row; placeholders while the first answer is awaited. */
export default function RepeatView({ node }: WidgetViewProps<RepeatProps>) {
  const { layout, keyProp, skeleton, skeletonHeight, minWidth, gap, label } = node.props;
  const records = recordsIn(node.bound);
  const { rows, loading, failure, reload } = contentOf(
    node.bound,
    node.props.items ?? records,
    node.props.loading === true,
  );
  const tracks = `repeat(auto-fill, minmax(min(${numberOf(minWidth, 240)}px, 100%), 1fr))`;
  const style: CSSProperties = {
    gap: numberOf(gap, 8),
    gridTemplateColumns: layout === 'grid' ? tracks : undefined,
  };
  const look = `${styles.list} ${styles[layout ?? 'column'] ?? ''}`;
  if (!rows.length && loading) {
    const bone = typeof skeletonHeight === 'number' ? { height: skeletonHeight } : undefined;
    return (
      <div className={look} style={style} aria-busy="true" aria-label="加载中" role="status">
        {Array.from({ length: numberOf(skeleton, 3) }, (_, i) => (
          <span key={i} className={`hz-skeleton ${styles.bone}`} style={bone} />
        ))}
      </div>
    );
  }
  if (!rows.length && failure) return <FailureCard text={failureText(failure)} onRetry={reload} />;
  if (!rows.length) return <>{node.slot('empty')}</>;
  const keys = records?.map(({ key }) => key) ?? keysOf(rows, textOf(keyProp) || 'id');
  return (
    <div
      role="list"
      aria-label={textOf(label) || undefined}
      aria-busy={loading}
      className={look}
      style={style}
    >
      {rows.map((value, index) => {
        const key = keys[index] ?? `#${index}`;
        return (
          <div key={key} role="listitem" className={styles.item}>
            {node.slot('item', { value, key, index })}
          </div>
        );
      })}
    </div>
  );
}
