import { useRef, useState } from 'react';
import {
  MAX_FILTER_VIEWS,
  type FieldDescribe,
  type FilterGroup,
  type FilterNode,
} from '../../src/contract/index.ts';
import {
  MenuList,
  NameBox,
  chrome,
  itemsOf,
  triggerProps,
  useMenu,
} from '../../src/ui/parts/index.ts';
import {
  asGroup,
  isRecord,
  filterLeaves,
  numberOf,
  recordsOf,
  textOf,
} from '../../src/values/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import styles from './View.module.css';

/** A filter saved by a user under a name. */
export interface SavedFilter {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly filter: FilterNode | null;
}
export const savedFiltersOf = (value: unknown): SavedFilter[] =>
  recordsOf(value).flatMap((item) => {
    const id = textOf(item['id']);
    return id
      ? [
          {
            id,
            name: textOf(item['name']),
            version: numberOf(item['version'], 1),
            filter: isRecord(item['filter']) ? (item['filter'] as unknown as FilterNode) : null,
          },
        ]
      : [];
  });
export const canSaveMore = (kept: readonly SavedFilter[]): boolean =>
  kept.length < MAX_FILTER_VIEWS;

export interface SavedFilterEvents {
  onApply(filter: FilterGroup): void;
  onUpdate(id: string, version: number, patch: { name?: string; filter?: FilterNode }): void;
  onRemove(id: string, name: string): void;
}
interface OneProps extends SavedFilterEvents {
  kept: SavedFilter;
  fields: readonly FieldDescribe[];
  draft: FilterNode | null;
  inForce: boolean;
}

function One({ kept, fields, draft, inForce, onApply, onUpdate, onRemove }: OneProps) {
  const more = useRef<HTMLButtonElement>(null);
  const [naming, setNaming] = useState(false);
  const group = asGroup(kept.filter);
  const hidden = filterLeaves(group).some(
    ({ field }) => !fields.some(({ apiName }) => apiName === field),
  );
  const items = itemsOf([
    { key: 'rename', text: '改名', icon: 'edit' },
    { key: 'replace', text: '换成现在的条件', icon: 'save', disabled: draft === null },
    { key: 'remove', text: '删除', icon: 'delete', danger: true, divided: true },
  ]);
  const menu = useMenu(items, (key) => {
    if (key === 'rename') setNaming(true);
    else if (key === 'remove') onRemove(kept.id, kept.name);
    else if (draft) onUpdate(kept.id, kept.version, { filter: draft });
  });
  if (naming)
    return (
      <li>
        <NameBox
          first={kept.name}
          label="筛选名称"
          className={`${chrome.input} ${styles.name}`}
          left="keeps"
          onDone={(name) => {
            setNaming(false);
            if (name) onUpdate(kept.id, kept.version, { name });
          }}
        />
      </li>
    );
  return (
    <li className={`${styles.kept} ${inForce ? styles.inForce : ''}`}>
      <button
        type="button"
        className={styles.apply}
        aria-pressed={inForce}
        disabled={hidden || group.items.length === 0}
        title={hidden ? '它用到的字段在这里没有显示' : undefined}
        onClick={() => onApply(group)}
      >
        {kept.name}
      </button>
      <button
        ref={more}
        type="button"
        className={styles.keptMore}
        aria-label={`“${kept.name}”的操作`}
        {...triggerProps(menu)}
      >
        <Icon name="more" />
      </button>
      <MenuList menu={menu} items={items} label={`“${kept.name}”的操作`} anchor={more} />
    </li>
  );
}

/** Saved filters: one press applies one. */
export function SavedFilters({
  all,
  current,
  ...rest
}: SavedFilterEvents & {
  all: readonly SavedFilter[];
  current: FilterNode | null;
  fields: readonly FieldDescribe[];
  draft: FilterNode | null;
}) {
  if (all.length === 0) return null;
  const now = JSON.stringify(asGroup(current));
  return (
    <div className={styles.keptLine}>
      <span className={styles.keptTitle}>常用</span>
      <ul aria-label="常用筛选" className={styles.keptList}>
        {all.map((kept) => (
          <One
            key={`${kept.id} ${kept.version}`}
            kept={kept}
            inForce={current !== null && JSON.stringify(asGroup(kept.filter)) === now}
            {...rest}
          />
        ))}
      </ul>
    </div>
  );
}
