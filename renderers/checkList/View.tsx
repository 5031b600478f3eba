import { useState, type MouseEvent } from 'react';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { contentOf, keysOf } from '../../src/ui/parts/index.ts';
import {
  failureText,
  isRecord,
  numberOf,
  partOf,
  textOf,
  withPart,
} from '../../src/values/index.ts';
import { asField, type FieldModel } from '../../src/runtime/models/index.ts';
import { FailureCard } from '../../src/ui/display/index.ts';
import type { CheckListProps } from './index.ts';
import styles from './View.module.css';

type Node = NodeHandle<CheckListProps>;

const fieldOf = (bound: unknown): FieldModel | null =>
  isRecord(bound) && bound['kind'] === 'field' ? asField(bound) : null;
/** The part of a bound field that holds what is ticked; null unless a field is bound. */
function fieldPart(node: Node) {
  const field = fieldOf(node.bound);
  if (!field) return null;
  const path = textOf(node.props.part).split('.').filter(Boolean);
  return {
    given: partOf(field.value, path),
    isFixed:
      node.state.readonly ||
      node.state.disabled ||
      (path.length > 1 && partOf(field.value, path.slice(0, -1)) === undefined),
    write: (ids: readonly string[]): void =>
      field.set(withPart(field.value, path, ids.length > 0 ? ids : undefined)),
  };
}

type Tick = (keys: readonly string[], on: boolean) => void;
/** What the page says is ticked; where it says nothing, what the person ticked. */
function tickedOf(selected: unknown, own: readonly string[]): readonly string[] {
  if (selected === undefined || selected === null) return own;
  return Array.isArray(selected) ? selected.map(textOf) : [];
}

/**
 * Ticked rows: controlled by the page, which is notified; otherwise local state. Only rows that are
 * shown count.
 */
function useTicks(node: Node, keys: readonly string[]): [ReadonlySet<string>, Tick] {
  const [own, setOwn] = useState<readonly string[]>([]);
  const part = fieldPart(node);
  const given = tickedOf(part ? (part.given ?? []) : node.props.selected, own);
  const ticked = new Set(keys.filter((key) => given.includes(key)));
  const tick: Tick = (some, on) => {
    const ids = keys.filter((key) => (some.includes(key) ? on : ticked.has(key)));
    setOwn(ids);
    part?.write(ids);
    void node.emit('selectionChange', { ids });
  };
  return [ticked, tick];
}

interface AllProps {
  node: Node;
  keys: readonly string[];
  ticked: ReadonlySet<string>;
  isFixed: boolean;
  onTick: (on: boolean) => void;
}
function All({ node, keys, ticked, isFixed, onTick }: AllProps) {
  const all = keys.length > 0 && ticked.size === keys.length;
  return (
    <span className={styles.all}>
      <label className={styles.allBox}>
        <input
          type="checkbox"
          checked={all}
          disabled={isFixed || keys.length === 0}
          ref={(box) => {
            if (box) box.indeterminate = ticked.size > 0 && !all;
          }}
          onChange={(event) => onTick(event.target.checked)}
        />
        <span>{textOf(node.props.allText) || '全选'}</span>
      </label>
      {ticked.size > 0 && <span className={styles.count}>已选 {ticked.size} 条</span>}
    </span>
  );
}

const rowClass = (isTicked: boolean, isCurrent: boolean, opens: boolean): string =>
  [styles.row, isTicked && styles.ticked, isCurrent && styles.current, opens && styles.opens]
    .filter(Boolean)
    .join(' ');
/** A press on a control of the row, or the end of selecting text, is not one on the row. */
const isOnControl = ({ target, currentTarget }: MouseEvent<HTMLElement>): boolean =>
  (target instanceof Element &&
    target.closest('button, a, input, label')?.closest('li') === currentTarget) ||
  getSelection()?.isCollapsed === false;

/** Rows that can be ticked, one by one or all of them, and what may be done with those that are. */
export default function CheckListView({ node }: WidgetViewProps<CheckListProps>) {
  const { items, keyProp, nameProp, skeleton, label } = node.props;
  const { rows, loading, failure, reload } = contentOf(
    node.bound,
    items,
    node.props.loading === true,
  );
  const keys = keysOf(rows, textOf(keyProp) || 'id');
  const [ticked, tick] = useTicks(node, keys);
  const isFixed = fieldPart(node)?.isFixed === true;
  const nameOf = (row: unknown, index: number): string =>
    (isRecord(row) && textOf(row[textOf(nameProp) || 'name'])) || `第 ${index + 1} 行`;
  const waits = rows.length === 0 && loading;
  const current = textOf(node.props.current);
  return (
    <div className={styles.checkList} aria-busy={loading || undefined}>
      <div className={styles.head}>
        <All
          node={node}
          keys={keys}
          ticked={ticked}
          isFixed={isFixed}
          onTick={(on) => tick(keys, on)}
        />
        {node.hasSlot('actions') && <div className={styles.actions}>{node.slot('actions')}</div>}
      </div>
      {waits && (
        <div role="status" aria-label="加载中">
          {Array.from({ length: numberOf(skeleton, 5) }, (_, i) => (
            <span key={i} className={styles.boneRow}>
              <span className={`hz-skeleton ${styles.bone}`} />
            </span>
          ))}
        </div>
      )}
      {!waits &&
        rows.length === 0 &&
        (failure ? (
          <FailureCard text={failureText(failure)} onRetry={reload} />
        ) : (
          node.slot('empty')
        ))}
      {rows.length > 0 && (
        <ul aria-label={textOf(label) || undefined} className={styles.rows}>
          {rows.map((value, index) => {
            const key = keys[index]!;
            return (
              // A convenience of the mouse: what the row shows has the control for everyone.
              <li
                key={key}
                className={rowClass(ticked.has(key), key === current, node.handles('open'))}
                aria-current={key === current || undefined}
                onClick={(event) => {
                  if (!isOnControl(event)) void node.emit('open', { key, value });
                }}
              >
                <label className={styles.box}>
                  <input
                    type="checkbox"
                    aria-label={`选择 ${nameOf(value, index)}`}
                    checked={ticked.has(key)}
                    disabled={isFixed}
                    onChange={(event) => tick([key], event.target.checked)}
                  />
                </label>
                <div className={styles.item}>{node.slot('item', { value, key, index })}</div>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
