import { useDraggable } from '@dnd-kit/core';
import { observer } from 'mobx-react-lite';
import type { KeyboardEvent, ReactNode } from 'react';
import type { LayoutBox } from '../../src/document/layout/index.ts';
import { Icon, dotStyle, tagStyle } from '../../src/ui/icons/index.ts';
import type { LabelSource } from '../../src/values/index.ts';
import { lineText, type CanvasNode } from './rows.ts';
import styles from './View.module.css';

export interface BoxMark {
  readonly msg: string;
  readonly warning: boolean;
}
export interface BoxBadge {
  readonly text: string;
  readonly color: string;
}
/** Where a box is in the tree, for screen readers. */
export interface BoxPlace {
  readonly level: number;
  readonly at: number;
  readonly of: number;
}
export interface BoxDeeds {
  select(id: string): void;
  open(id: string): void;
  fold(id: string): void;
  keys(event: KeyboardEvent, id: string): void;
  /** Adds a branch at the end of a node whose children lie side by side. */
  addBranch(id: string): void;
}
interface BoxProps {
  box: LayoutBox;
  node: CanvasNode;
  place: BoxPlace;
  selected: boolean;
  /** It has the one stop of the Tab key. */
  focusable: boolean;
  /** Null: nothing is below it. */
  folded: boolean | null;
  mark: BoxMark | undefined;
  badge: BoxBadge | undefined;
  lit: boolean;
  /** It is dragged, or what is dragged holds it. */
  taken: boolean;
  locked: boolean;
  labels: LabelSource;
  deeds: BoxDeeds;
}

const nameOf = ({ node, box, mark, badge, labels }: BoxProps): string =>
  [
    node.title === node.kind.title ? node.title : `${node.kind.title}“${node.title}”`,
    ...node.lines.map((line) => lineText(line, labels)),
    badge?.text ?? '',
    mark ? `${mark.warning ? '提醒' : '问题'}：${mark.msg}` : '',
    box.hidden > 0 ? `已折叠 ${box.hidden} 个节点` : '',
  ]
    .filter(Boolean)
    .join('，');

/** What is written in a box; also what follows the pointer while it is dragged. */
export function BoxContent({ node, labels }: { node: CanvasNode; labels: LabelSource }) {
  const { kind, title, lines } = node;
  return (
    <>
      <span className={styles.head}>
        {kind.icon && (
          <span className={styles.icon} style={dotStyle(kind.color)}>
            <Icon name={kind.icon} />
          </span>
        )}
        <span className={styles.title}>{title}</span>
      </span>
      {lines.length > 0 && (
        <span className={styles.lines}>
          {lines.map((line, at) => {
            const text = lineText(line, labels);
            return (
              <span key={at} className={styles.line} title={text}>
                {text}
              </span>
            );
          })}
        </span>
      )}
    </>
  );
}

/** A button on a box, which does not select it. */
function CornerTool({
  className,
  title,
  onPress,
  children,
}: {
  className: string | undefined;
  title: string;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <span
      className={className}
      data-tool
      title={title}
      onClick={(event) => {
        event.stopPropagation();
        onPress();
      }}
    >
      {children}
    </span>
  );
}

/** What is wrong with a node, and what is there. */
function Notes({ mark, badge }: Pick<BoxProps, 'mark' | 'badge'>) {
  return (
    <>
      {mark && (
        <span className={`${styles.mark} ${mark.warning ? styles.warns : ''}`} title={mark.msg}>
          <Icon name="exclamation-circle" />
        </span>
      )}
      {badge && (
        <span className={styles.badge} style={tagStyle(badge.color)}>
          {badge.text}
        </span>
      )}
    </>
  );
}

/** What hangs at the edges of a box: what is wrong, what is there, folding, another branch. */
function Corners({ box: { id, hidden }, node, mark, badge, folded, locked, deeds }: BoxProps) {
  const { branch, addText } = node.kind;
  return (
    <>
      <Notes mark={mark} badge={badge} />
      {folded !== null && (
        <CornerTool
          className={styles.fold}
          title={folded ? `展开 ${hidden} 个节点` : '折叠'}
          onPress={() => deeds.fold(id)}
        >
          {folded ? hidden : <Icon name="up" />}
        </CornerTool>
      )}
      {branch !== undefined && addText && !locked && !folded && (
        <CornerTool
          className={styles.addBranch}
          title={addText}
          onPress={() => deeds.addBranch(id)}
        >
          <Icon name="plus" />
        </CornerTool>
      )}
    </>
  );
}

/** A node: pressed it is selected, dragged it is moved. */
export const Box = observer(function Box(props: BoxProps) {
  const { box, node, place, selected, folded, mark, lit, locked, deeds } = props;
  const { id, x, y, width, height } = box;
  const { setNodeRef, listeners } = useDraggable({ id, disabled: locked || node.fixed });
  const look = [
    styles.box,
    styles[node.kind.shape],
    selected && styles.selected,
    lit && styles.lit,
    mark && !mark.warning && styles.faulty,
    props.taken && styles.taken,
  ];
  return (
    <div
      ref={setNodeRef}
      {...listeners}
      role="treeitem"
      data-node={id}
      tabIndex={props.focusable ? 0 : -1}
      aria-label={nameOf(props)}
      aria-selected={selected}
      aria-expanded={folded === null ? undefined : !folded}
      aria-level={place.level}
      aria-posinset={place.at}
      aria-setsize={place.of}
      className={look.filter(Boolean).join(' ')}
      style={{ left: x, top: y, width, height }}
      onClick={() => deeds.select(id)}
      onDoubleClick={() => deeds.open(id)}
      onKeyDown={(event) => deeds.keys(event, id)}
    >
      <BoxContent node={node} labels={props.labels} />
      <Corners {...props} />
    </div>
  );
});
