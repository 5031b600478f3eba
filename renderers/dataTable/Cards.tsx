import { useRef } from 'react';
import type { CSSProperties, RefCallback } from 'react';
import type { RecordValues } from '../../contract/index.ts';
import type { NodeHandle } from '../../engine/index.ts';
import { isEmpty } from '../../engine/display/index.ts';
import { numberOf, useRows } from '../../engine/parts/index.ts';
import type { TableColumn } from './columns.tsx';
import type { DataTableProps } from './index.ts';
import styles from './View.module.css';

interface Props {
  node: NodeHandle<DataTableProps>;
  records: readonly RecordValues[];
  columns: readonly TableColumn[];
  label: string;
  rowKey(row: RecordValues, index: number): string;
  selection: ReadonlySet<string> | undefined;
  onSelect: ((keys: readonly string[], on: boolean) => void) | undefined;
  onOpen: ((row: RecordValues, key: string) => void) | undefined;
}
/** More cards than this stand behind a window; fewer are all there, and those off the screen are not laid out. */
const WINDOW_FROM = 60;
/** Height a card is taken for until it is measured, in pixels. */
const CARD_HEIGHT = 124;

interface CardProps extends Omit<Props, 'records' | 'label'> { record: RecordValues; index: number; place?: { style: CSSProperties; ref: RefCallback<HTMLElement>; count: number } }
function Card({ node, record, index, columns, rowKey, selection, onSelect, onOpen, place }: CardProps) {
  const [title, ...rest] = [...columns].sort((a, b) => Number(!!b.frozen) - Number(!!a.frozen));
  const key = rowKey(record, index);
  const name = title?.read(record) || '未命名';
  const shown = rest.filter((column) => !isEmpty(record[column.id])).slice(0, numberOf(node.props.cardFields, 3));
  return (
    <li ref={place?.ref} data-index={index} aria-setsize={place?.count} aria-posinset={place && index + 1} className={place ? styles.placedCard : styles.card} style={place?.style}>
      <div className={styles.cardHead}>
        {onSelect && <input type="checkbox" className={styles.cardCheck} aria-label={`选择 ${name}`} checked={selection?.has(key) ?? false} onChange={(event) => onSelect([key], event.target.checked)} />}
        {onOpen ? <button type="button" className={styles.cardTitle} onClick={() => onOpen(record, key)}>{name}</button> : <span className={styles.cardTitle}>{name}</span>}
        {node.hasSlot('actions') && node.slot('actions', { value: record, key, index })}
      </div>
      <dl className={styles.cardFields} onClick={onOpen ? () => onOpen(record, key) : undefined}>
        {shown.map((column) => <div key={column.id} className={styles.cardField}><dt>{column.title}</dt><dd>{column.render(record)}</dd></div>)}
      </dl>
    </li>
  );
}

function WindowedCards({ records, label, ...card }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const view = useRows(root, records.length, CARD_HEIGHT);
  return (
    <div ref={root} className={styles.cards}>
      <ul aria-label={label} className={styles.cardList} style={{ height: view.getTotalSize() }}>
        {view.getVirtualItems().map(({ index, start }) => {
          const record = records[index];
          return record && <Card key={card.rowKey(record, index)} {...card} record={record} index={index} place={{ style: { transform: `translateY(${start}px)` }, ref: view.measureElement, count: records.length }} />;
        })}
      </ul>
    </div>
  );
}

/** The same records on a phone: a card each, with the title and the first few fields that hold something. */
export function Cards(props: Props) {
  const { records, label, ...card } = props;
  if (records.length > WINDOW_FROM) return <WindowedCards {...props} />;
  return <ul aria-label={label} className={styles.cards}>{records.map((record, index) => <Card key={card.rowKey(record, index)} {...card} record={record} index={index} />)}</ul>;
}
