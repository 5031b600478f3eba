import { useDraggable, useDroppable } from '@dnd-kit/core';
import { observer } from 'mobx-react-lite';
import { useCallback } from 'react';
import type { FieldDescribe, RecordValues } from '../../src/contract/index.ts';
import { asList, type ListModel } from '../../src/runtime/models/index.ts';
import type { NodeHandle } from '../../src/view/kit/index.ts';
import { formatNumber, type LabelSource, failureText, numberOf } from '../../src/values/index.ts';
import { Icon, dotStyle } from '../../src/ui/icons/index.ts';
import { IconButton, RecordCard, recordName, type CardLook } from '../../src/ui/parts/index.ts';
import type { KanbanProps } from './index.ts';
import { useOpensInSight, type Lane } from './lanes.ts';
import styles from './View.module.css';

interface Shared {
  node: NodeHandle<KanbanProps>;
  list: ListModel;
  look: CardLook;
  labels: LabelSource;
  canMove: boolean;
  onOpen: ((record: RecordValues) => void) | undefined;
}

function Card({
  record,
  node,
  look,
  labels,
  canMove,
  onOpen,
  list,
  field,
}: Shared & { record: RecordValues; field: FieldDescribe }) {
  const id = String(record['id']);
  const { setNodeRef, listeners, isDragging } = useDraggable({ id, disabled: !canMove });
  const fault = list.edits.faults.get(id)?.get(field.apiName);
  return (
    <li
      ref={setNodeRef}
      data-card={id}
      tabIndex={0}
      aria-label={recordName(look.title, record, labels)}
      className={`${styles.card} ${isDragging ? styles.away : ''} ${fault ? styles.faulty : ''}`}
      {...(canMove ? listeners : {})}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) onOpen?.(record);
      }}
    >
      <RecordCard
        record={record}
        look={look}
        labels={labels}
        ports={node.ports}
        onOpen={onOpen && (() => onOpen(record))}
      />
    </li>
  );
}

/** Title of a lane, its count against the limit, and the button for a new record in it. */
const LaneHead = observer(function LaneHead({
  node,
  lane,
  field,
}: {
  node: Shared['node'];
  lane: Lane;
  field: FieldDescribe;
}) {
  const limit = numberOf(node.props.wipLimit, 0);
  const over = limit > 0 && lane.count > limit;
  return (
    <header className={styles.laneHead}>
      {lane.color && <span className={styles.dot} style={dotStyle(lane.color)} />}
      <h3 className={styles.laneTitle} title={lane.title}>
        {lane.title}
      </h3>
      <span
        className={`${styles.count} ${over ? styles.overLimit : ''}`}
        title={over ? `超出每栏最多 ${limit} 条` : undefined}
      >
        {formatNumber(lane.count)}
        {limit > 0 ? ` / ${limit}` : ''}
      </span>
      {node.handles('create') && asList(node.bound).can.create && (
        <IconButton
          label={`在 ${lane.title} 中新建`}
          icon="plus"
          onClick={() =>
            void node.emit('create', {
              field: field.apiName,
              value: lane.value,
              values: { [field.apiName]: lane.value },
            })
          }
        />
      )}
    </header>
  );
});

function MoreButton({ lane, onMore }: { lane: Lane; onMore(): void }) {
  const text = lane.failure
    ? '重试'
    : `更多（还有 ${formatNumber(lane.count - lane.cards.length)} 条）`;
  return (
    <button type="button" className={styles.more} disabled={lane.loading} onClick={onMore}>
      {lane.loading ? '加载中…' : text}
    </button>
  );
}

/** One lane: its head, its cards, the way to more of them, and the way to a new one. */
export const LaneView = observer(function LaneView({
  lane,
  field,
  ...shared
}: Shared & { lane: Lane; field: FieldDescribe }) {
  const { node, list } = shared;
  const { setNodeRef, isOver } = useDroppable({ id: lane.key });
  const watch = useOpensInSight(list, lane.closed);
  const box = useCallback(
    (element: HTMLElement | null) => {
      setNodeRef(element);
      watch(element);
    },
    [setNodeRef, watch],
  );
  const waits = lane.loading || lane.closed !== null;
  return (
    <section
      ref={box}
      data-lane={lane.key}
      aria-label={`${lane.title}，${formatNumber(lane.count)} 条`}
      className={`${styles.lane} ${isOver ? styles.target : ''}`}
    >
      <LaneHead node={node} lane={lane} field={field} />
      <ul className={styles.cards}>
        {lane.cards.map((record) => (
          <Card
            key={String(record['id'])}
            record={record}
            field={field}
            {...shared}
            canMove={
              shared.canMove && !list.edits.rights.isLocked(String(record['id']), field.apiName)
            }
          />
        ))}
      </ul>
      {lane.closed !== null && (
        <div role="status" aria-label="加载中" className={`hz-skeleton ${styles.boneCard}`} />
      )}
      {lane.cards.length === 0 && !waits && !lane.more && <p className={styles.none}>没有记录</p>}
      {lane.failure && (
        <p role="alert" className={styles.failed}>
          <Icon name="exclamation-circle" />
          {failureText(lane.failure)}
        </p>
      )}
      {lane.more && <MoreButton lane={lane} onMore={() => list.grouping.more(lane.more!)} />}
    </section>
  );
});
