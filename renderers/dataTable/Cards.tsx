import { lazy, Suspense } from 'react';
import { Card, type CardsProps } from './Card.tsx';
import styles from './View.module.css';

/**
 * More cards than this are windowed; fewer are all mounted, and those off the screen are not laid
 * out.
 */
const WINDOW_FROM = 60;
const WindowedCards = lazy(() =>
  import('./WindowedCards.tsx').then((module) => ({ default: module.WindowedCards })),
);

function AllCards({ records, label, ...card }: CardsProps) {
  return (
    <ul
      aria-label={label}
      tabIndex={card.onOpen || card.onSelect ? undefined : 0}
      className={styles.cards}
    >
      {records.map((record, index) => (
        <Card key={card.rowKey(record, index)} {...card} record={record} index={index} />
      ))}
    </ul>
  );
}

/** The same records on a phone: a card each. */
export function Cards(props: CardsProps) {
  if (props.records.length <= WINDOW_FROM) return <AllCards {...props} />;
  return (
    <Suspense fallback={<AllCards {...props} records={props.records.slice(0, WINDOW_FROM)} />}>
      <WindowedCards {...props} />
    </Suspense>
  );
}
