import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import {
  newAction,
  type ActionGroup,
  type ActionJson,
  type ChoicePlace,
} from '../../src/studio/settings/index.ts';
import { Icon, iconButton } from '../../src/ui/icons/index.ts';
import { boxClass } from '../../src/ui/inputs/index.ts';
import { FloatingPanel } from '../../src/ui/overlay/index.ts';
import styles from './actions.module.css';

interface MenuProps {
  label: string;
  groups: readonly ActionGroup[];
  onPick: (name: string) => void;
}
/** The groups with the actions whose title or name holds the text. */
function matching(groups: readonly ActionGroup[], text: string): ActionGroup[] {
  const wanted = text.trim().toLowerCase();
  return groups
    .map(({ title, actions }) => ({
      title,
      actions: actions.filter((each) =>
        `${each.title} ${each.name}`.toLowerCase().includes(wanted),
      ),
    }))
    .filter(({ actions }) => actions.length > 0);
}

/** A list of all actions, narrowed by what is typed; arrows and Enter choose. */
function ActionMenu({ label, groups, onPick }: MenuProps) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const id = useId();
  const found = useMemo(() => matching(groups, text), [groups, text]);
  const all = found.flatMap(({ actions }) => actions);
  const step = (by: number): void => {
    if (all.length === 0) return;
    const next = (active + by + all.length) % all.length;
    setActive(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView?.({ block: 'nearest' });
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key === 'Enter' && all[active]) onPick(all[active].name);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.menu}>
      <input
        className={boxClass({}, styles.search)}
        role="combobox"
        aria-label="搜索动作"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={all[active] ? `${id}-${active}` : undefined}
        placeholder="搜索动作"
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={handleKey}
      />
      <div id={`${id}-list`} role="listbox" aria-label={label} className={styles.options}>
        {found.map(({ title, actions }) => (
          <div key={title} role="group" aria-label={title}>
            <div className={styles.caption} aria-hidden>
              {title}
            </div>
            {actions.map((each) => {
              const at = all.indexOf(each);
              return (
                <div
                  key={each.name}
                  id={`${id}-${at}`}
                  role="option"
                  aria-selected={at === active}
                  className={`${styles.option} ${at === active ? styles.active : ''}`}
                  onMouseMove={() => setActive(at)}
                  onClick={() => onPick(each.name)}
                >
                  {each.title}
                </div>
              );
            })}
          </div>
        ))}
        {all.length === 0 && <p className={styles.none}>没有这样的动作</p>}
      </div>
    </div>
  );
}

const MENU_WIDTH = 240;
const MENU_HEIGHT = 360;
/** A button that adds an action to a list. */
export function AddAction({
  id,
  label,
  groups,
  registry,
  onAdd,
}: {
  /** What the focus finds it by. */
  id?: string;
  label: string;
  groups: readonly ActionGroup[];
  registry: ChoicePlace['registry'];
  onAdd: (action: ActionJson) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={iconButton.small}
        data-action={id}
        aria-label={label}
        title="添加动作"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="plus" />
      </button>
      {isOpen && (
        <FloatingPanel
          anchor={anchor}
          title={label}
          width={MENU_WIDTH}
          height={MENU_HEIGHT}
          onClose={() => setOpen(false)}
        >
          <ActionMenu
            label={label}
            groups={groups}
            onPick={(name) => {
              setOpen(false);
              onAdd(newAction(name, registry));
            }}
          />
        </FloatingPanel>
      )}
    </>
  );
}
