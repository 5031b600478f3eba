import {
  DndContext,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  pointerWithin,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import { observer } from 'mobx-react-lite';
import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { FieldDescribe, RecordValues } from '../../src/contract/index.ts';
import { asList, type ListModel } from '../../src/runtime/models/index.ts';
import { useKeyHints } from '../../src/ui/overlay/index.ts';
import { useStable, mouseDrag, touchDrag } from '../../src/ui/hooks/index.ts';
import { emptyWords } from '../../src/view/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { fieldNamed, textOf } from '../../src/values/index.ts';
import { announcements, instructions } from '../../src/ui/sorting/index.ts';
import { EmptyState } from '../../src/ui/display/index.ts';
import {
  NoRecords,
  RecordCard,
  cardLook,
  recordName,
  type CardLook,
} from '../../src/ui/parts/index.ts';
import type { KanbanProps } from './index.ts';
import { LaneView } from './LaneView.tsx';
import { isMovable, lanesOf, useGroupedBy, type Lane } from './lanes.ts';
import { useMoves } from './use-moves.ts';
import styles from './View.module.css';

const HINTS = [
  ['Alt+ArrowLeft+ArrowRight', '把卡片移到旁边的栏'],
  ['ArrowUp+ArrowDown', '在卡片间移动'],
] as const;
const NO_HINTS = [] as const;
const BONES = [3, 2, 4];

/** Lanes of the size of what is coming. */
const Bones = () => (
  <div className={styles.board}>
    {BONES.map((cards, at) => (
      <div key={at} className={styles.lane}>
        <div className={styles.laneHead}>
          <span className={`hz-skeleton ${styles.boneTitle}`} />
        </div>
        {Array.from({ length: cards }, (_, i) => (
          <div key={i} className={`hz-skeleton ${styles.boneCard}`} />
        ))}
      </div>
    ))}
  </div>
);

/** The card a key press is about. */
const cardAt = (event: KeyboardEvent): HTMLElement | null =>
  (event.target as HTMLElement).closest('[data-card]');
/** Moves the focus among the cards of the board. */
function step(board: HTMLElement, card: HTMLElement, key: string): boolean {
  const lane = card.closest('[data-lane]')!;
  const cards = [...lane.querySelectorAll<HTMLElement>('[data-card]')];
  const at = cards.indexOf(card);
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    cards[at + (key === 'ArrowUp' ? -1 : 1)]?.focus();
    return true;
  }
  const lanes = [...board.querySelectorAll('[data-lane]')].filter(
    (each) => each === lane || each.querySelector('[data-card]'),
  );
  const next =
    lanes[lanes.indexOf(lane) + (key === 'ArrowLeft' ? -1 : 1)]?.querySelectorAll<HTMLElement>(
      '[data-card]',
    );
  next?.[Math.min(at, next.length - 1)]?.focus();
  return true;
}

/** The card is remounted in its new lane: it takes the focus again. */
const refocus = (board: HTMLElement, id: unknown): number =>
  requestAnimationFrame(() =>
    [...board.querySelectorAll<HTMLElement>('[data-card]')]
      .find((each) => each.dataset['card'] === id)
      ?.focus(),
  );

type Moves = ReturnType<typeof useMoves>;
/** Moves a card to the lane beside its own; false where there is none. */
function moveAside(card: HTMLElement, by: number, lanes: readonly Lane[], moves: Moves): boolean {
  if (moves.isLocked(card.dataset['card'] ?? '')) return false;
  const isCard = (record: RecordValues) => record['id'] === card.dataset['card'];
  const from = lanes.findIndex(({ cards }) => cards.some(isCard));
  const record = lanes[from]?.cards.find(isCard);
  const to = lanes[from + by];
  if (!record || !to) return false;
  void moves.move(record, to);
  return true;
}

/** Keys of the board: undo, moving a card to the lane beside, moving the focus. */
function pressKey(
  event: KeyboardEvent,
  board: HTMLElement,
  lanes: readonly Lane[],
  canMove: boolean,
  moves: Moves,
): void {
  const card = cardAt(event);
  if ((event.metaKey || event.ctrlKey) && event.key === 'z' && moves.undo()) {
    event.preventDefault();
    return;
  }
  if (!card || !event.key.startsWith('Arrow')) return;
  const sideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
  if (event.altKey && sideways && canMove) {
    if (moveAside(card, event.key === 'ArrowLeft' ? -1 : 1, lanes, moves))
      refocus(board, card.dataset['card']);
  } else if (event.altKey || !step(board, card, event.key)) return;
  event.preventDefault();
}
const Board = observer(function Board({
  node,
  list,
  field,
}: {
  node: NodeHandle<KanbanProps>;
  list: ListModel;
  field: FieldDescribe;
}) {
  const board = useRef<HTMLDivElement>(null);
  const look: CardLook = cardLook(list.describe, node.props, [field.apiName]);
  const lanes = lanesOf(list, field);
  const canMove = node.props.movable !== false && !node.state.readonly && isMovable(field, list);
  const moves = useMoves(node, list, field);
  const [dragged, setDragged] = useState<RecordValues | null>(null);
  const sensors = useSensors(useSensor(MouseSensor, mouseDrag), useSensor(TouchSensor, touchDrag));
  useKeyHints(canMove ? HINTS : NO_HINTS);
  const find = (id: string): RecordValues | undefined =>
    lanes.flatMap(({ cards }) => cards).find((card) => card['id'] === id);
  const labels = {
    get: (kind: string, id: string) => list.labels[kind]?.[id] ?? node.ports.labels.get(kind, id),
  };
  const nameOf = (id: string | number): string => {
    const record = find(String(id));
    return record
      ? recordName(look.title, record, labels)
      : (lanes.find(({ key }) => key === id)?.title ?? '');
  };
  const open = useStable(
    (record: RecordValues) => void node.emit('open', { id: String(record['id']), record }),
  );
  const end = ({ active, over }: DragEndEvent): void => {
    setDragged(null);
    const record = find(String(active.id));
    const to = lanes.find(({ key }) => key === over?.id);
    if (record && to) void moves.move(record, to);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      onDragStart={({ active }) => setDragged(find(String(active.id)) ?? null)}
      onDragCancel={() => setDragged(null)}
      onDragEnd={end}
      accessibility={{
        announcements: announcements(nameOf),
        screenReaderInstructions: instructions,
      }}
    >
      <div
        ref={board}
        className={styles.board}
        role="group"
        aria-label={textOf(node.props.label) || list.describe?.label}
        aria-busy={list.status === 'loading'}
        onKeyDown={(event) => pressKey(event, board.current!, lanes, canMove, moves)}
      >
        {lanes.map((lane) => (
          <LaneView
            key={lane.key}
            node={node}
            list={list}
            field={field}
            lane={lane}
            look={look}
            labels={labels}
            canMove={canMove}
            onOpen={node.handles('open') ? open : undefined}
          />
        ))}
        <div aria-live="polite" className={styles.spoken}>
          {moves.said}
        </div>
      </div>
      <DragOverlay>
        {dragged && (
          <div className={`${styles.card} ${styles.lifted}`}>
            <RecordCard
              record={dragged}
              look={look}
              labels={labels}
              ports={node.ports}
              onOpen={undefined}
            />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
});

/** Records as cards in lanes, one a value of a field; moving a card changes the value. */
export default function KanbanView({ node }: WidgetViewProps<KanbanProps>) {
  const list = asList(node.bound);
  const name = textOf(node.props.groupField);
  const field = fieldNamed(list.describe, name);
  useGroupedBy(list, field ? name : '');
  if (list.describe && !field)
    return (
      <EmptyState
        drawing="fault"
        title="看板还没有分栏字段"
        text={name ? `对象中没有名为“${name}”的字段` : '请在视图设置中选择按哪个字段分栏'}
      />
    );
  const isEmptyList = list.status === 'ready' && list.total === 0 && list.groups.length === 0;
  if (
    !field ||
    isEmptyList ||
    list.groupBy[0] !== name ||
    (list.groups.length === 0 && list.status !== 'ready')
  ) {
    return <NoRecords list={list} bones={<Bones />} {...emptyWords(node)} />;
  }
  return <Board node={node} list={list} field={field} />;
}
