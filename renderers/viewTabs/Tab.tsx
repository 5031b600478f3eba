import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent } from 'react';
import type { CustomView } from '../../contract/index.ts';
import { MenuList, useMenu, type MenuItem } from '../../engine/parts/index.ts';
import { Icon } from '../../engine/theme/index.ts';
import { MARKS } from './views.ts';
import styles from './View.module.css';

/** Most characters of a view's name. */
const MAX_NAME = 50;

function NameBox({ name, onDone }: { name: string; onDone(name: string): void }) {
  const [text, setText] = useState(name);
  const left = useRef(false);
  const done = (value: string) => { if (!left.current) { left.current = true; onDone(value.trim()); } };
  const keys = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) done(text);
    if (event.key === 'Escape') done(name);
  };
  return <input aria-label="视图名称" className={styles.name} value={text} maxLength={MAX_NAME} autoFocus onFocus={(event) => event.target.select()} onChange={(event) => setText(event.target.value)} onKeyDown={keys} onBlur={() => done(text)} />;
}

interface TabProps {
  view: CustomView; icon: string; chosen: boolean; unsaved: boolean; menu: readonly MenuItem[]; movable: boolean;
  onChoose(): void; onRename(name: string): void; onMenu(key: string): void;
}
/** One view: its mark, its name, and on the chosen one what can be done with it. */
export function Tab({ view, icon, chosen, unsaved, menu: items, movable, onChoose, onRename, onMenu }: TabProps) {
  const [renaming, setRenaming] = useState(false);
  const sorting = useSortable({ id: view.id, disabled: !movable || renaming });
  const more = useRef<HTMLButtonElement>(null);
  const menu = useMenu(items, (key) => (key === 'rename' ? setRenaming(true) : onMenu(key)));
  const mark = MARKS[view.scope];
  const mayRename = items.some(({ key }) => key === 'rename');
  const keys = (event: KeyboardEvent) => { if (event.key === 'F2' && mayRename) { event.preventDefault(); setRenaming(true); } };
  const style: CSSProperties = { transform: CSS.Translate.toString(sorting.transform), transition: sorting.transition };
  const rename = (name: string) => { setRenaming(false); if (name !== '' && name !== view.name) onRename(name); };
  return (
    <div ref={sorting.setNodeRef} style={style} className={`${styles.item} ${sorting.isDragging ? styles.dragged : ''}`} {...(renaming ? {} : sorting.listeners)} role="presentation">
      {renaming ? <NameBox name={view.name} onDone={rename} /> : (
        <button type="button" role="tab" aria-selected={chosen} tabIndex={chosen ? 0 : -1} className={styles.tab} title={mark?.text} data-view={view.id} onClick={onChoose} onDoubleClick={() => { if (mayRename) setRenaming(true); }} onKeyDown={keys}>
          {icon && <Icon name={icon} className={styles.kind} />}<span>{view.name}</span>
          {mark && <Icon name={mark.icon} className={styles.mark} label={mark.text} />}
          {unsaved && <span className={styles.dot} role="img" aria-label="有未保存的修改" />}
        </button>
      )}
      {chosen && !renaming && items.length > 0 && (
        <button ref={more} type="button" className={styles.more} aria-label={`“${view.name}”的操作`} title="视图操作" aria-haspopup="menu" aria-expanded={menu.open} aria-controls={menu.open ? menu.id : undefined} aria-activedescendant={menu.activeId}
          onPointerDown={(event) => event.stopPropagation()} onClick={() => (menu.open ? menu.hide() : menu.show())} onKeyDown={(event) => menu.keys(event, true)} onBlur={menu.hide}><Icon name="more" /></button>
      )}
      <MenuList menu={menu} items={items} label={`“${view.name}”的操作`} anchor={more} />
    </div>
  );
}
