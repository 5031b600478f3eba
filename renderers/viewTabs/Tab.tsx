import type { CSSProperties, HTMLAttributes, KeyboardEvent, RefObject } from 'react';
import type { CustomView } from '../../src/contract/index.ts';
import {
  MenuList,
  NameBox,
  triggerProps,
  useMenu,
  type MenuItem,
} from '../../src/ui/parts/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import { markOf } from './views.ts';
import styles from './View.module.css';

/** What moves a tab by mouse or finger (SortableTab.tsx). */
interface SortableProps {
  ref(element: HTMLElement | null): void;
  style: CSSProperties;
  dragged: boolean;
  listeners: HTMLAttributes<HTMLElement> | undefined;
}
export interface TabProps {
  view: CustomView;
  icon: string;
  chosen: boolean;
  unsaved: boolean;
  movable: boolean;
  mayRename: boolean;
  renaming: boolean;
  onChoose(): void;
  onMove(by: -1 | 1): void;
  onRenaming(on: boolean): void;
  onRename(name: string): void;
  sortable?: SortableProps;
}
/** One view: what kind it is, its name, and whose it is. */
export function Tab({
  view,
  icon,
  chosen,
  unsaved,
  movable,
  mayRename,
  renaming,
  onChoose,
  onMove,
  onRenaming,
  onRename,
  sortable,
}: TabProps) {
  const mark = markOf(view);
  const begin = () => {
    if (mayRename) onRenaming(true);
  };
  const keys = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key] as -1 | 1 | undefined;
    if (event.key === 'F2') begin();
    else if (event.altKey && by && movable) onMove(by);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const rename = (name: string | null) => {
    onRenaming(false);
    if (name) onRename(name);
  };
  return (
    <div
      ref={sortable?.ref}
      style={sortable?.style}
      className={`${styles.item} ${sortable?.dragged ? styles.dragged : ''}`}
      {...(renaming ? {} : sortable?.listeners)}
      role="presentation"
    >
      {renaming ? (
        <NameBox
          first={view.name}
          label="视图名称"
          className={styles.name}
          left="keeps"
          onDone={rename}
        />
      ) : (
        <button
          type="button"
          role="tab"
          aria-selected={chosen}
          tabIndex={chosen ? 0 : -1}
          className={styles.tab}
          title={mark?.text}
          onClick={onChoose}
          onDoubleClick={begin}
          onKeyDown={keys}
        >
          {icon && <Icon name={icon} className={styles.kind} />}
          <span>{view.name}</span>
          {mark && <Icon name={mark.icon} className={styles.mark} label={mark.text} />}
          {unsaved && <span className={styles.dot} role="img" aria-label="有未保存的修改" />}
        </button>
      )}
    </div>
  );
}

interface ViewMenuProps {
  view: CustomView;
  items: readonly MenuItem[];
  anchor: RefObject<HTMLButtonElement | null>;
  onChoose(key: string): void;
}
/**
 * Menu of the chosen view. It is behind the row, where it is visible however far the row is
 * scrolled.
 */
export function ViewMenu({ view, items, anchor: more, onChoose }: ViewMenuProps) {
  const menu = useMenu(items, onChoose);
  const label = `“${view.name}”的操作`;
  if (items.length === 0) return null;
  return (
    <>
      <button
        ref={more}
        type="button"
        className={styles.more}
        aria-label={label}
        title="视图操作"
        {...triggerProps(menu)}
      >
        <Icon name="more" />
      </button>
      <MenuList menu={menu} items={items} label={label} anchor={more} />
    </>
  );
}
