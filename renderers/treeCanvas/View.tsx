import { DndContext, DragOverlay } from '@dnd-kit/core';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { layoutTree, touches } from '../../src/document/layout/index.ts';
import { EmptyState } from '../../src/ui/display/index.ts';
import { announcements } from '../../src/ui/sorting/index.ts';
import { useNarrow, useStable } from '../../src/ui/hooks/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import { valueOf } from '../../src/ui/parts/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { isRecord, recordsOf, rowsOf, textOf } from '../../src/values/index.ts';
import { AddMenu } from './AddMenu.tsx';
import { Box, BoxContent, type BoxBadge, type BoxDeeds, type BoxMark } from './Boxes.tsx';
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
import { useCamera } from './use-camera.ts';
import { useDrag } from './use-drag.ts';
import { useGestures } from './use-gestures.ts';
import { useKeys } from './use-keys.ts';
import styles from './View.module.css';

type Node = NodeHandle<TreeCanvasProps>;

const marksOf = (marks: unknown, idProp: string): ReadonlyMap<string, BoxMark> => {
  const found = new Map<string, BoxMark>();
  for (const mark of recordsOf(marks)) {
    const id = textOf(mark[idProp]);
    const warning = mark['severity'] === 'warning';
    const before = found.get(id);
    if (!before || (before.warning && !warning))
      found.set(id, { msg: textOf(mark['msg']), warning });
  }
  return found;
};
const litOf = (lit: unknown, idProp: string): readonly string[] =>
  rowsOf(lit).map((step) => textOf(isRecord(step) ? step[idProp] : step));
const badgesOf = (badges: unknown): ReadonlyMap<string, BoxBadge> =>
  new Map(
    recordsOf(badges).map((badge) => [
      textOf(badge['id']),
      { text: textOf(badge['text']), color: textOf(badge['color']) || 'arcoblue' },
    ]),
  );

/** Boxes folded by the person; what is selected from elsewhere is unfolded. */
function useFolds(canvas: Canvas, selected: string) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    setFolded((before) => {
      const above = [...before].filter((id) => within(canvas, id).has(selected));
      return above.length === 0 ? before : new Set([...before].filter((id) => !above.includes(id)));
    });
    // Only when another one is selected: one may fold what is above it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
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

/** A tree of boxes from top to bottom, on a ground that is moved and zoomed. */
export default function TreeCanvasView({ node }: WidgetViewProps<TreeCanvasProps>) {
  const bound = valueOf(node.bound);
  const selected = textOf(node.props.selected ?? bound?.value);
  const { canvas, layout, folded, toggle } = useDrawing(node, selected);
  const locked = node.state.readonly || node.state.disabled;
  const frame = useRef<HTMLDivElement>(null);
  const world = useRef<HTMLDivElement>(null);
  const marker = useRef<HTMLDivElement>(null);
  const camera = useCamera(frame, world, layout, selected);
  const changes = useChanges(node, canvas, locked);
  const drag = useDrag(canvas, layout, camera, marker, (id, to) => changes.change?.move(id, to));
  const gestures = useGestures(frame, camera, drag.held);
  const narrow = useNarrow();
  const wanted = useRef<string | null>(null);

  const select = useStable((id: string) => {
    if (id !== selected) bound?.set(id);
    if (node.handles('select')) void node.emit('select', { id });
  });
  const open = useStable((id: string) => {
    if (node.handles('open')) void node.emit('open', { id });
  });
  const boxOf = (id: string) => layout.boxes.find((box) => box.id === id);
  // What is selected comes into the frame: by keys, by a list of problems, after it was added.
  useLayoutEffect(() => {
    const box = boxOf(selected);
    if (box) camera.show(box);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [selected, layout]);
  useEffect(() => {
    if (wanted.current === null) return;
    const box = elementOf(frame.current, wanted.current);
    if (!box) return;
    wanted.current = null;
    box.focus({ preventScroll: true });
  });
  const keys = useKeys(canvas, layout, camera, {
    go: (id) => {
      wanted.current = id;
      select(id);
    },
    open,
    fold: toggle,
    change: changes.change && {
      ...changes.change,
      move: (id, to) => {
        wanted.current = id;
        changes.change?.move(id, to);
      },
      remove: (id) => {
        wanted.current = parentOf(canvas, id);
        changes.change?.remove(id);
      },
      add: (id, to) => {
        const anchor = elementOf(frame.current, id);
        const branch = canvas.nodes.get(to.parentId)?.kind.branch;
        if (branch !== undefined) changes.add(branch, to);
        else if (anchor) changes.ask(anchor, to);
      },
    },
  });
  const deeds = useStableDeeds({
    select,
    open,
    fold: toggle,
    keys,
    addBranch: (id) => {
      const branch = canvas.nodes.get(id)?.kind.branch;
      if (branch) changes.add(branch, { parentId: id, index: childrenOf(canvas, id).length });
    },
  });

  const { markId, litId } = node.props;
  const marks = useMemo(
    () => marksOf(node.props.marks, textOf(markId) || 'id'),
    [node.props.marks, markId],
  );
  const badges = useMemo(() => badgesOf(node.props.badges), [node.props.badges]);
  const lit = useMemo(() => litOf(node.props.lit, textOf(litId) || 'id'), [node.props.lit, litId]);
  const litSet = useMemo(() => new Set(lit), [lit]);
  const places = useMemo(() => placesOf(canvas), [canvas]);
  const taken = useMemo(
    () => (drag.active === null ? null : new Set([drag.active, ...within(canvas, drag.active)])),
    [canvas, drag.active],
  );
  const { band } = camera;
  const near = layout.boxes.filter(
    (box) => band === null || box.id === drag.active || box.id === selected || touches(band, box),
  );
  const stop = boxOf(selected) ? selected : layout.boxes[0]?.id;
  const dragged = drag.active === null ? undefined : canvas.nodes.get(drag.active);
  const label = textOf(node.props.label) || '流程图';
  const height = node.props.fill ? '100%' : node.props.height;

  return (
    <DndContext
      sensors={drag.sensors}
      autoScroll={false}
      onDragStart={drag.start}
      onDragMove={drag.move}
      onDragEnd={drag.end}
      onDragCancel={drag.cancel}
      accessibility={{
        announcements: announcements((id) => canvas.nodes.get(String(id))?.title ?? ''),
      }}
    >
      <div
        ref={frame}
        className={`${styles.frame} ${node.props.fill ? styles.fill : ''}`}
        style={{ height }}
        data-dragging={drag.active === null ? undefined : true}
        {...gestures}
      >
        <div ref={world} className={styles.world}>
          <Lines layout={layout} band={band} lit={lit} />
          <div role="tree" aria-label={label} className={styles.layer}>
            {near.map((box) => {
              const each = canvas.nodes.get(box.id)!;
              const parent = childrenOf(canvas, box.id).length > 0;
              return (
                <Box
                  key={box.id}
                  box={box}
                  node={each}
                  place={places.get(box.id)!}
                  selected={box.id === selected}
                  focusable={box.id === stop}
                  folded={parent ? folded.has(box.id) : null}
                  mark={marks.get(box.id)}
                  badge={badges.get(box.id)}
                  lit={litSet.has(box.id)}
                  taken={taken?.has(box.id) ?? false}
                  locked={locked}
                  labels={node.ports.labels}
                  deeds={deeds}
                />
              );
            })}
          </div>
          {!locked && (
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
                    onClick={(event) =>
                      changes.ask(event.currentTarget, { parentId: parent, index })
                    }
                  >
                    <Icon name="plus" />
                  </button>
                ))}
            </div>
          )}
          <div ref={marker} className={styles.marker} aria-hidden />
        </div>
        {layout.boxes.length === 0 && (
          <div className={styles.empty}>
            <EmptyState title={textOf(node.props.empty)} />
          </div>
        )}
        {node.props.tool !== false && layout.boxes.length > 0 && <Tools camera={camera} />}
        {node.props.tool !== false && !narrow && layout.boxes.length > 0 && (
          <Minimap layout={layout} camera={camera} />
        )}
      </div>
      {changes.adding && (
        <AddMenu
          anchor={changes.adding.anchor}
          kinds={addable(canvas)}
          onChoose={(kind) => changes.add(kind, changes.adding!)}
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
