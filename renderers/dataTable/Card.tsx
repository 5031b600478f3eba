import type { CSSProperties, RefCallback } from 'react';
import type { RecordValues } from '../../src/contract/index.ts';
import type { NodeHandle } from '../../src/view/kit/index.ts';
import type { GridBand } from '../../src/ui/grid/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import { isEmpty, numberOf } from '../../src/values/index.ts';
import type { TableColumn } from './columns.tsx';
import type { DataTableProps } from './index.ts';
import styles from './View.module.css';

export interface CardsProps {
  node: NodeHandle<DataTableProps>;
  /** Records, and headings among them while they are grouped. */
  rows: readonly (RecordValues | GridBand)[];
  columns: readonly TableColumn[];
  label: string;
  rowKey(row: RecordValues, index: number): string;
  selection: ReadonlySet<string> | undefined;
  onSelect: ((keys: readonly string[], on: boolean) => void) | undefined;
  onOpen: ((row: RecordValues, key: string) => void) | undefined;
  onBand(key: string): void;
}
interface Placed {
  index: number;
  place?: { style: CSSProperties; ref: RefCallback<HTMLElement>; count: number };
}
interface CardProps extends Omit<CardsProps, 'rows' | 'label' | 'onBand'>, Placed {
  record: RecordValues;
}
const placing = ({ index, place }: Placed) => ({
  ref: place?.ref,
  'data-index': index,
  'aria-setsize': place?.count,
  'aria-posinset': place && index + 1,
  style: place?.style,
});

/** A heading among the cards: pressed, it opens or closes its group, or fetches more of it. */
export function BandCard({
  band,
  onBand,
  ...placed
}: Placed & Pick<CardsProps, 'onBand'> & { band: GridBand }) {
  return (
    <li
      {...placing(placed)}
      className={`${styles.cardBand} ${placed.place ? styles.placedBand : ''}`}
    >
      {band.open === undefined ? (
        band.content
      ) : (
        <button type="button" aria-expanded={band.open} onClick={() => onBand(band.key)}>
          <Icon name={band.open ? 'down' : 'right'} />
          {band.content}
        </button>
      )}
    </li>
  );
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
      {...placing({ index, ...(place && { place }) })}
      className={place ? styles.placedCard : styles.card}
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
