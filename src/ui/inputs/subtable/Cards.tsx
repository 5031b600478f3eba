import { observer } from 'mobx-react-lite';
import { useRef } from 'react';
import { EMPTY_TEXT } from '../../../values/index.ts';
import type { OwnedRecord } from '../../../runtime/models/index.ts';
import { useRows } from '../../hooks/use-rows.ts';
import type { VisibleRows } from './rows.ts';
import styles from './subtable.module.css';

/**
 * Height of a card with the gap below it, in pixels, and how many fields it shows besides the
 * first.
 */
const CARD = 84;
const MORE = 3;

const Card = observer(function Card({
  rows,
  at,
  label,
  onOpen,
}: {
  rows: VisibleRows;
  at: number;
  label: string;
  onOpen(row: OwnedRecord): void;
}) {
  const shown = rows.at(at);
  if (!shown) return null;
  const [first, ...others] = rows.columns.filter(({ name }) => shown.texts[name]);
  const rest = others
    .slice(0, MORE)
    .map(({ name, spec }) => `${spec.label} ${shown.texts[name]}`)
    .join('　');
  const [fault] = shown.faults.values();
  return (
    <button
      type="button"
      className={`${styles.card} ${fault ? styles.faulty : ''}`}
      aria-label={`${label} 第 ${at + 1} 行`}
      onClick={() => onOpen(shown.row)}
    >
      <span className={styles.cardTitle}>
        {at + 1}. {first ? shown.texts[first.name] : EMPTY_TEXT}
      </span>
      <span className={fault ? styles.cardFault : styles.cardRest}>{fault ?? rest}</span>
    </button>
  );
});

/**
 * The rows on a phone: a card each, behind a window when there are many; a press opens the row's
 * panel.
 */
export const Cards = observer(function Cards({
  rows,
  label,
  onOpen,
}: {
  rows: VisibleRows;
  label: string;
  onOpen(row: OwnedRecord): void;
}) {
  const root = useRef<HTMLDivElement>(null);
  const window = useRows(root, rows.length, CARD);
  return (
    <div
      ref={root}
      className={styles.cards}
      role="list"
      aria-label={label}
      style={{ height: Math.min(rows.length * CARD, CARD * 6) }}
    >
      <div style={{ position: 'relative', height: window.getTotalSize() }}>
        {window.getVirtualItems().map((item) => {
          const row = rows.field.rows[item.index];
          return (
            row && (
              <div
                key={row.key}
                role="listitem"
                className={styles.cardPlace}
                style={{ transform: `translateY(${item.start}px)`, height: CARD }}
              >
                <Card rows={rows} at={item.index} label={label} onOpen={onOpen} />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
});
