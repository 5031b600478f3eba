import { useRef } from 'react';
import type { WidgetViewProps } from '../../engine/kit/index.ts';
import { MenuList, itemsOf, textOf, useMenu } from '../../engine/parts/index.ts';
import { Icon } from '../../engine/theme/index.ts';
import type { DropdownProps } from './index.ts';
import styles from './View.module.css';

/** A button with a menu. The focus stays on the button, which names the active item: menus then work inside dialogs too. */
export default function DropdownView({ node }: WidgetViewProps<DropdownProps>) {
  const anchor = useRef<HTMLButtonElement>(null);
  const items = itemsOf(node.props.items);
  const menu = useMenu(items, (key) => { if (!node.busy) void node.emit('select', { key }); });
  const label = textOf(node.props.label) || '更多操作';
  const text = textOf(node.props.text);
  const icon = textOf(node.props.icon);
  return (
    <>
      <button ref={anchor} type="button" className={node.hasSlot('trigger') ? styles.bare : styles.button} aria-haspopup="menu" aria-expanded={menu.open} aria-controls={menu.open ? menu.id : undefined} aria-label={label} title={text || node.hasSlot('trigger') ? undefined : label}
        aria-activedescendant={menu.activeId} disabled={node.state.disabled} onClick={() => (menu.open ? menu.hide() : menu.show())} onKeyDown={(event) => menu.keys(event, true)} onBlur={menu.hide}>
        {node.hasSlot('trigger') ? node.slot('trigger') : <>{text}{icon || !text ? <Icon name={icon || 'more'} /> : <Icon name="down" className={styles.arrow} />}</>}
      </button>
      <MenuList menu={menu} items={items} label={label} anchor={anchor} alignEnd={node.props.align !== 'start'} />
    </>
  );
}
