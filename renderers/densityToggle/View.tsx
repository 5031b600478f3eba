import { useRef } from 'react';
import { ROW_HEIGHTS } from '../../src/contract/index.ts';
import { asList } from '../../src/engine/index.ts';
import type { WidgetViewProps } from '../../src/engine/kit/index.ts';
import { Icon } from '../../src/engine/theme/index.ts';
import {
  MenuList,
  chrome,
  isDensity,
  itemsOf,
  useColumnLayout,
  useMenu,
  textOf,
  useNarrow,
  type Density,
} from '../../src/engine/parts/index.ts';
import type { DensityToggleProps } from './index.ts';

const WORDS: Record<Density, string> = {
  compact: '紧凑',
  comfortable: '舒适',
  tall: '宽松，文字两行',
};

/** How high the rows of the list's table are; remembered. */
export default function DensityToggleView({ node }: WidgetViewProps<DensityToggleProps>) {
  const list = asList(node.bound);
  const layout = useColumnLayout(node, textOf(node.props.name) || list.object);
  const anchor = useRef<HTMLButtonElement>(null);
  const items = itemsOf(
    ROW_HEIGHTS.map((key) => ({
      key,
      text: WORDS[key],
      icon: key === layout.density ? 'check' : 'blank',
    })),
  );
  const menu = useMenu(items, (key) => {
    if (isDensity(key)) layout.setDensity(key);
  });
  const label = `行高：${WORDS[layout.density]}`;
  if (useNarrow()) return null;
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={chrome.icon}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={menu.open}
        aria-controls={menu.open ? menu.id : undefined}
        aria-activedescendant={menu.activeId}
        onClick={() => (menu.open ? menu.hide() : menu.show())}
        onKeyDown={(event) => menu.keys(event, true)}
        onBlur={menu.hide}
      >
        <Icon name={layout.density === 'compact' ? 'menu' : 'unordered-list'} />
      </button>
      <MenuList menu={menu} items={items} label="行高" anchor={anchor} />
    </>
  );
}
