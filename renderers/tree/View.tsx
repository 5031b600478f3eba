import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import type { CSSProperties, MouseEvent, RefObject } from 'react';
import { useShortcut } from '../../src/ui/overlay/index.ts';
import { useStable, useNarrow, useRows } from '../../src/ui/hooks/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { EmptyState, FailureCard } from '../../src/ui/display/index.ts';
import { failureText, lengthOf, textOf } from '../../src/values/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import type { TreeProps } from './index.ts';
import { TreeRowView, type RowActions } from './Row.tsx';
import { rowPositionKey, type TreeRow as Line } from './rows.ts';
import { useDrag } from './use-drag.ts';
import { useKeys } from './use-keys.ts';
import { useActive, useLineMenu, useSelect } from './use-lines.tsx';
import { useTree, type TreeState } from './use-tree.ts';
import styles from './View.module.css';

/** Heights of a line in pixels; a finger needs more than a pointer. */
const LINE = 32;
const LINE_ON_PHONE = 44;
type Node = NodeHandle<TreeProps>;
type Keys = Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>;
const NO_KEYS: Keys = { ctrlKey: false, metaKey: false, shiftKey: false };

function Search({ state, label, shortcut }: { state: TreeState; label: string; shortcut: string }) {
  const input = useRef<HTMLInputElement>(null);
  useShortcut(shortcut, shortcut ? () => input.current?.focus() : null, `在${label}中搜索`);
  return (
    <div className={styles.search}>
      <Icon name="search" className={styles.lens} />
      <input
        ref={input}
        type="search"
        className={styles.input}
        aria-label={`在${label}中搜索`}
        placeholder="搜索"
        value={state.search}
        onChange={(event) => state.setSearch(event.target.value)}
      />
      <span className="hz-hidden" role="status">
        {state.hits === null ? '' : `找到 ${state.hits} 项`}
      </span>
    </div>
  );
}
const Waiting = () => (
  <div role="status" aria-label="加载中" className={styles.waiting}>
    {[60, 75, 50, 66, 40].map((width, index) => (
      <span
        key={width}
        className="hz-skeleton"
        style={{ width: `${width}%`, marginLeft: (index % 3) * 20 }}
      />
    ))}
  </div>
);

/** Shown instead of the tree while there are no lines. */
const NoLines = observer(function NoLines({ node, state }: { node: Node; state: TreeState }) {
  if (state.loading) return <Waiting />;
  if (state.failure)
    return <FailureCard text={failureText(state.failure)} onRetry={state.reload} />;
  if (state.hits === 0) return <EmptyState drawing="search" title={`没有找到“${state.search}”`} />;
  return node.hasSlot('empty') ? (
    node.slot('empty')
  ) : (
    <EmptyState title={textOf(node.props.empty) || '暂无内容'} />
  );
});

/** What a person can do with a line, by pointer or key. */
function useDeeds(
  node: Node,
  state: TreeState,
  root: RefObject<HTMLDivElement | null>,
  setKey: (key: string) => void,
) {
  const [editing, setEditing] = useState('');
  const choose = useSelect(node, state);
  const lines = useLineMenu(node);
  const toTree = () => root.current?.focus({ preventScroll: true });
  const drag = useDrag(node, state, (moved) => {
    setKey(moved);
    toTree();
  });
  const locked = node.state.disabled || node.state.readonly;
  const check = (line: Line) => {
    if (!line.node.disabled && !locked) state.check(line.node);
  };
  const press = (line: Line, keys: Keys) => {
    setKey(line.key);
    if (line.loadState) {
      if (line.loadState === 'failed') state.retry(line.node);
    } else if (state.checks && !node.handles('select')) check(line);
    else choose(line, keys);
  };
  const activate = (line: Line) => {
    if (line.loadState || !node.handles('open')) press(line, NO_KEYS);
    else
      void node.emit('open', {
        id: line.node.id,
        title: line.node.title,
        node: line.node.data,
        ids: [line.node.id],
      });
  };
  const rename = (line: Line) => {
    if (node.props.renamable && !locked && !line.loadState && !line.node.disabled)
      setEditing(line.node.id);
  };
  const remove = (line: Line) => {
    if (!locked && !line.node.disabled && node.handles('remove'))
      void node.emit('remove', { id: line.node.id, title: line.node.title, node: line.node.data });
  };
  const actions: RowActions = {
    press,
    check,
    toggle: (line) => state.turn(line.node, !line.open),
    retry: (line) => state.retry(line.node),
    open: (line) => {
      if (node.props.renamable) rename(line);
      else if (node.handles('open')) activate(line);
      else if (line.expandable) state.turn(line.node, !line.open);
    },
    menu: (line, place) => {
      setKey(line.key);
      toTree();
      lines.show(line.node, place);
    },
    named: (line, title) => {
      setEditing('');
      toTree();
      if (title?.trim() && title.trim() !== line.node.title)
        state.attempt('rename', { id: line.node.id, title: title.trim() });
    },
    drag: {
      start: (event, line) => drag.start(event, line.node),
      over: (event, line) => drag.over(event, line.node),
      drop: drag.drop,
      end: drag.end,
      touch: (event, line) => drag.touch(event, line.node),
    },
  };
  return { editing, lines, drag, actions, press, check, activate, rename, remove };
}
type Deeds = ReturnType<typeof useDeeds>;

/** What a line shows and does, wherever it is on the screen. */
function rowPropsOf(node: Node, state: TreeState, deeds: Deeds, line: Line, index: number) {
  const { lines, drag } = deeds;
  const selectable = !state.checks && node.props.selection !== 'none';
  const row = { value: line.node.data, key: line.key, index };
  return {
    line,
    search: state.search,
    icon: textOf(node.props.icon),
    selected: selectable ? state.selected.has(line.node.id) : undefined,
    check: state.checks?.get(line.node.id),
    editing: deeds.editing === line.node.id,
    menu: lines.has ? (line.node.menu ? ('has' as const) : ('room' as const)) : undefined,
    movable: drag.on && line.node.movable,
    mark: drag.place?.target === line.node && !line.loadState ? drag.place.where : undefined,
    content: node.hasSlot('title') ? node.slot('title', row) : undefined,
    extra: node.hasSlot('extra') ? node.slot('extra', row) : undefined,
    actions: deeds.actions,
  };
}

/**
 * The lines on the screen. The tree has the focus and names the active line, so that a line that is
 * windowed away keeps its place.
 */
const Lines = observer(function Lines({
  node,
  state,
  root,
  deeds,
  at,
  setKey,
}: {
  node: Node;
  state: TreeState;
  root: RefObject<HTMLDivElement | null>;
  deeds: Deeds;
  at: number;
  setKey: (key: string) => void;
}) {
  const { rows } = state;
  const height = useNarrow() ? LINE_ON_PHONE : LINE;
  const seen = useRows(root, rows.length, height);
  const { lines, drag } = deeds;
  const lineId = (index: number) => node.domId(`line-${rows[index]?.key ?? ''}`);
  const underLine = (index: number) => {
    const box = document.getElementById(lineId(index))?.getBoundingClientRect();
    return { x: (box?.left ?? 0) + LINE, y: box?.bottom ?? 0 };
  };
  const goTo = useStable((index: number) => setKey(rows[index]?.key ?? ''));
  const place = rowPositionKey(rows[at]);
  const toActive = useStable(() => {
    if (at >= 0) seen.scrollToIndex(at);
  });
  useEffect(() => toActive(), [place, toActive]);
  const multiple = node.props.selection === 'multiple';
  const keys = useKeys(state, {
    rows,
    active: at,
    goTo,
    activate: deeds.activate,
    rename: deeds.rename,
    remove: deeds.remove,
    press: (line, event) => {
      if (state.checks && !line.loadState) deeds.check(line);
      else deeds.press(line, { shiftKey: event.shiftKey, metaKey: false, ctrlKey: multiple });
    },
    menu: (line) => lines.show(line.node, underLine(at), 0),
    move: (line, key) => {
      const done = drag.byKey(line.node, key);
      if (typeof done === 'string') node.ports.toast('info', done);
    },
  });
  const size: CSSProperties = {
    height: lengthOf(node.props.height),
    maxHeight: node.props.fill || node.props.height ? undefined : '70vh',
  };
  return (
    <div
      ref={root}
      role="tree"
      tabIndex={0}
      aria-label={textOf(node.props.label) || '树'}
      aria-multiselectable={multiple || undefined}
      aria-activedescendant={lines.menu.activeId ?? (at >= 0 ? lineId(at) : undefined)}
      className={styles.tree}
      style={size}
      onKeyDown={(event) => {
        if (!lines.menu.keys(event)) keys(event);
      }}
      onFocus={(event) => {
        if (event.target === event.currentTarget && at < 0) setKey(rows[0]?.key ?? '');
      }}
      onBlur={lines.menu.hide}
    >
      <div role="none" className={styles.lines} style={{ height: seen.getTotalSize() }}>
        {seen.getVirtualItems().map(({ index, start }) => {
          const line = rows[index];
          return (
            line && (
              <TreeRowView
                key={line.key}
                id={lineId(index)}
                top={start}
                height={height}
                active={index === at}
                {...rowPropsOf(node, state, deeds, line, index)}
              />
            )
          );
        })}
      </div>
    </div>
  );
});

/** Nodes that open into more nodes; only the lines on the screen are drawn. */
export default function TreeView({ node }: WidgetViewProps<TreeProps>) {
  const state = useTree(node);
  const root = useRef<HTMLDivElement>(null);
  const { at, setKey } = useActive(state);
  const deeds = useDeeds(node, state, root, setKey);
  return (
    <div className={`${styles.frame} ${node.props.fill ? styles.fill : ''}`}>
      {(node.props.searchable || node.hasSlot('head')) && (
        <div className={styles.head}>
          {node.props.searchable && (
            <Search
              state={state}
              label={textOf(node.props.label) || '树'}
              shortcut={textOf(node.props.shortcut)}
            />
          )}
          {node.slot('head')}
        </div>
      )}
      {state.rows.length > 0 ? (
        <Lines node={node} state={state} root={root} deeds={deeds} at={at} setKey={setKey} />
      ) : (
        <NoLines node={node} state={state} />
      )}
      {deeds.lines.drawn}
    </div>
  );
}
