import {
  DndContext,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  pointerWithin,
  useDroppable,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import { observer } from 'mobx-react-lite';
import { useRef, useState } from 'react';
import type { FieldDescribe } from '../../src/contract/index.ts';
import { asList, type ListModel } from '../../src/runtime/models/index.ts';
import { useKeyHints } from '../../src/ui/overlay/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { fieldNamed, choiceOf, textOf } from '../../src/values/index.ts';
import { EmptyState } from '../../src/ui/display/index.ts';
import { IconButton, NoRecords } from '../../src/ui/parts/index.ts';
import { emptyWords, isNumber, useRemembered } from '../../src/view/index.ts';
import { mouseDrag, touchDrag, useNarrow } from '../../src/ui/hooks/index.ts';
import { announcements, instructions } from '../../src/ui/sorting/index.ts';
import { BranchView, BranchFooter } from './Branch.tsx';
import { SHAPES, type HierarchyProps, type Shape } from './index.ts';
import { useGrouped, useHierarchy } from './use-hierarchy.ts';
import { useKeys } from './use-keys.ts';
import styles from './View.module.css';

const HINTS = [
  ['ArrowUp+ArrowDown+ArrowLeft+ArrowRight', '在节点间移动'],
  ['Space', '展开或收起下级'],
  ['Alt+ArrowRight', '移到前一个节点之下'],
  ['Alt+ArrowLeft', '移到上一层'],
] as const;
const SHAPE_WORDS: Record<Shape, string> = { chart: '层级图', tree: '树' };
/** Sizes the chart can be drawn in, in parts of its own. */
const SIZES = [0.4, 0.5, 0.65, 0.8, 1, 1.25, 1.5];
const TOP_PLACE = 'hz.top';
const isShape = (value: unknown): value is Shape => SHAPES.some((shape) => shape === value);

const SkeletonRows = () => (
  <div className={styles.bones}>
    {[1, 3].map((count) => (
      <div key={count} className={styles.boneLine}>
        {Array.from({ length: count }, (_, i) => (
          <span key={i} className={`hz-skeleton ${styles.boneCard}`} />
        ))}
      </div>
    ))}
  </div>
);

function TopPlace() {
  const { setNodeRef, isOver } = useDroppable({ id: TOP_PLACE });
  return (
    <div ref={setNodeRef} className={`${styles.topPlace} ${isOver ? styles.target : ''}`}>
      放到最上层
    </div>
  );
}

interface ToolsProps {
  shape: Shape;
  narrow: boolean;
  size: number;
  onShape(shape: Shape): void;
  onSize(size: number): void;
  onFit(): void;
}
function Tools({ shape, narrow, size, onShape, onSize, onFit }: ToolsProps) {
  const step = (by: number): void =>
    onSize(
      SIZES[
        Math.max(
          0,
          Math.min(SIZES.length - 1, SIZES.findLastIndex((each) => each <= size + 0.001) + by),
        )
      ] ?? 1,
    );
  return (
    <div className={styles.tools}>
      {!narrow && (
        <div role="radiogroup" aria-label="画法" className={styles.shapes}>
          {SHAPES.map((each) => (
            <button
              key={each}
              type="button"
              role="radio"
              aria-checked={each === shape}
              className={styles.shape}
              onClick={() => onShape(each)}
            >
              {SHAPE_WORDS[each]}
            </button>
          ))}
        </div>
      )}
      <span className={styles.spacer} />
      {shape === 'chart' && (
        <>
          <IconButton
            label="缩小"
            icon="minus"
            disabled={size <= SIZES[0]!}
            onClick={() => step(-1)}
          />
          <button
            type="button"
            className={styles.size}
            title="恢复原大小"
            onClick={() => onSize(1)}
          >
            {Math.round(size * 100)}%
          </button>
          <IconButton
            label="放大"
            icon="plus"
            disabled={size >= SIZES.at(-1)!}
            onClick={() => step(1)}
          />
          <IconButton label="适合宽度" icon="fullscreen" onClick={onFit} />
        </>
      )}
    </div>
  );
}

/** The size at which the chart is as wide as its box; null while neither is laid out. */
function sizeToFit(box: HTMLElement | null): number | null {
  const wide = box?.querySelector('[role="tree"]')?.scrollWidth ?? 0;
  const room = box?.clientWidth ?? 0;
  return wide > 0 && room > 0
    ? Math.max(SIZES[0]!, Math.min(1, Math.floor((room / wide) * 100) / 100))
    : null;
}

/** The name of what is dragged, under the pointer. */
const Lifted = ({ name }: { name: string }) => (
  <div className={`${styles.card} ${styles.lifted}`}>
    <span className={styles.liftedName}>{name}</span>
  </div>
);

const Hierarchy = observer(function Hierarchy({
  node,
  list,
  field,
}: {
  node: NodeHandle<HierarchyProps>;
  list: ListModel;
  field: FieldDescribe;
}) {
  const narrow = useNarrow();
  const [kept, setShape] = useRemembered<Shape>(
    node,
    'shape',
    choiceOf(node.props.shape, SHAPES, 'chart'),
    isShape,
  );
  const [size, setSize] = useRemembered<number>(node, 'size', 1, isNumber);
  const shape = narrow ? 'tree' : kept;
  const state = useHierarchy(node, list, field);
  const box = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState('');
  const keyDown = useKeys(state, shape, box);
  const sensors = useSensors(useSensor(MouseSensor, mouseDrag), useSensor(TouchSensor, touchDrag));
  useKeyHints(HINTS);
  const fit = (): void => {
    const fitting = sizeToFit(box.current);
    if (fitting !== null) setSize(fitting);
  };
  const end = ({ active, over }: DragEndEvent): void => {
    setDragged('');
    const from = state.find(String(active.id));
    const to = over && (over.id === TOP_PLACE ? null : state.find(String(over.id)));
    const why = from && to !== undefined && over ? state.move(from, to ?? null) : null;
    if (why) node.ports.toast('warning', why);
  };
  const nameOf = (id: string | number): string =>
    id === TOP_PLACE ? '最上层' : (state.find(String(id))?.title ?? '');
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      onDragStart={({ active }) => setDragged(String(active.id))}
      onDragCancel={() => setDragged('')}
      onDragEnd={end}
      accessibility={{
        announcements: announcements(nameOf),
        screenReaderInstructions: instructions,
      }}
    >
      <div className={styles.hierarchy} onKeyDown={keyDown}>
        <Tools
          shape={shape}
          narrow={narrow}
          size={size}
          onShape={setShape}
          onSize={setSize}
          onFit={fit}
        />
        {list.groupsMore && (
          <p role="status" className={styles.note}>
            记录很多，只画出了一部分；筛选之后可以看到其余的。
          </p>
        )}
        <div ref={box} className={styles.box}>
          {dragged !== '' && <TopPlace />}
          <ul
            role="tree"
            aria-label={`${textOf(node.props.label) || list.describe?.label || ''}层级`}
            aria-busy={list.status === 'loading'}
            className={shape === 'chart' ? styles.chart : styles.tree}
            style={shape === 'chart' ? { zoom: size } : undefined}
          >
            {state.tops.map((top) => (
              <BranchView key={top.id} state={state} at={top} />
            ))}
            {state.top && <BranchFooter state={state} branch={state.top} />}
          </ul>
        </div>
        <div aria-live="polite" className="hz-hidden">
          {state.moves.announcement}
        </div>
      </div>
      <DragOverlay>{dragged !== '' && <Lifted name={nameOf(dragged)} />}</DragOverlay>
    </DndContext>
  );
});

/** Whether the list is grouped by the parent, and has groups to draw. */
function hasBranches(list: ListModel, parentField: string): boolean {
  if (list.groupBy[0] !== parentField) return false;
  if (list.status === 'ready') return list.total !== 0;
  return !(list.failure && list.status === 'failed') && list.groups.length > 0;
}

/**
 * Records below the record they belong to: a chart of boxes or a tree; those below are fetched when
 * they are opened.
 */
export default function HierarchyView({ node }: WidgetViewProps<HierarchyProps>) {
  const list = asList(node.bound);
  const name = textOf(node.props.parentField);
  const field = fieldNamed(list.describe, name);
  const fits = field?.type === 'lookup' && field.refObject === list.object;
  useGrouped(list, fits ? name : '');
  if (list.describe && !fits)
    return (
      <EmptyState
        drawing="fault"
        title="层级图还没有上级字段"
        text={
          name ? `对象中没有名为“${name}”、关联到自己的字段` : '请在视图设置中选择哪个字段指向上级'
        }
      />
    );
  if (!field || !hasBranches(list, name)) {
    return <NoRecords list={list} bones={<SkeletonRows />} {...emptyWords(node)} />;
  }
  return <Hierarchy node={node} list={list} field={field} />;
}
