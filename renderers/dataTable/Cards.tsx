import { lazy, Suspense } from 'react';
import { GridBand } from '../../src/ui/grid/index.ts';
import { BandCard, Card, type CardsProps } from './Card.tsx';
import styles from './View.module.css';

/**
 * More cards than this are windowed; fewer are all mounted, and those off the screen are not laid
 * out.
 */
const WINDOW_FROM = 60;
const WindowedCards = lazy(() =>
  import('./WindowedCards.tsx').then((module) => ({ default: module.WindowedCards })),
);

function AllCards({ rows, label, onBand, ...card }: CardsProps) {
  return (
    <ul
      aria-label={label}
      tabIndex={card.onOpen || card.onSelect ? undefined : 0}
      className={styles.cards}
    >
      {rows.map((row, index) =>
        row instanceof GridBand ? (
          <BandCard key={row.key} band={row} index={index} onBand={onBand} />
        ) : (
          <Card key={card.rowKey(row, index)} {...card} record={row} index={index} />
        ),
      )}
    </ul>
  );
}

/** The same records on a phone: a card each. */
export function Cards(props: CardsProps) {
  if (props.rows.length <= WINDOW_FROM) return <AllCards {...props} />;
  return (
    <Suspense fallback={<AllCards {...props} rows={props.rows.slice(0, WINDOW_FROM)} />}>
      <WindowedCards {...props} />
    </Suspense>
  );
}
