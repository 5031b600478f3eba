import { observer } from 'mobx-react-lite';
import { useRef } from 'react';
import type { KeyboardEvent } from 'react';
import type { RecordValues } from '../../src/contract/index.ts';
import { asList } from '../../src/runtime/models/index.ts';
import { useKeyHints } from '../../src/ui/overlay/index.ts';
import { useStable } from '../../src/ui/hooks/index.ts';
import { emptyWords } from '../../src/view/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { FailureCard } from '../../src/ui/display/index.ts';
import { NoRecords, RecordCard, cardLook, recordName } from '../../src/ui/parts/index.ts';
import { choiceOf, failureText, numberOf, textOf } from '../../src/values/index.ts';
import type { CardsProps } from './index.ts';
import styles from './View.module.css';

const HINTS = [
  ['ArrowUp+ArrowDown+ArrowLeft+ArrowRight', '在卡片间移动'],
  ['Space', '勾选所在的卡片'],
] as const;
const BONES = 8;

const SkeletonCards = ({ width }: { width: number }) => (
  <div className={styles.cards} style={{ gridTemplateColumns: columnsOf(width) }}>
    {Array.from({ length: BONES }, (_, i) => (
      <div key={i} className={`hz-skeleton ${styles.bone}`} />
    ))}
  </div>
);
const columnsOf = (width: number): string =>
  `repeat(auto-fill, minmax(min(100%, ${width}px), 1fr))`;

/** How many cards are side by side: those on the first one's line. */
function perLine(cards: readonly HTMLElement[]): number {
  const top = cards[0]?.offsetTop;
  const next = cards.findIndex((card) => card.offsetTop !== top);
  return next < 0 ? Math.max(1, cards.length) : next;
}
/** Moves the focus by lines and cards; true when the key was one of those. */
function step(list: HTMLElement, from: Element, key: string): boolean {
  const cards = [...list.querySelectorAll<HTMLElement>('[data-card]')];
  const at = cards.findIndex((card) => card === from);
  const by = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -perLine(cards),
    ArrowDown: perLine(cards),
    Home: -at,
    End: cards.length - 1 - at,
  }[key];
  if (by === undefined || at < 0) return false;
  cards[at + by]?.focus();
  return true;
}

const CardList = observer(function CardList({
  node,
  width,
}: {
  node: NodeHandle<CardsProps>;
  width: number;
}) {
  const list = asList(node.bound);
  const box = useRef<HTMLUListElement>(null);
  const look = cardLook(list.describe, node.props);
  const labels = {
    get: (kind: string, id: string) => list.labels[kind]?.[id] ?? node.ports.labels.get(kind, id),
  };
  const open = useStable(
    (record: RecordValues) => void node.emit('open', { id: String(record['id']), record }),
  );
  const canSelect = node.props.selectable !== false;
  useKeyHints(HINTS);
  const keyDown = (event: KeyboardEvent) => {
    const card = event.target as HTMLElement;
    const id = card.dataset['card'];
    if (id === undefined) return;
    const record = list.records.find((each) => each['id'] === id);
    if (event.key === 'Enter' && record && node.handles('open')) open(record);
    else if (event.key === ' ' && canSelect) list.select([id], !list.selection.has(id));
    else if (!step(box.current!, card, event.key)) return;
    event.preventDefault();
  };
  return (
    <ul
      ref={box}
      aria-label={textOf(node.props.label) || list.describe?.label}
      aria-busy={list.status === 'loading'}
      className={styles.cards}
      style={{ gridTemplateColumns: columnsOf(width) }}
      onKeyDown={keyDown}
    >
      {list.records.map((record, index) => {
        const id = textOf(record['id']);
        const name = recordName(look.title, record, labels);
        const selected = list.selection.has(id);
        return (
          <li
            key={id}
            data-card={id}
            tabIndex={0}
            aria-label={name}
            className={`${styles.card} ${selected ? styles.selected : ''}`}
          >
            {canSelect && (
              <input
                type="checkbox"
                className={styles.check}
                aria-label={`选择 ${name}`}
                checked={selected}
                onChange={(event) => list.select([id], event.target.checked)}
              />
            )}
            <RecordCard
              record={list.edits.shown(record)}
              look={look}
              labels={labels}
              ports={node.ports}
              fit={choiceOf(node.props.fit, ['cover', 'contain'] as const, 'cover')}
              framed={node.props.framed === true}
              onOpen={node.handles('open') ? () => open(record) : undefined}
              actions={
                node.hasSlot('actions')
                  ? node.slot('actions', { value: record, key: id, index })
                  : undefined
              }
            />
          </li>
        );
      })}
    </ul>
  );
});

/**
 * Records as cards, as many a line as fit; with pictures a gallery. Cards off the screen are not
 * laid out.
 */
export default function CardsView({ node }: WidgetViewProps<CardsProps>) {
  const list = asList(node.bound);
  const width = numberOf(node.props.minWidth, 240);
  if (list.records.length === 0 || !list.describe) {
    return <NoRecords list={list} bones={<SkeletonCards width={width} />} {...emptyWords(node)} />;
  }
  return (
    <div className={styles.frame}>
      {list.failure && list.status === 'failed' && (
        <FailureCard
          text={`${failureText(list.failure)}，显示的是之前的内容`}
          onRetry={() => void list.reload()}
        />
      )}
      <CardList node={node} width={width} />
    </div>
  );
}
