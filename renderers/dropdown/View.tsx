import { useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { WidgetViewProps } from '../../engine/kit/index.ts';
import { recordsOf, textOf } from '../../engine/parts/index.ts';
import { FloatingList, Icon } from '../../engine/theme/index.ts';
import type { DropdownProps } from './index.ts';
import styles from './View.module.css';

interface Item { key: string; text: string; icon: string; danger: boolean; disabled: boolean }
const itemsOf = (items: unknown): Item[] => recordsOf(items)
  .filter((item) => item.visible !== false)
  .map((item) => ({ key: textOf(item.key), text: textOf(item.text), icon: textOf(item.icon), danger: item.danger === true, disabled: item.disabled === true }));

/** The next item that can be chosen, around the ends. */
function step(items: readonly Item[], from: number, by: 1 | -1): number {
  for (let i = 1; i <= items.length; i++) {
    const at = (from + by * i + items.length * 2) % items.length;
    if (!items[at]?.disabled) return at;
  }
  return -1;
}

/** A button with a menu. The focus stays on the button, which names the active item: menus then work inside dialogs too. */
export default function DropdownView({ node }: WidgetViewProps<DropdownProps>) {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const anchor = useRef<HTMLButtonElement>(null);
  const menu = useId();
  const items = itemsOf(node.props.items);
  const label = textOf(node.props.label) || '更多操作';
  const show = (at: number) => { setActive(at); setOpen(true); };
  const choose = (item: Item | undefined) => {
    if (!item || item.disabled) return;
    setOpen(false);
    if (!node.busy) void node.emit('select', { key: item.key });
  };
  const keys = (event: KeyboardEvent) => {
    const down = event.key === 'ArrowDown';
    if (down || event.key === 'ArrowUp') { const at = step(items, open ? active : down ? -1 : items.length, down ? 1 : -1); if (open) setActive(at); else show(at); }
    else if (!open) return;
    else if (event.key === 'Escape' || event.key === 'Tab') { setOpen(false); if (event.key === 'Tab') return; }
    else if (event.key === 'Home' || event.key === 'End') setActive(event.key === 'Home' ? step(items, -1, 1) : step(items, items.length, -1));
    else if (event.key === 'Enter' || event.key === ' ') choose(items[active]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const text = textOf(node.props.text);
  const icon = textOf(node.props.icon);
  return (
    <>
      <button ref={anchor} type="button" className={node.hasSlot('trigger') ? styles.bare : styles.button} aria-haspopup="menu" aria-expanded={open} aria-controls={open ? menu : undefined} aria-label={label} title={text || node.hasSlot('trigger') ? undefined : label}
        aria-activedescendant={open && active >= 0 ? `${menu}-${active}` : undefined} disabled={node.state.disabled} onClick={() => (open ? setOpen(false) : show(-1))} onKeyDown={keys} onBlur={() => setOpen(false)}>
        {node.hasSlot('trigger') ? node.slot('trigger') : <>{text}{icon || !text ? <Icon name={icon || 'more'} /> : <Icon name="down" className={styles.arrow} />}</>}
      </button>
      {open && items.length > 0 && (
        <FloatingList anchor={anchor} onClose={() => setOpen(false)} alignEnd={node.props.align !== 'start'} width="auto">
          <div id={menu} role="menu" aria-label={label} className={styles.menu}>
            {items.map((item, index) => (
              <div key={item.key || index} id={`${menu}-${index}`} role="menuitem" aria-disabled={item.disabled || undefined} onMouseMove={() => { if (!item.disabled && index !== active) setActive(index); }} onClick={() => choose(item)}
                className={[styles.item, index === active && styles.active, item.danger && styles.danger, item.disabled && styles.off].filter(Boolean).join(' ')}>
                {item.icon && <Icon name={item.icon} className={styles.icon} />}<span>{item.text}</span>
              </div>
            ))}
          </div>
        </FloatingList>
      )}
    </>
  );
}
