import { useState } from 'react';
import type { DragEvent } from 'react';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import {
  chrome,
  PALETTE_TYPE,
  consumeDropTarget,
  type DropTarget,
} from '../../src/ui/parts/index.ts';
import { numberOf, recordsOf, textOf } from '../../src/values/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import type { PaletteProps } from './index.ts';
import styles from './View.module.css';

interface Item {
  key: string;
  title: string;
  icon: string;
  used: boolean;
  /** Why it cannot be picked; empty when it can. */
  hint: string;
}
const USED = '已经用过';
/** Items by group, in the order they first appear; those whose title or key holds the text. */
function groupsOf(items: unknown, text: string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of recordsOf(items)) {
    const group = textOf(item.group);
    const used = item['used'] === true;
    const entry = {
      key: textOf(item.key),
      title: textOf(item.title) || textOf(item.key),
      icon: textOf(item.icon),
      used,
      hint: used ? USED : textOf(item['hint']),
    };
    if (
      text === '' ||
      entry.title.toLowerCase().includes(text) ||
      entry.key.toLowerCase().includes(text)
    )
      groups.set(group, [...(groups.get(group) ?? []), entry]);
  }
  return groups;
}

/** Things to add: a click or Enter adds one at the end, dropping it into a list adds it there. */
export default function PaletteView({ node }: WidgetViewProps<PaletteProps>) {
  const [text, setText] = useState('');
  const pick = ({ key, title }: Item, place: DropTarget | null) => {
    if (!node.busy && !node.state.disabled)
      void node.emit('pick', {
        key,
        title,
        index: place?.index ?? null,
        path: [...(place?.path ?? [])],
      });
  };
  const start = (event: DragEvent, item: Item) => {
    consumeDropTarget();
    event.dataTransfer.setData(PALETTE_TYPE, item.key);
    event.dataTransfer.effectAllowed = 'copy';
  };
  // A drop that no list took has no effect.
  const end = (event: DragEvent, item: Item) => {
    const place = consumeDropTarget();
    if (event.dataTransfer.dropEffect !== 'none' && place !== null) pick(item, place);
  };
  const label = textOf(node.props.label) || '可选项';
  const groups = groupsOf(
    node.props.items,
    node.props.search === true ? text.trim().toLowerCase() : '',
  );
  const columns = numberOf(node.props.columns, 0);
  return (
    <div role="group" aria-label={label} className={styles.palette}>
      {node.props.search === true && (
        <input
          type="search"
          className={`${chrome.input} ${styles.search}`}
          aria-label={`查找${label}`}
          placeholder="按名称查找"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {[...groups].map(([group, items]) => (
        <div key={group} role="group" aria-label={group || undefined}>
          {group && <div className={styles.group}>{group}</div>}
          <div
            className={styles.items}
            style={
              columns > 0
                ? { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }
                : undefined
            }
          >
            {items.map((item, index) => {
              const off = node.state.disabled || item.hint !== '';
              return (
                <button
                  key={item.key || index}
                  type="button"
                  draggable={!off}
                  className={styles.item}
                  disabled={off}
                  title={item.hint || `添加${item.title}`}
                  aria-description={item.hint || undefined}
                  onClick={() => pick(item, null)}
                  onDragStart={(event) => start(event, item)}
                  onDragEnd={(event) => end(event, item)}
                >
                  <Icon name={item.icon || 'plus'} className={styles.icon} />
                  <span className={styles.title}>{item.title}</span>
                  {item.used && <Icon name="check" className={styles.check} />}
                </button>
              );
            })}
          </div>
        </div>
      ))}
      {groups.size === 0 && text.trim() !== '' && (
        <p className={styles.none}>没有名称包含“{text.trim()}”的</p>
      )}
    </div>
  );
}
