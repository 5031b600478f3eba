import { useRef } from 'react';
import { ROW_HEIGHTS } from '../../src/contract/index.ts';
import { asList } from '../../src/runtime/models/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { Icon, iconButton } from '../../src/ui/icons/index.ts';
import { MenuList, itemsOf, triggerProps, useMenu } from '../../src/ui/parts/index.ts';
import { isDensity, useColumnLayout, type Density } from '../../src/view/index.ts';
import { textOf } from '../../src/values/index.ts';
import { useNarrow } from '../../src/ui/hooks/index.ts';
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
        className={iconButton.button}
        aria-label={label}
        title={label}
        {...triggerProps(menu)}
      >
        <Icon name={layout.density === 'compact' ? 'menu' : 'unordered-list'} />
      </button>
      <MenuList menu={menu} items={items} label="行高" anchor={anchor} />
    </>
  );
}
