import type { CSSProperties } from 'react';
import { useMemo } from 'react';
import {
  RowCell,
  type Cell,
  type FieldModel,
  type RecordModel,
} from '../../src/runtime/models/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { contentOf, keysOf, valueOf } from '../../src/ui/parts/index.ts';
import { failureText, isRecord, numberOf, rowsOf, textOf } from '../../src/values/index.ts';
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

/** One row of the list named `list`: writing it writes the list with that row changed. */
function rowCell(node: NodeHandle<RepeatProps>, list: string, index: number): RowCell {
  const rows = () => rowsOf(valueOf(node.bound)?.value);
  return new RowCell(
    `${list}.${index}`,
    () => rows()[index],
    (value) => valueOf(node.bound)?.set(rows().toSpliced(index, 1, value)),
  );
}

/**
 * Rows of a list in a cell that can be written: content bound to a part of its row writes that part.
 * The same cells as long as the node lives.
 */
function useRowCells(node: NodeHandle<RepeatProps>): ((index: number) => RowCell) | null {
  const { bound } = node;
  const holder = isRecord(bound) && bound['kind'] === 'cell' ? (bound as unknown as Cell) : null;
  const cells = useMemo(() => new Map<number, RowCell>(), []);
  if (!holder || node.props.editable !== true) return null;
  return (index) => {
    const known = cells.get(index);
    if (known) return known;
    const cell = rowCell(node, holder.name, index);
    cells.set(index, cell);
    return cell;
  };
}

/** Draws its slot once for every row; placeholders while the first answer is awaited. */
export default function RepeatView({ node }: WidgetViewProps<RepeatProps>) {
  const { layout, keyProp, skeleton, skeletonHeight, minWidth, gap, label } = node.props;
  const records = recordsIn(node.bound);
  const cellOf = useRowCells(node);
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
            {node.slot('item', { value: cellOf ? cellOf(index) : value, key, index })}
          </div>
        );
      })}
    </div>
  );
}
