import { memo, useRef } from 'react';
import type { CSSProperties, DragEvent, MouseEvent, PointerEvent, ReactNode } from 'react';
import { Icon } from '../../src/ui/icons/index.ts';
import type { CheckState } from './checks.ts';
import type { DropSide } from './moves.ts';
import { splitByMatch, type TreeRow as Line } from './rows.ts';
import styles from './View.module.css';

const CHECKED = { all: true, some: 'mixed', none: false } as const;

export interface RowActions {
  toggle(line: Line): void;
  press(line: Line, event: MouseEvent): void;
  check(line: Line): void;
  open(line: Line): void;
  menu(line: Line, at: { x: number; y: number }): void;
  retry(line: Line): void;
  named(line: Line, title: string | null): void;
  drag: {
    start(event: DragEvent, line: Line): void;
    over(event: DragEvent, line: Line): void;
    drop(event: DragEvent): void;
    end(): void;
    touch(event: PointerEvent, line: Line): void;
  };
}
export interface RowProps {
  id: string;
  line: Line;
  top: number;
  height: number;
  search: string;
  icon: string;
  selected: boolean | undefined;
  check: CheckState | undefined;
  active: boolean;
  editing: boolean;
  /** A menu of its own, or room for one where other lines have theirs. */
  menu: 'has' | 'room' | undefined;
  movable: boolean;
  mark: DropSide | undefined;
  content: ReactNode;
  extra: ReactNode;
  actions: RowActions;
}

/** The title with what was searched in colour. */
function Title({ title, search }: { title: string; search: string }) {
  return (
    <span className={styles.title} title={title}>
      {splitByMatch(title, search).map((part, index) =>
        index % 2 ? (
          <mark key={index} className={styles.hit}>
            {part}
          </mark>
        ) : (
          part
        ),
      )}
    </span>
  );
}

/** The name being changed: Enter and leaving keep it, Esc does not. */
function NameInput({ line, onDone }: { line: Line; onDone: (title: string | null) => void }) {
  const done = useRef(false);
  const end = (title: string | null) => {
    if (!done.current) {
      done.current = true;
      onDone(title);
    }
  };
  return (
    <input
      className={styles.name}
      aria-label={`${line.node.title} 的新名称`}
      defaultValue={line.node.title}
      autoFocus
      maxLength={100}
      onFocus={(event) => event.target.select()}
      onBlur={(event) => end(event.target.value)}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape'))
          return;
        event.preventDefault();
        end(event.key === 'Enter' ? event.currentTarget.value : null);
      }}
    />
  );
}

/** Line for children that are loading, or failed to load. */
function ComingRow({
  id,
  line,
  style,
  active,
  onRetry,
}: {
  id: string;
  line: Line;
  style: CSSProperties;
  active: boolean;
  onRetry: () => void;
}) {
  const failed = line.loadState === 'failed';
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={line.level}
      aria-selected={false}
      className={`${styles.row} ${styles.coming} ${active ? styles.active : ''}`}
      style={style}
      onClick={failed ? onRetry : undefined}
    >
      <Icon
        name={failed ? 'exclamation-circle' : 'loading'}
        className={failed ? styles.failed : styles.spin}
      />
      {failed ? (
        <>
          加载失败，<span className={styles.retry}>重试</span>
        </>
      ) : (
        '加载中'
      )}
    </div>
  );
}

/** Opens and closes what is below a line; the space stays where there is nothing below. */
function Toggle({ line, actions }: { line: Line; actions: RowActions }) {
  return (
    <span
      aria-hidden
      className={styles.turn}
      onClick={(event) => {
        if (line.expandable) {
          event.stopPropagation();
          actions.toggle(line);
        }
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {line.expandable && <Icon name="right" className={line.open ? styles.turned : ''} />}
    </span>
  );
}

function CheckBox({ check, onCheck }: { check: CheckState; onCheck(): void }) {
  return (
    <span
      aria-hidden
      className={`${styles.box} ${styles[check]}`}
      onClick={(event) => {
        event.stopPropagation();
        onCheck();
      }}
    >
      {check !== 'none' && <Icon name={check === 'all' ? 'check' : 'minus'} />}
    </span>
  );
}

function MenuButton({ line, actions }: { line: Line; actions: RowActions }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.more}
      aria-label={`${line.node.title} 的操作`}
      title="更多操作"
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        event.stopPropagation();
        const box = event.currentTarget.getBoundingClientRect();
        actions.menu(line, { x: box.left, y: box.bottom });
      }}
    >
      <Icon name="more" />
    </button>
  );
}

/** What follows the title: count, the page's own content, and the menu. */
function RowEnd({ line, extra, menu, actions }: RowProps) {
  const { count } = line.node;
  return (
    <>
      {count && <span className={styles.count}>{count}</span>}
      {extra && <span className={styles.extra}>{extra}</span>}
      {menu === 'room' && (count || extra) && <span aria-hidden className={styles.room} />}
      {menu === 'has' && <MenuButton line={line} actions={actions} />}
    </>
  );
}

const rowClass = ({ line, active, selected, mark }: RowProps): string =>
  [
    styles.row,
    active && styles.active,
    selected && styles.selected,
    line.node.disabled && styles.off,
    mark && styles[mark],
  ]
    .filter(Boolean)
    .join(' ');

/** One node. Its parts take no focus: the tree has it, and names the active line. */
export const TreeRowView = memo(function Row(props: RowProps) {
  const { id, line, check, editing, menu, actions } = props;
  const { node, level } = line;
  const style = {
    '--level': level - 1,
    height: props.height,
    transform: `translateY(${props.top}px)`,
  } as CSSProperties;
  if (line.loadState)
    return (
      <ComingRow
        id={id}
        line={line}
        style={style}
        active={props.active}
        onRetry={() => actions.retry(line)}
      />
    );
  const icon = node.icon || props.icon;
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-posinset={line.place}
      aria-setsize={line.size}
      aria-expanded={line.expandable ? line.open : undefined}
      aria-selected={props.selected}
      aria-checked={check && CHECKED[check]}
      aria-disabled={node.disabled || undefined}
      data-id={node.id}
      draggable={props.movable && !editing}
      className={rowClass(props)}
      style={style}
      onClick={(event) => actions.press(line, event)}
      onDoubleClick={() => actions.open(line)}
      onContextMenu={(event) => {
        if (menu === 'has') {
          event.preventDefault();
          actions.menu(line, { x: event.clientX, y: event.clientY });
        }
      }}
      onPointerDown={(event) => actions.drag.touch(event, line)}
      onDragStart={(event) => actions.drag.start(event, line)}
      onDragOver={(event) => actions.drag.over(event, line)}
      onDrop={actions.drag.drop}
      onDragEnd={actions.drag.end}
    >
      <Toggle line={line} actions={actions} />
      {check && <CheckBox check={check} onCheck={() => actions.check(line)} />}
      {icon && <Icon name={icon} className={styles.icon} />}
      {editing ? (
        <NameInput line={line} onDone={(title) => actions.named(line, title)} />
      ) : (
        (props.content ?? <Title title={node.title} search={props.search} />)
      )}
      <RowEnd {...props} />
    </div>
  );
});
