import { useEffect, useId, useRef } from 'react';
import type { SelectOption } from '../../../contract/index.ts';
import { useNarrow } from '../../hooks/narrow.ts';
import { Icon } from '../../icons/icons.tsx';
import { boxClass } from '../text.tsx';
import { MAX_MATCHES, childrenOf, pathText, type Path } from './rows.ts';
import { useTree, type TreePosition, type TreeSource, type TreeState } from './use-tree.ts';
import styles from './tree.module.css';

interface RowProps {
  id: string;
  node: SelectOption;
  on: boolean;
  opened: boolean;
  active: boolean;
  onActive(): void;
  onPick(): void;
}
function TreeRow({ id, node, on, opened, active, onActive, onPick }: RowProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  const leads = childrenOf(node).length > 0;
  return (
    <div
      ref={row}
      id={id}
      role="treeitem"
      aria-selected={on}
      aria-expanded={leads ? opened : undefined}
      aria-disabled={node.disabled || undefined}
      className={[
        styles.row,
        active && styles.active,
        (on || opened) && styles.on,
        node.disabled && styles.off,
      ]
        .filter(Boolean)
        .join(' ')}
      onMouseMove={onActive}
      onClick={onPick}
    >
      <span className={styles.word}>{node.label}</span>
      {on && <Icon name="check" className={styles.check} />}
      {leads && <Icon name="right" className={styles.leads} />}
    </div>
  );
}

interface ViewProps {
  walk: TreeState;
  id: string;
  label: string;
  chosen: string | undefined;
}
const columnId = (id: string, level: number): string => `${id}-level-${level}`;
const samePlace = (a: TreePosition, b: TreePosition): boolean =>
  a.level === b.level && a.index === b.index;
/** Levels side by side; on a phone only the deepest, with the way back above it. */
function Columns({ walk, id, label, chosen, narrow }: ViewProps & { narrow: boolean }) {
  const { columns, opened, active, pick, setActive, back } = walk;
  const shown = narrow ? columns.slice(-1) : columns;
  const first = columns.length - shown.length;
  const above = opened
    .slice(0, columns.length - 1)
    .map((code, level) => columns[level]?.find((node) => node.code === code)?.label ?? code);
  return (
    <>
      {narrow && above.length > 0 && (
        <button type="button" className={styles.back} onClick={() => back(above.length - 1)}>
          <Icon name="left" />
          {above.join(' / ')}
        </button>
      )}
      <div className={styles.columns}>
        {shown.map((nodes, at) => (
          <div
            key={first + at}
            id={columnId(id, first + at)}
            role="tree"
            aria-label={`${label || '选项'} 第 ${first + at + 1} 级`}
            className={styles.column}
          >
            {nodes.map((node, index) => {
              const place = { level: first + at, index };
              return (
                <TreeRow
                  key={node.code}
                  id={`${id}-${place.level}-${index}`}
                  node={node}
                  on={node.code === chosen}
                  opened={opened[place.level] === node.code}
                  active={samePlace(active, place)}
                  onActive={() => {
                    if (!samePlace(active, place)) setActive(place);
                  }}
                  onPick={() => pick(place)}
                />
              );
            })}
          </div>
        ))}
      </div>
    </>
  );
}
function Found({ walk, id, label, chosen }: ViewProps) {
  const { found, active, pick, setActive } = walk;
  if (found.length === 0)
    return (
      <div role="status" className={styles.none}>
        没有找到
      </div>
    );
  return (
    <>
      <div id={id} role="listbox" aria-label={label || '选项'} className={styles.found}>
        {found.map((path: Path, index) => {
          const node = path.at(-1)!;
          return (
            <div
              key={node.code}
              id={`${id}-0-${index}`}
              role="option"
              aria-selected={node.code === chosen}
              aria-disabled={node.disabled || undefined}
              className={[
                styles.row,
                active.index === index && styles.active,
                node.code === chosen && styles.on,
                node.disabled && styles.off,
              ]
                .filter(Boolean)
                .join(' ')}
              onMouseMove={() => {
                if (active.index !== index) setActive({ level: 0, index });
              }}
              onClick={() => pick({ level: 0, index })}
            >
              {pathText(path)}
            </div>
          );
        })}
      </div>
      {found.length >= MAX_MATCHES && (
        <div className={styles.hint}>结果较多，输入更多文字可缩小范围</div>
      )}
    </>
  );
}

export interface TreePanelProps extends TreeSource {
  label: string;
  loading: boolean;
  /** A node above others can be chosen too: the panel stays open and has a button to end. */
  anyLevel: boolean;
  onDone(): void;
  searchHint: string;
}
/**
 * A tree to choose one node of: search by name, levels side by side, arrow keys from the search
 * box.
 */
export function TreePanel({
  label,
  loading,
  anyLevel,
  onDone,
  searchHint,
  ...source
}: TreePanelProps) {
  const walk = useTree(source);
  const id = useId();
  const narrow = useNarrow();
  const { searching, active } = walk;
  const controls = searching
    ? id
    : walk.columns
        .map((_, level) => columnId(id, level))
        .slice(narrow ? -1 : 0)
        .join(' ');
  const listed = searching ? walk.found.length > 0 : source.tree.length > 0;
  return (
    <div className={styles.panel}>
      <input
        role="combobox"
        aria-label={`搜索${label}`}
        aria-expanded={listed}
        aria-controls={listed ? controls : undefined}
        aria-autocomplete="list"
        aria-activedescendant={
          listed && active.index >= 0
            ? `${id}-${searching ? 0 : active.level}-${active.index}`
            : undefined
        }
        data-autofocus={narrow ? undefined : true}
        className={boxClass({}, styles.search)}
        type="text"
        autoComplete="off"
        placeholder={searchHint}
        value={walk.text}
        onChange={(event) => walk.type(event.target.value)}
        onKeyDown={walk.onKey}
      />
      {source.tree.length === 0 ? (
        <div role="status" className={styles.none}>
          {loading ? '正在加载…' : '没有可选的内容'}
        </div>
      ) : searching ? (
        <Found walk={walk} id={id} label={label} chosen={source.chosen} />
      ) : (
        <Columns walk={walk} id={id} label={label} chosen={source.chosen} narrow={narrow} />
      )}
      {anyLevel && (
        <div className={styles.foot}>
          <span className={styles.hint}>上级也可以选</span>
          <button type="button" className={styles.done} onClick={onDone}>
            完成
          </button>
        </div>
      )}
    </div>
  );
}
