import { useId, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { Floating } from '../overlay/Floating.tsx';
import { Icon } from '../icons/icons.tsx';
import { recordsOf, textOf } from '../../values/index.ts';
import styles from './menu.module.css';

export interface MenuItem {
  key: string;
  text: string;
  /** its name: the text, or what a mere icon is called */
  label: string;
  icon: string;
  danger: boolean;
  disabled: boolean;
  /** a line above it */
  divided: boolean;
  /** says what the menu is about; nothing to choose */
  caption?: boolean;
  /** in grey behind the text */
  note?: string;
}

/**
 * Entries of a menu or a group of buttons as a page gives them; those with `visible: false` are
 * left out.
 */
export const itemsOf = (items: unknown): MenuItem[] =>
  recordsOf(items)
    .filter((item) => item['visible'] !== false)
    .map((item) => ({
      key: textOf(item['key']),
      text: textOf(item['text']),
      label: textOf(item['label']) || textOf(item['text']) || textOf(item['key']),
      icon: textOf(item['icon']),
      danger: item['danger'] === true,
      disabled: item['disabled'] === true || item['caption'] === true,
      caption: item['caption'] === true,
      divided: item['divided'] === true,
      note: textOf(item['note']),
    }));

/** The next item that can be chosen, around the ends. */
function step(items: readonly MenuItem[], from: number, by: 1 | -1): number {
  for (let i = 1; i <= items.length; i++) {
    const at = (from + by * i + items.length * 2) % items.length;
    if (!items[at]?.disabled) return at;
  }
  return -1;
}

export interface Menu {
  readonly id: string;
  readonly open: boolean;
  readonly active: number;
  /** The active item's id, for aria-activedescendant of what keeps the focus. */
  readonly activeId: string | undefined;
  show(at?: number): void;
  hide(): void;
  point(at: number): void;
  choose(item: MenuItem | undefined): void;
  /** Keys of an open menu; true when it took the key. `opens` lets the arrows open it. */
  keys(event: KeyboardEvent, opens?: boolean): boolean;
}

/** The state of a menu whose anchor keeps the focus: menus then work inside dialogs too. */
export function useMenu(items: readonly MenuItem[], onChoose: (key: string) => void): Menu {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const show = (at = -1): void => {
    setActive(at);
    setOpen(true);
  };
  const hide = (): void => setOpen(false);
  const choose = (item: MenuItem | undefined): void => {
    if (!item || item.disabled) return;
    setOpen(false);
    onChoose(item.key);
  };
  const taken = (key: string, opens: boolean): boolean => {
    const down = key === 'ArrowDown';
    if ((open || opens) && (down || key === 'ArrowUp'))
      show(step(items, open ? active : down ? -1 : items.length, down ? 1 : -1));
    else if (!open) return false;
    else if (key === 'Escape') hide();
    else if (key === 'Home' || key === 'End')
      setActive(key === 'Home' ? step(items, -1, 1) : step(items, items.length, -1));
    else if (key === 'Enter' || key === ' ') choose(items[active]);
    else return false;
    return true;
  };
  const keys = (event: KeyboardEvent, opens = false): boolean => {
    if (open && event.key === 'Tab') {
      hide();
      return false;
    }
    if (!taken(event.key, opens)) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return {
    id,
    open,
    active,
    activeId: open && active >= 0 ? `${id}-${active}` : undefined,
    show,
    hide,
    point: setActive,
    choose,
    keys,
  };
}

/** What the button has that opens a menu: it keeps the focus, and keys are the menu's. */
export const triggerProps = (menu: Menu) => ({
  'aria-haspopup': 'menu' as const,
  'aria-expanded': menu.open,
  'aria-controls': menu.open ? menu.id : undefined,
  'aria-activedescendant': menu.activeId,
  onClick: () => (menu.open ? menu.hide() : menu.show()),
  onKeyDown: (event: KeyboardEvent) => menu.keys(event, true),
  onBlur: menu.hide,
});

/** The floating list of an open menu. The focus stays where it was. */
export function MenuList({
  menu,
  items,
  label,
  anchor,
  alignEnd = false,
}: {
  menu: Menu;
  items: readonly MenuItem[];
  label: string;
  anchor: RefObject<HTMLElement | null>;
  alignEnd?: boolean;
}) {
  if (!menu.open || items.length === 0) return null;
  return (
    <Floating anchor={anchor} onClose={menu.hide} alignEnd={alignEnd} width="auto">
      <div id={menu.id} role="menu" aria-label={label} className={styles.menu}>
        {items.map((item, index) => (
          <div
            key={item.key || index}
            id={`${menu.id}-${index}`}
            role="menuitem"
            aria-disabled={item.disabled || undefined}
            onMouseMove={() => {
              if (!item.disabled && index !== menu.active) menu.point(index);
            }}
            onClick={() => menu.choose(item)}
            className={[
              styles.item,
              item.divided && styles.divided,
              index === menu.active && styles.active,
              item.danger && styles.danger,
              item.caption ? styles.caption : item.disabled && styles.off,
            ]
              .filter(Boolean)
              .join(' ')}
          >
            {item.icon && <Icon name={item.icon} className={styles.icon} />}
            <span className={styles.text} title={item.text || undefined}>
              {item.text || item.label}
            </span>
            {item.note && <span className={styles.note}>{item.note}</span>}
          </div>
        ))}
      </div>
    </Floating>
  );
}
