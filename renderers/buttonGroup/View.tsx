import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useGuardedClick } from '../../src/view/index.ts';
import { useStable, arrowTarget } from '../../src/ui/hooks/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { choiceOf, rowsOf, textOf } from '../../src/values/index.ts';
import { itemsOf, valueOf, type MenuItem } from '../../src/ui/parts/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import type { ButtonGroupProps } from './index.ts';
import styles from './View.module.css';

const MODES = ['actions', 'single', 'multiple'] as const;
const SIZES = ['small', 'default', 'large'] as const;
/** Roles of the group and its buttons by what it is for. */
const ROLES = {
  actions: { button: undefined, group: 'group' },
  single: { button: 'radio', group: 'radiogroup' },
  multiple: { button: undefined, group: 'group' },
} as const;

/** The keys that are chosen after one of them was pressed. */
const toggled = (chosen: ReadonlySet<string>, key: string): string[] =>
  chosen.has(key) ? [...chosen].filter((each) => each !== key) : [...chosen, key];

/**
 * What is chosen, and how to choose: the bound value, else the prop with the person's own choice
 * over it.
 */
function useChoice(node: NodeHandle<ButtonGroupProps>, mode: (typeof MODES)[number]) {
  const bound = valueOf(node.bound);
  const [own, setOwn] = useState<unknown>(undefined);
  const value = bound ? bound.value : (own ?? node.props.value);
  const chosen = new Set(mode === 'multiple' ? rowsOf(value).map(textOf) : [textOf(value)]);
  const choose = useStable((key: string) => {
    if (mode === 'single' && chosen.has(key)) return;
    const next = mode === 'single' ? key : toggled(chosen, key);
    if (bound) bound.set(next);
    else setOwn(next);
    void node.emit('change', { value: next });
  });
  return { chosen, choose };
}

interface GroupButtonProps {
  item: MenuItem;
  mode: (typeof MODES)[number];
  on: boolean;
  busy: boolean;
  blocked: boolean;
  locked: boolean;
  /** The one button of the group that Tab reaches. */
  tabbable: boolean;
  onPress(): void;
}
function ButtonIcon({ busy, icon }: { busy: boolean; icon: string | undefined }) {
  if (busy) return <Icon name="loading" className={styles.spin} />;
  return icon ? <Icon name={icon} /> : null;
}
const classOf = ({ on, item }: GroupButtonProps): string =>
  `${styles.button} ${on ? styles.on : ''} ${item.danger ? styles.danger : ''}`;
function GroupButton(props: GroupButtonProps) {
  const { item, mode, on, busy } = props;
  const role = ROLES[mode].button;
  const name = item.text ? undefined : item.label;

  return (
    <button
      type="button"
      role={role}
      aria-checked={role ? on : undefined}
      aria-pressed={mode === 'multiple' ? on : undefined}
      aria-disabled={props.blocked || undefined}
      aria-busy={busy || undefined}
      aria-label={name}
      title={name}
      disabled={props.locked || item.disabled}
      tabIndex={props.tabbable ? 0 : -1}
      className={classOf(props)}
      onClick={props.onPress}
    >
      <ButtonIcon busy={busy} icon={item.icon} />
      {item.text && <span>{item.text}</span>}
    </button>
  );
}

/** Buttons joined to one: each does its own thing, or they are the options of one choice. */
export default function ButtonGroupView({ node }: WidgetViewProps<ButtonGroupProps>) {
  const mode = choiceOf(node.props.mode, MODES, 'actions');
  const items = itemsOf(node.props.items);
  const { chosen, choose } = useChoice(node, mode);
  const click = useGuardedClick(node);
  const [pressed, setPressed] = useState('');
  const root = useRef<HTMLDivElement>(null);
  const locked = node.state.disabled || node.state.readonly;
  const press = (item: MenuItem) => {
    if (mode !== 'actions') {
      choose(item.key);
      return;
    }
    if (click.blocked) return;
    setPressed(item.key);
    click.onClick({ key: item.key });
  };
  const keys = (event: KeyboardEvent) => {
    const target = arrowTarget(event, root.current, 'button:not(:disabled)', 'horizontal');
    if (!target) return;
    event.preventDefault();
    target.focus();
    if (mode === 'single') target.click();
  };
  const stop =
    items.find((item) => mode !== 'actions' && chosen.has(item.key) && !item.disabled)?.key ??
    items.find((item) => !item.disabled)?.key;
  return (
    <div
      ref={root}
      role={ROLES[mode].group}
      aria-label={textOf(node.props.label) || '按钮组'}
      onKeyDown={keys}
      className={[
        styles.group,
        mode === 'actions' ? styles.actions : styles.choice,
        styles[choiceOf(node.props.size, SIZES, 'default')],
        node.props.long && styles.long,
      ]
        .filter(Boolean)
        .join(' ')}
    >
      {items.map((item) => (
        <GroupButton
          key={item.key}
          item={item}
          mode={mode}
          on={mode !== 'actions' && chosen.has(item.key)}
          busy={click.busy && pressed === item.key}
          blocked={mode === 'actions' && click.blocked}
          locked={locked}
          tabbable={item.key === stop}
          onPress={() => press(item)}
        />
      ))}
    </div>
  );
}
