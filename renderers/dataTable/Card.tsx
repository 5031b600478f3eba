import type { CSSProperties, RefCallback } from 'react';
import type { RecordValues } from '../../src/contract/index.ts';
import type { NodeHandle } from '../../src/view/kit/index.ts';
import { isEmpty, numberOf } from '../../src/values/index.ts';
import type { TableColumn } from './columns.tsx';
import type { DataTableProps } from './index.ts';
import styles from './View.module.css';

export interface CardsProps {
  node: NodeHandle<DataTableProps>;
  records: readonly RecordValues[];
  columns: readonly TableColumn[];
  label: string;
  rowKey(row: RecordValues, index: number): string;
  selection: ReadonlySet<string> | undefined;
  onSelect: ((keys: readonly string[], on: boolean) => void) | undefined;
  onOpen: ((row: RecordValues, key: string) => void) | undefined;
}
interface CardProps extends Omit<CardsProps, 'records' | 'label'> {
  record: RecordValues;
  index: number;
  place?: { style: CSSProperties; ref: RefCallback<HTMLElement>; count: number };
}
/** One record as a card: the title, and the first few fields that hold something. */
export function Card({
  node,
  record,
  index,
  columns,
  rowKey,
  selection,
  onSelect,
  onOpen,
  place,
}: CardProps) {
  const [title, ...rest] = [...columns].sort((a, b) => Number(!!b.frozen) - Number(!!a.frozen));
  const key = rowKey(record, index);
  const name = title?.read(record) || '未命名';
  const shown = rest
    .filter((column) => !isEmpty(record[column.id]))
    .slice(0, numberOf(node.props.cardFields, 3));
  return (
    <li
      ref={place?.ref}
      data-index={index}
      aria-setsize={place?.count}
      aria-posinset={place && index + 1}
      className={place ? styles.placedCard : styles.card}
      style={place?.style}
    >
      <div className={styles.cardHead}>
        {onSelect && (
          <input
            type="checkbox"
            className={styles.cardCheck}
            aria-label={`选择 ${name}`}
            checked={selection?.has(key) ?? false}
            onChange={(event) => onSelect([key], event.target.checked)}
          />
        )}
        {onOpen ? (
          <button type="button" className={styles.cardTitle} onClick={() => onOpen(record, key)}>
            {name}
          </button>
        ) : (
          <span className={styles.cardTitle}>{name}</span>
        )}
        {node.hasSlot('actions') && node.slot('actions', { value: record, key, index })}
      </div>
      <dl className={styles.cardFields} onClick={onOpen ? () => onOpen(record, key) : undefined}>
        {shown.map((column) => (
          <div key={column.id} className={styles.cardField}>
            <dt>{column.title}</dt>
            <dd>{column.render(record)}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
