import {
  DndContext,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  useDroppable,
  useSensor,
  useSensors,
  type DragEndEvent,
  type DragMoveEvent,
} from '@dnd-kit/core';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { asField, type FieldModel, type RecordModel } from '../../src/runtime/models/index.ts';
import { useStable, mouseDrag, touchDrag } from '../../src/ui/hooks/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { isRecord, numberOf, recordsOf, textOf } from '../../src/values/index.ts';
import { announcements } from '../../src/ui/sorting/index.ts';
import { collisions, dropPosition, type DropZone } from './drop.ts';
import { CanvasItem, type CanvasItemState, type CanvasItemMoves } from './CanvasItem.tsx';
import type { LayoutCanvasProps } from './index.ts';
import { namesOf } from './names.ts';
import { Rest } from './Rest.tsx';
import {
  levelOf,
  CanvasLayout,
  positionKey,
  positionOfKey,
  isSamePosition,
  type CanvasPosition,
  type CanvasTab,
  type CanvasTabs,
} from './positions.ts';
import { useMoving } from './use-moving.ts';
import { usePaletteDrop } from './use-palette-drop.ts';
import styles from './View.module.css';

/** Most columns a section is drawn with. */
const MAX_COLUMNS = 4;
const WORDS = { part: '页', group: '分区', item: '项' } as const;

const placeIn = (given: unknown): CanvasPosition => {
  const at = isRecord(given) ? given : {};
  return {
    part: numberOf(at['part'], -1),
    group: numberOf(at['group'], -1),
    item: numberOf(at['item'], -1),
  };
};
const valueOf = (row: RecordModel | undefined, name: string): unknown =>
  row?.hasField(name) ? row.field(name).value : undefined;
/** The field with a row that waits for the focus, as a place; null when none does. */
function wantedPlace(places: CanvasLayout): CanvasPosition | null {
  const listed = places.parts?.pendingFocusRow ?? 0;
  if (listed < 0) return null;
  const group = places.groupsOf(listed)?.pendingFocusRow ?? -1;
  const row = group < 0 ? undefined : places.groupsOf(listed)?.rows[group];
  const part = row && places.tabs ? places.tabOf(row) : listed;
  return {
    part,
    group,
    item: group < 0 ? -1 : (places.itemsOf(part, group)?.pendingFocusRow ?? -1),
  };
}

/** What the view's parts share. */
interface Canvas {
  readonly node: NodeHandle<LayoutCanvasProps>;
  readonly places: CanvasLayout;
  readonly locked: boolean;
  readonly moves: CanvasItemMoves;
  columnsOf(group: RecordModel): number;
  spanOf(item: RecordModel, columns: number): number;
  lookOf(place: CanvasPosition): CanvasItemState;
  /** Where a thing would land. */
  readonly landing: CanvasPosition | null;
}

function useWords(node: NodeHandle<LayoutCanvasProps>, places: CanvasLayout) {
  const { names, keyName, titleName, nameField, columnsField, spanField } = node.props;
  const known = useMemo(
    () => namesOf(names, textOf(keyName) || 'key', textOf(titleName) || 'title'),
    [names, keyName, titleName],
  );
  const entryOf = (row: RecordModel | undefined) =>
    known.get(textOf(valueOf(row, textOf(nameField) || 'field')));
  const nameOf = (place: CanvasPosition): string => {
    const row = places.rowAt(place);
    const level = levelOf(place);
    const own = [
      level === 'part' ? places.tabs?.[place.part]?.title : undefined,
      valueOf(row, 'label'),
      valueOf(row, 'title'),
      entryOf(row)?.title,
      valueOf(row, 'text'),
    ]
      .map(textOf)
      .find((text) => text.trim() !== '');
    return (
      own?.slice(0, 40) ?? `第 ${place[level] + 1} ${level === 'part' ? '' : '个'}${WORDS[level]}`
    );
  };
  const columnsOf = (group: RecordModel): number =>
    Math.min(
      MAX_COLUMNS,
      Math.max(1, numberOf(valueOf(group, textOf(columnsField) || 'columns'), 1)),
    );
  const spanOf = (item: RecordModel, columns: number): number => {
    const entry = entryOf(item);
    const own = numberOf(
      valueOf(item, textOf(spanField) || 'span'),
      entry && !entry.wide ? 1 : columns,
    );
    return Math.min(columns, Math.max(1, own));
  };
  return { known, nameOf, columnsOf, spanOf };
}

/** The tabs of a flat list, after the place of what is in none; null where there are none. */
function dividedBy(tabs: unknown, field: string): CanvasTabs | null {
  const known = recordsOf(tabs).map(({ key, id, title, label }) => ({
    key: textOf(key ?? id),
    title: textOf(title ?? label),
  }));
  return known.length > 0 ? { tabs: [{ key: '', title: '页签上方' }, ...known], field } : null;
}

function useLayout(node: NodeHandle<LayoutCanvasProps>): CanvasLayout {
  const bound = asField(node.bound);
  const { flat, groups, items, tabs, tabField, only } = node.props;
  return useMemo(
    () =>
      new CanvasLayout(bound, {
        groups: flat === true ? null : textOf(groups) || 'sections',
        items: textOf(items) || 'items',
        divided: flat === true ? dividedBy(tabs, textOf(tabField) || 'tab') : null,
        only: isRecord(only) ? only : {},
      }),
    [bound, flat, groups, items, tabs, tabField, only],
  );
}

/** Selects what waits for the focus. */
function useWantedPlace(places: CanvasLayout, select: (place: CanvasPosition) => void): void {
  const wanted = wantedPlace(places);
  const key = wanted && positionKey(wanted);
  useEffect(() => {
    if (key !== null) select(positionOfKey(key));
  }, [key, select]);
}

const isRemoveKey = ({ key }: { key: string }): boolean => key === 'Delete' || key === 'Backspace';
const marksOf = (marks: unknown) =>
  recordsOf(marks).map((mark) => ({ place: placeIn(mark), msg: textOf(mark['msg']) }));

/**
 * Pages of sections of items as in the result: selected by a click, moved by dragging or with keys,
 * filled from a palette.
 */
export default function LayoutCanvasView({ node }: WidgetViewProps<LayoutCanvasProps>) {
  const places = useLayout(node);
  const { label, showParts } = node.props;
  const { known, nameOf, columnsOf, spanOf } = useWords(node, places);
  const locked = node.state.readonly || node.state.disabled;
  const root = useRef<HTMLDivElement>(null);
  const select = useStable((place: CanvasPosition) => {
    const tab = places.tabs?.[place.part]?.key;
    if (node.handles('select'))
      void node.emit('select', { ...place, ...(tab !== undefined && { tab }) });
  });
  const moving = useMoving(root, places, nameOf, select);
  useWantedPlace(places, select);
  const drag = useDragging(moving.move);
  const columnsAt = (part: number, group: number): number => {
    const row = places.groupsOf(part)?.rows[group];
    return row ? columnsOf(row) : 1;
  };
  const palette = usePaletteDrop(places, locked, (part, group) => columnsAt(part, group) > 1);
  const landing = drag.over ?? palette.over;
  const selected = places.placed(placeIn(node.props.selected));
  const marks = marksOf(node.props.marks);
  const lookOf = (place: CanvasPosition): CanvasItemState => ({
    name: nameOf(place),
    selected: isSamePosition(place, selected),
    lifted: moving.lifted !== null && isSamePosition(place, moving.lifted),
    faults: marks
      .filter((mark) => mark.msg !== '' && isSamePosition(mark.place, place))
      .map(({ msg }) => msg),
    mark: landing ? markAt(landing, place, places) : undefined,
  });
  const moves: CanvasItemMoves = {
    select,
    key: moving.key,
    drop: moving.drop,
    keyOnSelect: (event, place) => {
      if (!isRemoveKey(event) || locked || !node.handles('remove')) return;
      event.preventDefault();
      void node.emit('remove', place);
    },
  };
  const canvas: Canvas = { node, places, locked, moves, columnsOf, spanOf, lookOf, landing };
  const rest = textOf(node.props.rest);
  const withHeads = places.parts !== null && (showParts === true || places.partCount > 1);
  return (
    <DndContext
      sensors={drag.sensors}
      collisionDetection={drag.detect}
      onDragStart={drag.start}
      onDragMove={drag.move}
      onDragEnd={drag.end}
      onDragCancel={drag.cancel}
      accessibility={{ announcements: announcements((id) => nameOf(positionOfKey(String(id)))) }}
    >
      <div
        ref={root}
        role="group"
        aria-label={textOf(label) || '画布'}
        className={styles.canvas}
        {...palette.handlers}
      >
        {places.parts?.rows.map((row, part) => (
          <Part key={row.key} canvas={canvas} value={row} part={part} head={withHeads} />
        )) ??
          places.tabs?.map((tab, part) => (
            <Part key={tab.key} canvas={canvas} value={tab} part={part} head />
          )) ?? <Groups canvas={canvas} part={0} />}
        {rest && places.hasGroups && (
          <Rest
            title={rest}
            names={known}
            places={places}
            nameField={textOf(node.props.nameField) || 'field'}
            selected={selected}
            locked={locked}
            onPlaced={select}
          />
        )}
        <div className="hz-visually-hidden" role="status">
          {moving.said}
        </div>
      </div>
      <DragOverlay dropAnimation={null}>
        {drag.active && <div className={styles.ghost}>{drag.active}</div>}
      </DragOverlay>
    </DndContext>
  );
}

/**
 * The line where a thing would land, as the entry that draws it: the one it comes before, or the
 * last one it comes after.
 */
function markAt(
  landing: CanvasPosition,
  place: CanvasPosition,
  places: CanvasLayout,
): 'before' | 'after' | undefined {
  if (isSamePosition(landing, place)) return 'before';
  const { list, at } = places.listOf(landing);
  const level = levelOf(landing);
  const isGroup = level === 'group';
  const end = isGroup ? places.endOf(landing.part) : (list?.rows.length ?? 0);
  return at === end && isSamePosition(place, { ...landing, [level]: end - 1 })
    ? 'after'
    : undefined;
}

/** Dragging with a mouse or finger: what is dragged, and where it would land. */
function useDragging(move: (from: CanvasPosition, to: CanvasPosition) => void) {
  const [active, setActive] = useState<string | null>(null);
  const [over, setOver] = useState<CanvasPosition | null>(null);
  const point = useRef<{ x: number; y: number } | null>(null);
  const detect = useMemo(() => collisions(point), []);
  const sensors = useSensors(useSensor(MouseSensor, mouseDrag), useSensor(TouchSensor, touchDrag));
  const landing = (event: DragMoveEvent | DragEndEvent): CanvasPosition | null => {
    const spot = event.over?.data.current as DropZone | undefined;
    return spot && point.current && event.over
      ? dropPosition(spot, event.over.rect, point.current)
      : null;
  };
  const stop = (): void => {
    setActive(null);
    setOver(null);
  };
  return {
    active,
    over,
    detect,
    sensors,
    start: ({ active: { data } }: { active: { data: { current?: unknown } } }) =>
      setActive((data.current as { name?: string } | undefined)?.name ?? ''),
    move: (event: DragMoveEvent) => setOver(landing(event)),
    end: (event: DragEndEvent) => {
      const to = landing(event);
      stop();
      const from = (event.active.data.current as { place?: CanvasPosition } | undefined)?.place;
      if (from && to) move(from, to);
    },
    cancel: stop,
  };
}

const Groups = observer(function Groups({ canvas, part }: { canvas: Canvas; part: number }) {
  const { places } = canvas;
  const rows = places.groupsOf(part)?.rows ?? [];
  const groups = places.groupsIn(part);
  return (
    <div className={styles.groups}>
      {groups.map((at) => (
        <Group
          key={rows[at]!.key}
          canvas={canvas}
          row={rows[at]!}
          place={{ part, group: at, item: -1 }}
        />
      ))}
      {places.tabs && groups.length === 0 && <EmptyTab canvas={canvas} part={part} />}
    </div>
  );
});
/** Where a section is dropped that is to be the first of a tab. */
function EmptyTab({ canvas, part }: { canvas: Canvas; part: number }) {
  const place: CanvasPosition = { part, group: canvas.places.endOf(part), item: -1 };
  const zone: DropZone = { place, beside: false, end: true };
  const { setNodeRef } = useDroppable({
    id: `${positionKey(place)} end`,
    data: zone,
    disabled: canvas.locked,
  });
  const taking = canvas.landing !== null && isSamePosition(canvas.landing, place);
  return (
    <div ref={setNodeRef} className={`${styles.items} ${taking ? styles.taking : ''}`}>
      <div className={styles.empty}>把分区拖到这里</div>
    </div>
  );
}
interface PartProps {
  canvas: Canvas;
  /** A row of a list of pages, or a tab. */
  value: RecordModel | CanvasTab;
  part: number;
  head: boolean;
}
const Part = observer(function Part({ canvas, value, part, head }: PartProps) {
  const place: CanvasPosition = { part, group: -1, item: -1 };
  const inside = <Groups canvas={canvas} part={part} />;
  if (!head) return inside;
  return (
    <CanvasItem
      place={place}
      look={canvas.lookOf(place)}
      moves={canvas.moves}
      locked={canvas.locked || canvas.places.tabs !== null}
      beside={false}
      below={inside}
    >
      {canvas.node.slot('part', { value, key: value.key, index: part })}
    </CanvasItem>
  );
});

const Group = observer(function Group({
  canvas,
  row,
  place,
}: {
  canvas: Canvas;
  row: RecordModel;
  place: CanvasPosition;
}) {
  const items = canvas.places.itemsOf(place.part, place.group);
  const columns = canvas.columnsOf(row);
  const below = <Items canvas={canvas} items={items} place={place} columns={columns} />;
  return (
    <CanvasItem
      place={place}
      look={canvas.lookOf(place)}
      moves={canvas.moves}
      locked={canvas.locked}
      beside={false}
      below={below}
    >
      {canvas.node.slot('group', { value: row, key: row.key, index: place.group })}
    </CanvasItem>
  );
});

const Items = observer(function Items({
  canvas,
  items,
  place,
  columns,
}: {
  canvas: Canvas;
  items: FieldModel | undefined;
  place: CanvasPosition;
  columns: number;
}) {
  const rows = items?.rows ?? [];
  const end: DropZone = { place: { ...place, item: rows.length }, beside: false, end: true };
  const { setNodeRef } = useDroppable({
    id: `${positionKey(place)} end`,
    data: end,
    disabled: canvas.locked,
  });
  const entries: ReactNode = rows.map((row, at) => {
    const here: CanvasPosition = { ...place, item: at };
    return (
      <CanvasItem
        key={row.key}
        place={here}
        look={canvas.lookOf(here)}
        moves={canvas.moves}
        locked={canvas.locked}
        beside={columns > 1}
        span={canvas.spanOf(row, columns)}
      >
        {canvas.node.slot('item', { value: row, key: row.key, index: at })}
      </CanvasItem>
    );
  });
  const taking =
    canvas.landing !== null && rows.length === 0 && isSamePosition(canvas.landing, end.place);
  return (
    <div
      ref={setNodeRef}
      className={`${styles.items} ${taking ? styles.taking : ''}`}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {rows.length === 0 ? (
        <div className={styles.empty}>
          {canvas.node.hasSlot('empty') ? canvas.node.slot('empty') : '把内容拖到这里'}
        </div>
      ) : (
        entries
      )}
    </div>
  );
});
