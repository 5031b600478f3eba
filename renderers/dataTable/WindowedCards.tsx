import { useRef } from 'react';
import { useRows } from '../../src/ui/hooks/index.ts';
import { GridBand } from '../../src/ui/grid/index.ts';
import { BandCard, Card, type CardsProps } from './Card.tsx';
import styles from './View.module.css';

/** Height a card is taken for until it is measured, in pixels. */
const CARD_HEIGHT = 124;

/** Many cards behind a window. In a chunk of its own: a wide screen never draws it. */
export function WindowedCards({ rows, label, onBand, ...card }: CardsProps) {
  const root = useRef<HTMLDivElement>(null);
  const view = useRows(root, rows.length, CARD_HEIGHT);
  return (
    <div ref={root} className={styles.cards}>
      <ul aria-label={label} className={styles.cardList} style={{ height: view.getTotalSize() }}>
        {view.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          const place = {
            style: { transform: `translateY(${start}px)` },
            ref: view.measureElement,
            count: rows.length,
          };
          if (!row) return null;
          return row instanceof GridBand ? (
            <BandCard key={row.key} band={row} index={index} place={place} onBand={onBand} />
          ) : (
            <Card
              key={card.rowKey(row, index)}
              {...card}
              record={row}
              index={index}
              place={place}
            />
          );
        })}
      </ul>
    </div>
  );
}
