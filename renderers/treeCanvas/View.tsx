import { DndContext, DragOverlay } from '@dnd-kit/core';
import { observer } from 'mobx-react-lite';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { layoutTree, touches, type LayoutBox } from '../../src/document/layout/index.ts';
import { EmptyState } from '../../src/ui/display/index.ts';
import { announcements } from '../../src/ui/sorting/index.ts';
import { useNarrow, useStable } from '../../src/ui/hooks/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import { valueOf } from '../../src/ui/parts/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { textOf } from '../../src/values/index.ts';
import { AddMenu } from './AddMenu.tsx';
import { Box, BoxContent, type BoxDeeds } from './Boxes.tsx';
import type { TreeCanvasProps } from './index.ts';
import { Lines } from './Lines.tsx';
import { addable, type Target } from './moves.ts';
import { placesOf } from './places.ts';
import {
  canvasOf,
  childrenOf,
  GAP_X,
  GAP_Y,
  kindsOf,
  parentOf,
  SIDE_BY_SIDE,
  sizeOf,
  within,
  type Canvas,
} from './rows.ts';
import { Minimap, Tools } from './Tools.tsx';
import { useCamera, type CameraControl } from './use-camera.ts';
import { useDrag } from './use-drag.ts';
import { useGestures } from './use-gestures.ts';
import { useKeys } from './use-keys.ts';
import { useNotes } from './use-notes.ts';
import styles from './View.module.css';

type Node = NodeHandle<TreeCanvasProps>;

/** Boxes folded by the person; what is selected from elsewhere is unfolded. */
function useFolds(canvas: Canvas, selected: string) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    setFolded((before) => {
      const above = [...before].filter((id) => within(canvas, id).has(selected));
      return above.length === 0 ? before : new Set([...before].filter((id) => !above.includes(id)));
    });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one may fold what is above the selected one
  }, [selected]);
  const toggle = useStable((id: string): boolean => {
    if (childrenOf(canvas, id).length === 0) return false;
    setFolded((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
    return true;
  });
  return { folded, toggle };
}

function useDrawing(node: Node, selected: string) {
  const { items, kinds } = node.props;
  const canvas = useMemo(() => canvasOf(items, kindsOf(kinds)), [items, kinds]);
  const { folded, toggle } = useFolds(canvas, selected);
  const layout = useMemo(
    () =>
      layoutTree(canvas.document, {
        sideBySide: SIDE_BY_SIDE,
        folded,
        gapX: GAP_X,
        gapY: GAP_Y,
        sizeOf: (id) => sizeOf(canvas, id),
      }),
    [canvas, folded],
  );
  return { canvas, layout, folded, toggle };
}

type Drawing = ReturnType<typeof useDrawing>;

interface Adding extends Target {
  readonly anchor: HTMLElement;
}

/** What is sent when something is to change; null where nothing may. */
function useChanges(node: Node, canvas: Canvas, locked: boolean) {
  const [adding, setAdding] = useState<Adding | null>(null);
  const copied = useRef<string | null>(null);
  const send = (event: string, payload: unknown): void => {
    if (node.handles(event)) void node.emit(event, payload);
  };
  const isFixed = (id: string): boolean => canvas.nodes.get(id)?.fixed !== false;
  return {
    adding,
    stopAdding: () => setAdding(null),
    add: (kind: string, { parentId, index }: Target) => {
      setAdding(null);
      send('add', { kind, parentId, index });
    },
    ask: (anchor: HTMLElement, to: Target) => setAdding({ ...to, anchor }),
    change: locked
      ? null
      : {
          move: (id: string, to: Target) => send('move', { id, ...to }),
          remove: (id: string) => {
            if (!isFixed(id)) send('remove', { id });
          },
          copy: (id: string) => {
            copied.current = id;
          },
          paste: (to: (id: string) => Target | null) => {
            const id = copied.current;
            const target = id === null ? null : to(id);
            if (target) send('copy', { id, ...target });
          },
        },
  };
}

type Changes = ReturnType<typeof useChanges>;

/** Adds the only kind a place takes; asks for the kind where there are others. */
function addOrAsk(changes: Changes, canvas: Canvas, anchor: HTMLElement | null, to: Target): void {
  const branch = canvas.nodes.get(to.parentId)?.kind.branch;
  if (branch !== undefined) changes.add(branch, to);
  else if (anchor) changes.ask(anchor, to);
}

/** Says which box gets the focus as soon as it is drawn. */
function useWantedFocus(frame: RefObject<HTMLElement | null>): (id: string) => void {
  const wanted = useRef<{ id: string; from: Element | null } | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const { id, from } = wanted.current;
    const box = elementOf(frame.current, id);
    const { activeElement } = document;
    const hasMoved = activeElement !== from && activeElement !== document.body;
    if (!box && !hasMoved) return;
    wanted.current = null;
    // A change that was refused leaves a wish behind: it is not granted after the person went on.
    if (!hasMoved) box?.focus({ preventScroll: true });
  });
  return (id) => {
    wanted.current = { id, from: document.activeElement };
  };
}

/** Keys, with what has the focus afterwards. */
function useKeyDeeds(
  { canvas, layout, toggle }: Drawing,
  camera: CameraControl,
  { select, open }: Pick<BoxDeeds, 'select' | 'open'>,
  changes: Changes,
  frame: RefObject<HTMLElement | null>,
) {
  const want = useWantedFocus(frame);
  const { change } = changes;
  return useKeys(canvas, layout, camera, {
    go: (id) => {
      want(id);
      select(id);
    },
    open,
    fold: toggle,
    change: change && {
      ...change,
      move: (id, to) => {
        want(id);
        change.move(id, to);
      },
      remove: (id) => {
        want(parentOf(canvas, id));
        change.remove(id);
      },
      add: (id, to) => addOrAsk(changes, canvas, elementOf(frame.current, id), to),
    },
  });
}

/** What the parts of the view share. */
function useTreeCanvas(node: Node) {
  const bound = valueOf(node.bound);
  const selected = textOf(node.props.selected ?? bound?.value);
  const drawing = useDrawing(node, selected);
  const { canvas, layout, toggle } = drawing;
  const locked = node.state.readonly || node.state.disabled;
  const frame = useRef<HTMLDivElement>(null);
  const world = useRef<HTMLDivElement>(null);
  const marker = useRef<HTMLDivElement>(null);
  const camera = useCamera(frame, world, layout, selected);
  const changes = useChanges(node, canvas, locked);
  const drag = useDrag(canvas, layout, camera, marker, (id, to) => changes.change?.move(id, to));
  const gestures = useGestures(frame, camera, drag.held);
  const select = useStable((id: string) => {
    if (id !== selected) bound?.set(id);
    if (node.handles('select')) void node.emit('select', { id });
  });
  const open = useStable((id: string) => {
    if (node.handles('open')) void node.emit('open', { id });
  });
  // What is selected comes into the frame: by keys, by a list of problems, after it was added.
  useLayoutEffect(() => {
    const box = layout.boxes.find(({ id }) => id === selected);
    if (box) camera.show(box);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a moved camera shows what its user asked
  }, [selected, layout]);
  const keys = useKeyDeeds(drawing, camera, { select, open }, changes, frame);
  const addBranch = (id: string): void => {
    const branch = canvas.nodes.get(id)?.kind.branch;
    if (branch) changes.add(branch, { parentId: id, index: childrenOf(canvas, id).length });
  };
  const deeds = useStableDeeds({ select, open, fold: toggle, keys, addBranch });
  const elements = { frame, world, marker };
  return { node, selected, ...drawing, locked, elements, camera, changes, drag, gestures, deeds };
}
type Model = ReturnType<typeof useTreeCanvas>;

/** The boxes in reach. */
const BoxLayer = observer(function BoxLayer({ model }: { model: Model }) {
  const { node, canvas, layout, folded, camera, drag, selected } = model;
  const { band } = camera;
  const { marks, badges, path } = useNotes(node.props, canvas);
  const passed = useMemo(() => new Set(path.lit), [path]);
  const places = useMemo(() => placesOf(canvas), [canvas]);
  const taken = useMemo(
    () => new Set(drag.active === null ? [] : [drag.active, ...within(canvas, drag.active)]),
    [canvas, drag.active],
  );
  const isNear = (box: LayoutBox): boolean =>
    band === null || box.id === drag.active || box.id === selected || touches(band, box);
  const stop = layout.boxes.some(({ id }) => id === selected) ? selected : layout.boxes[0]?.id;
  return (
    <>
      <Lines layout={layout} band={band} path={path} />
      <div role="tree" aria-label={labelOf(node)} className={styles.layer}>
        {layout.boxes.filter(isNear).map((box) => (
          <Box
            key={box.id}
            box={box}
            node={canvas.nodes.get(box.id)!}
            place={places.get(box.id)!}
            selected={box.id === selected}
            focusable={box.id === stop}
            folded={childrenOf(canvas, box.id).length > 0 ? folded.has(box.id) : null}
            mark={marks.get(box.id)}
            badge={badges.get(box.id)}
            lit={passed.has(box.id)}
            taken={taken.has(box.id)}
            locked={model.locked}
            labels={node.ports.labels}
            deeds={model.deeds}
          />
        ))}
      </div>
    </>
  );
});

/** The buttons on the lines in reach; with keys, + does the same. */
function AddButtons({ canvas, layout, camera: { band }, changes }: Model) {
  return (
    <div className={styles.layer}>
      {layout.places
        .filter((place) => !place.beside && (band === null || touches(band, place)))
        .map(({ parent, index, x, y }) => (
          <button
            key={`${parent} ${index}`}
            type="button"
            data-tool
            tabIndex={-1}
            className={styles.add}
            style={{ left: x, top: y }}
            aria-label={`在这里添加节点（${canvas.nodes.get(parent)?.title ?? ''}第 ${index + 1} 个）`}
            title="添加节点"
            onClick={(event) => changes.ask(event.currentTarget, { parentId: parent, index })}
          >
            <Icon name="plus" />
          </button>
        ))}
    </div>
  );
}

/** Zoom, the picture in small, and what is said of nothing. */
function Around({ node, layout, camera }: Model) {
  const narrow = useNarrow();
  if (layout.boxes.length === 0)
    return (
      <div className={styles.empty}>
        <EmptyState title={textOf(node.props.empty)} />
      </div>
    );
  if (node.props.tool === false) return null;
  return (
    <>
      <Tools camera={camera} />
      {!narrow && <Minimap layout={layout} camera={camera} />}
    </>
  );
}

/** What floats over the drawing: the menu of a place, what is dragged. */
function Floating({ node, canvas, changes, drag }: Model) {
  const { adding } = changes;
  const dragged = drag.active === null ? undefined : canvas.nodes.get(drag.active);
  return (
    <>
      {adding && (
        <AddMenu
          anchor={adding.anchor}
          kinds={addable(canvas)}
          onChoose={(kind) => changes.add(kind, adding)}
          onClose={changes.stopAdding}
        />
      )}
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <div className={`${styles.ghost} ${styles[dragged.kind.shape]}`}>
            <BoxContent node={dragged} labels={node.ports.labels} />
          </div>
        )}
      </DragOverlay>
    </>
  );
}

const labelOf = ({ props }: Node): string => textOf(props.label) || '流程图';

/** The ground that is moved and zoomed, with all that lies on it. */
function Ground({ model }: { model: Model }) {
  const { node, drag, elements } = model;
  const fills = node.props.fill === true;
  return (
    <div
      ref={elements.frame}
      className={`${styles.frame} ${fills ? styles.fill : ''}`}
      style={{ height: fills ? '100%' : node.props.height }}
      data-dragging={drag.active === null ? undefined : true}
      {...model.gestures}
    >
      <div ref={elements.world} className={styles.world}>
        <BoxLayer model={model} />
        {!model.locked && <AddButtons {...model} />}
        <div ref={elements.marker} className={styles.marker} aria-hidden />
      </div>
      <Around {...model} />
    </div>
  );
}

/** A tree of boxes from top to bottom, on a ground that is moved and zoomed. */
export default function TreeCanvasView({ node }: WidgetViewProps<TreeCanvasProps>) {
  const model = useTreeCanvas(node);
  const { canvas, drag } = model;
  const nameOf = (id: string | number): string => canvas.nodes.get(String(id))?.title ?? '';
  return (
    <DndContext
      sensors={drag.sensors}
      autoScroll={false}
      onDragStart={drag.start}
      onDragMove={drag.move}
      onDragEnd={drag.end}
      onDragCancel={drag.cancel}
      accessibility={{ announcements: announcements(nameOf) }}
    >
      <Ground model={model} />
      <Floating {...model} />
    </DndContext>
  );
}

/** Ids are anybody's texts: they are compared, not made part of a selector. */
const elementOf = (frame: HTMLElement | null, id: string): HTMLElement | null =>
  [...(frame?.querySelectorAll<HTMLElement>('[data-node]') ?? [])].find(
    ({ dataset }) => dataset['node'] === id,
  ) ?? null;

/** The same functions all along, so that boxes draw only what changed. */
function useStableDeeds(deeds: BoxDeeds): BoxDeeds {
  const latest = useRef(deeds);
  latest.current = deeds;
  return useMemo(
    () => ({
      select: (id) => latest.current.select(id),
      open: (id) => latest.current.open(id),
      fold: (id) => latest.current.fold(id),
      keys: (event, id) => latest.current.keys(event, id),
      addBranch: (id) => latest.current.addBranch(id),
    }),
    [],
  );
}
