import { useRef } from 'react';
import { useRows } from '../../src/ui/hooks/index.ts';
import { Card, type CardsProps } from './Card.tsx';
import styles from './View.module.css';

/** Height a card is taken for until it is measured, in pixels. */
const CARD_HEIGHT = 124;

/** Many cards behind a window. In a chunk of its own: a wide screen never draws it. */
export function WindowedCards({ records, label, ...card }: CardsProps) {
  const root = useRef<HTMLDivElement>(null);
  const view = useRows(root, records.length, CARD_HEIGHT);
  return (
    <div ref={root} className={styles.cards}>
      <ul aria-label={label} className={styles.cardList} style={{ height: view.getTotalSize() }}>
        {view.getVirtualItems().map(({ index, start }) => {
          const record = records[index];
          return (
            record && (
              <Card
                key={card.rowKey(record, index)}
                {...card}
                record={record}
                index={index}
                place={{
                  style: { transform: `translateY(${start}px)` },
                  ref: view.measureElement,
                  count: records.length,
                }}
              />
            )
          );
        })}
      </ul>
    </div>
  );
}
