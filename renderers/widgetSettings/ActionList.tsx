import { actionWords, moveAction } from '../../src/studio/settings/index.ts';
import { Sorting } from '../../src/ui/sorting/index.ts';
import { ActionRow } from './ActionRow.tsx';
import type { ActionListProps } from './action-tools.ts';
import styles from './actions.module.css';

/** Actions one after the other: dragged, moved with buttons and keys, removed. */
export function ActionList({ id, title, actions, tools, onChange }: ActionListProps) {
  const { registry, document } = tools.place;
  const ids = actions.map((_action, index) => `${id}/${index}`);
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= actions.length || from === to) return;
    if (tools.open === ids[from]) tools.setOpen(ids[to]!);
    else if (ids.includes(tools.open)) tools.setOpen('');
    onChange(moveAction(actions, from, to));
    tools.focusOn(ids[to]!);
  };
  const remove = (index: number): void => {
    tools.setOpen('');
    onChange(actions.filter((_action, at) => at !== index));
    tools.focusOn(ids[Math.min(index, actions.length - 2)] ?? `${id}/add`);
  };
  const nameOf = (at: number): string => {
    const action = actions[at];
    return action ? actionWords(action, registry, document).title : '';
  };
  if (actions.length === 0) return null;
  return (
    <Sorting ids={ids} nameOf={nameOf} onMove={move}>
      <ol className={styles.list} aria-label={title}>
        {actions.map((action, index) => (
          <ActionRow
            key={ids[index]}
            id={ids[index]!}
            action={action}
            isFirst={index === 0}
            isLast={index === actions.length - 1}
            tools={tools}
            renderList={(inner) => <ActionList {...inner} />}
            onMove={(by) => move(index, index + by)}
            onRemove={() => remove(index)}
            onChange={(next) => onChange(actions.with(index, next))}
          />
        ))}
      </ol>
    </Sorting>
  );
}
