import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { Icon } from '../../src/ui/icons/index.ts';
import { consumeDropTarget, PALETTE_TYPE } from '../../src/ui/parts/index.ts';
import { textOf } from '../../src/values/index.ts';
import type { CanvasName } from './names.ts';
import type { CanvasLayout, CanvasPosition } from './positions.ts';
import styles from './View.module.css';

interface Props {
  title: string;
  names: ReadonlyMap<string, CanvasName>;
  places: CanvasLayout;
  /** The property of an item that names it. */
  nameField: string;
  /** Where a click puts an item. */
  selected: CanvasPosition;
  locked: boolean;
  onPlaced(place: CanvasPosition): void;
}

function placedKeys(places: CanvasLayout, nameField: string): ReadonlySet<string> {
  const keys = new Set<string>();
  for (let part = 0; part < places.partCount; part++)
    for (const group of places.groupsIn(part))
      for (const row of places.itemsOf(part, group)?.rows ?? [])
        if (row.hasField(nameField)) keys.add(textOf(row.field(nameField).value));
  return keys;
}

/** The end of the selected section, after the selected item, or the end of the last section. */
function placeFor(places: CanvasLayout, { part, group, item }: CanvasPosition): CanvasPosition {
  const chosen = Math.min(Math.max(part, 0), places.partCount - 1);
  const here = places.groupsIn(chosen);
  const last = here.length > 0 ? { part: chosen, group: here.at(-1)! } : places.lastGroup!;
  const { part: inPart, group: inGroup } = here.includes(group) ? { part: chosen, group } : last;
  const count = places.itemsOf(inPart, inGroup)?.rows.length ?? 0;
  return {
    part: inPart,
    group: inGroup,
    item: item >= 0 && inGroup === group ? Math.min(item + 1, count) : count,
  };
}

/** What is in no section yet: a click puts it beside what is selected, dragging where it is dropped. */
export const Rest = observer(function Rest({
  title,
  names,
  places,
  nameField,
  selected,
  locked,
  onPlaced,
}: Props) {
  const heading = useId();
  const placed = placedKeys(places, nameField);
  const rest = [...names.values()].filter(({ key }) => !placed.has(key));
  if (rest.length === 0) return null;
  const put = (key: string, place: CanvasPosition): void => {
    const { list, at } = places.listOf(place);
    if (!list) return;
    list.insertRow(at, { [nameField]: key });
    onPlaced(place);
  };
  return (
    <section aria-labelledby={heading} className={styles.rest}>
      <h3 id={heading} className={styles.restTitle}>
        {title}
      </h3>
      <div className={styles.restItems}>
        {rest.map((name) => (
          <button
            key={name.key}
            type="button"
            className={styles.restItem}
            disabled={locked}
            draggable={!locked}
            title={`放进分区：${name.title}`}
            onClick={() => put(name.key, placeFor(places, selected))}
            onDragStart={(event) => {
              consumeDropTarget();
              event.dataTransfer.setData(PALETTE_TYPE, name.key);
              event.dataTransfer.effectAllowed = 'copy';
            }}
            onDragEnd={(event) => {
              const to = consumeDropTarget();
              const [part = 0, group = 0] = to?.path ?? [];
              if (event.dataTransfer.dropEffect !== 'none' && to)
                put(name.key, { part, group, item: to.index });
            }}
          >
            <Icon name={name.icon || 'file'} />
            {name.title}
          </button>
        ))}
      </div>
    </section>
  );
});
