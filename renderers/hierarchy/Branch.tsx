import { useDraggable, useDroppable } from '@dnd-kit/core';
import { formatNumber, failureText } from '../../src/values/index.ts';
import { IconButton, RecordCard } from '../../src/ui/parts/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import type { Branch, HierarchyNode } from './nodes.ts';
import type { HierarchyState } from './use-hierarchy.ts';
import styles from './View.module.css';

const Failed = ({ failure }: { failure: Error }) => (
  <span role="alert" className={styles.failed}>
    <Icon name="exclamation-circle" />
    {failureText(failure)}
  </span>
);

const CardSkeleton = () => (
  <li role="none" className={styles.rest}>
    <span className={`hz-skeleton ${styles.boneCard}`} />
  </li>
);

/** What else a branch has to say: more of it, or why it is not there. */
export function BranchFooter({ state, branch }: { state: HierarchyState; branch: Branch }) {
  const { group, left, loading, failure, fetched, records } = branch;
  if (group === null || (!failure && left === 0)) return null;
  if (!failure && records.length === 0 && (loading || !fetched)) return <CardSkeleton />;
  return (
    <li role="none" className={styles.rest}>
      {failure && <Failed failure={failure} />}
      <button
        type="button"
        className={styles.more}
        disabled={loading}
        onClick={() => state.list.grouping.more(group)}
      >
        {loading ? '加载中…' : failure ? '重试' : `更多（还有 ${formatNumber(left)} 条）`}
      </button>
    </li>
  );
}

function AddBelow({ state, at }: { state: HierarchyState; at: HierarchyNode }) {
  const create = { parentId: at.id, values: { [state.field.apiName]: at.id } };
  return (
    <span className={styles.add}>
      <IconButton
        label={`在 ${at.title} 之下新建`}
        icon="plus"
        onClick={() => void state.node.emit('create', create)}
      />
    </span>
  );
}
function Face({ state, at }: { state: HierarchyState; at: HierarchyNode }) {
  const { node, look, labels } = state;
  const actions = at.record && node.handles('create') && state.list.can.create && (
    <AddBelow state={state} at={at} />
  );
  if (!at.record)
    return (
      <div className={styles.ghost} title="这条记录不符合筛选条件">
        {at.title}
      </div>
    );
  return (
    <RecordCard
      record={at.record}
      look={look}
      labels={labels}
      ports={node.ports}
      onOpen={node.handles('open') ? () => state.open(at) : undefined}
      actions={actions}
    />
  );
}

/** Opens and closes what is below a record. */
function Toggle({
  title,
  count,
  open,
  onToggle,
}: {
  title: string;
  count: number;
  open: boolean;
  onToggle(): void;
}) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.turn}
      aria-label={`${open ? '收起' : '展开'} ${title} 的下级`}
      onClick={onToggle}
    >
      <Icon name={open ? 'minus' : 'plus'} />
      {!open && formatNumber(count)}
    </button>
  );
}

const cardClass = (isDragging: boolean, isOver: boolean, isFaulty: boolean): string =>
  [styles.card, isDragging ? styles.away : isOver && styles.target, isFaulty && styles.faulty]
    .filter(Boolean)
    .join(' ');

/** One record with those below it. */
export function BranchView({ state, at }: { state: HierarchyState; at: HierarchyNode }) {
  const { list, canMove, active } = state;
  const isMoved = canMove && !state.isLocked(at.id);
  const {
    setNodeRef: drag,
    listeners,
    isDragging,
  } = useDraggable({ id: at.id, disabled: !isMoved });
  const { setNodeRef: drop, isOver } = useDroppable({ id: at.id, disabled: !canMove });
  const count = at.branch?.count ?? 0;
  const open = state.isOpen(at) && count > 0;
  const below = open ? state.below(at) : [];
  return (
    <li
      role="treeitem"
      data-node={at.id}
      aria-level={at.level}
      aria-label={count > 0 ? `${at.title}，下级 ${formatNumber(count)} 条` : at.title}
      {...(count > 0 && { 'aria-expanded': open })}
      tabIndex={at.id === active ? 0 : -1}
      className={styles.item}
      onFocus={(event) => {
        if (event.target === event.currentTarget) state.setActive(at.id);
      }}
    >
      <div className={styles.place}>
        <div
          ref={(element) => {
            drag(element);
            drop(element);
          }}
          className={cardClass(isDragging, isOver, list.edits.faults.has(at.id))}
          {...(isMoved ? listeners : {})}
        >
          <Face state={state} at={at} />
        </div>
        {count > 0 && (
          <Toggle
            title={at.title}
            count={count}
            open={open}
            onToggle={() => state.turn(at, !open)}
          />
        )}
      </div>
      {open && at.branch && (
        <ul role="group" className={styles.below}>
          {below.map((each) => (
            <BranchView key={each.id} state={state} at={each} />
          ))}
          <BranchFooter state={state} branch={at.branch} />
        </ul>
      )}
    </li>
  );
}
