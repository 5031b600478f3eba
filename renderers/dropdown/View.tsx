import { useRef } from 'react';
import { useShortcut } from '../../src/ui/overlay/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import {
  MenuList,
  itemsOf,
  triggerProps,
  useMenu,
  type MenuItem,
} from '../../src/ui/parts/index.ts';
import { recordsOf, textOf } from '../../src/values/index.ts';
import { useNarrow } from '../../src/ui/hooks/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import type { DropdownProps } from './index.ts';
import styles from './View.module.css';

/** Rows without those for the other width and those that are left out. */
function shownRows({ items, without }: DropdownProps, key: string, narrow: boolean) {
  const leftOut = Array.isArray(without) ? without.map((each) => textOf(each)) : [];
  const otherWidth = narrow ? 'wide' : 'phone';
  return recordsOf(items).filter(
    (item) => item['on'] !== otherWidth && !leftOut.includes(textOf(item[key])),
  );
}

/**
 * The entries of a menu from a list whose rows call things their own way; the current one is
 * ticked.
 */
function entriesOf(props: DropdownProps, narrow: boolean): MenuItem[] {
  const { keyName, textName, noteName, value } = props;
  const [key, text, note, current] = [
    textOf(keyName) || 'key',
    textOf(textName) || 'text',
    textOf(noteName) || 'note',
    textOf(value),
  ];
  return itemsOf(
    shownRows(props, key, narrow).map((item) => ({
      ...item,
      key: item[key],
      text: item[text],
      note: item[note],
      ...(current && { icon: textOf(item[key]) === current ? 'check' : 'blank' }),
    })),
  );
}

/**
 * A button with a menu. The focus stays on the button, which names the active item: menus then work
 * inside dialogs too.
 */
export default function DropdownView({ node }: WidgetViewProps<DropdownProps>) {
  const anchor = useRef<HTMLButtonElement>(null);
  const items = entriesOf(node.props, useNarrow());
  const menu = useMenu(items, (key) => {
    if (!node.busy) void node.emit('select', { key });
  });
  const label = textOf(node.props.label) || '更多操作';
  const text = textOf(node.props.text);
  const icon = textOf(node.props.icon);
  const shortcut = textOf(node.props.shortcut);
  useShortcut(
    shortcut,
    shortcut && !node.state.disabled
      ? () => {
          anchor.current?.focus();
          menu.show();
        }
      : null,
    label,
  );
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={
          node.hasSlot('trigger')
            ? styles.bare
            : node.props.kind === 'text'
              ? `${styles.button} ${styles.quiet}`
              : styles.button
        }
        {...triggerProps(menu)}
        aria-label={label}
        title={text || node.hasSlot('trigger') ? undefined : label}
        disabled={node.state.disabled}
      >
        {node.hasSlot('trigger') ? (
          node.slot('trigger')
        ) : (
          <>
            {icon && text && <Icon name={icon} />}
            {text && <span className={styles.label}>{text}</span>}
            {text ? <Icon name="down" className={styles.arrow} /> : <Icon name={icon || 'more'} />}
          </>
        )}
      </button>
      <MenuList
        menu={menu}
        items={items}
        label={label}
        anchor={anchor}
        alignEnd={node.props.align !== 'start'}
      />
    </>
  );
}
