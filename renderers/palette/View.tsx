import type { DragEvent } from 'react';
import type { WidgetViewProps } from '../../engine/kit/index.ts';
import { recordsOf, textOf } from '../../engine/parts/index.ts';
import { Icon, PALETTE_TYPE, takePlace } from '../../engine/theme/index.ts';
import type { PaletteProps } from './index.ts';
import styles from './View.module.css';

interface Item { key: string; title: string; icon: string }
/** Items by group, in the order they first appear. */
function groupsOf(items: unknown): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of recordsOf(items)) {
    const group = textOf(item.group);
    const entry = { key: textOf(item.key), title: textOf(item.title) || textOf(item.key), icon: textOf(item.icon) };
    groups.set(group, [...(groups.get(group) ?? []), entry]);
  }
  return groups;
}

/** Things to add: a click or Enter adds one at the end, dragging it into a list adds it where it is let go. */
export default function PaletteView({ node }: WidgetViewProps<PaletteProps>) {
  const pick = ({ key, title }: Item, index: number | null) => { if (!node.busy && !node.state.disabled) void node.emit('pick', { key, title, index }); };
  const start = (event: DragEvent, item: Item) => {
    takePlace();
    event.dataTransfer.setData(PALETTE_TYPE, item.key);
    event.dataTransfer.effectAllowed = 'copy';
  };
  // A drop that no list took has no effect.
  const end = (event: DragEvent, item: Item) => { const place = takePlace(); if (event.dataTransfer.dropEffect !== 'none' && place !== null) pick(item, place); };
  return (
    <div role="group" aria-label={textOf(node.props.label) || '可选项'} className={styles.palette}>
      {[...groupsOf(node.props.items)].map(([group, items]) => (
        <div key={group} role="group" aria-label={group || undefined}>
          {group && <div className={styles.group}>{group}</div>}
          <div className={styles.items}>
            {items.map((item, index) => (
              <button key={item.key || index} type="button" draggable={!node.state.disabled} className={styles.item} disabled={node.state.disabled} title={`添加${item.title}`}
                onClick={() => pick(item, null)} onDragStart={(event) => start(event, item)} onDragEnd={(event) => end(event, item)}>
                <Icon name={item.icon || 'plus'} className={styles.icon} /><span className="hz-ellipsis">{item.title}</span>
              </button>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
