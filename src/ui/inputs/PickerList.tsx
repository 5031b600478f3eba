import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { Avatar } from '../display/Avatar.tsx';
import { Marked } from '../display/Marked.tsx';
import { Tag } from '../display/Tag.tsx';
import { Icon } from '../icons/icons.tsx';
import type { PickAction, PickItem } from './picker-types.ts';
import styles from './picker.module.css';

interface Props {
  id: string;
  label: string;
  items: readonly PickItem[];
  picked: readonly PickItem[];
  multiple: boolean;
  active: number;
  loading: boolean;
  emptyText: string;
  hint: string | undefined;
  actions: readonly PickAction[];
  /** What was searched for, to be marked. */
  typed?: string;
  onActive(index: number): void;
  onPick(item: PickItem): void;
  /** The list takes the focus and its keys itself: there is no text field beside it. */
  onKey?: ((event: KeyboardEvent<HTMLElement>) => void) | undefined;
}
/** One row of the list; departments are indented by their depth. */
function Row({
  item,
  on,
  active,
  id,
  typed,
  onActive,
  onPick,
}: {
  item: PickItem;
  on: boolean;
  active: boolean;
  id: string;
  typed: string;
  onActive(): void;
  onPick(): void;
}) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={on}
      aria-disabled={item.disabled || undefined}
      className={[
        styles.option,
        active && styles.active,
        on && styles.on,
        item.disabled && styles.off,
      ]
        .filter(Boolean)
        .join(' ')}
      style={item.depth ? { paddingInlineStart: 12 + item.depth * 16 } : undefined}
      onMouseMove={onActive}
      onClick={onPick}
    >
      {item.person && <Avatar name={item.label} src={item.picture} size={24} />}
      {item.color ? (
        <Tag color={item.color}>{item.label}</Tag>
      ) : (
        <span className={styles.word}>
          <Marked text={item.label} typed={typed} />
        </span>
      )}
      {item.note && (
        <span className={styles.note}>
          <Marked text={item.note} typed={typed} />
        </span>
      )}
      {on && <Icon name="check" className={styles.check} />}
    </div>
  );
}

/**
 * For the pointer; the keyboard reaches the same by the buttons beside the field and in the list
 * they open.
 */
const Actions = ({ actions }: { actions: readonly PickAction[] }) => (
  <div className={styles.actions}>
    {actions.map(({ key, label, icon, run }) => (
      <button key={key} type="button" tabIndex={-1} className={styles.action} onClick={run}>
        <Icon name={icon} />
        {label}
      </button>
    ))}
  </div>
);

export function PickerList({
  id,
  label,
  items,
  picked,
  multiple,
  active,
  loading,
  emptyText,
  hint,
  actions,
  typed = '',
  onActive,
  onPick,
  onKey,
}: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    (list.current?.children[active] as HTMLElement | undefined)?.scrollIntoView?.({
      block: 'nearest',
    });
  }, [active]);
  const keys = new Set(picked.map(({ key }) => key));
  const more = actions.length > 0 && <Actions actions={actions} />;
  if (items.length === 0)
    return (
      <>
        <div className={styles.none} role="status">
          {loading ? '正在查找…' : emptyText}
        </div>
        {more}
      </>
    );
  return (
    <>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={label || '选项'}
        aria-multiselectable={multiple || undefined}
        aria-busy={loading || undefined}
        className={styles.list}
        {...(onKey && {
          tabIndex: 0,
          'data-autofocus': true,
          onKeyDown: onKey,
          'aria-activedescendant':
            active >= 0 && active < items.length ? `${id}-${active}` : undefined,
        })}
      >
        {items.map((item, index) => (
          <Row
            key={item.key}
            id={`${id}-${index}`}
            item={item}
            on={keys.has(item.key)}
            active={index === active}
            typed={typed}
            onActive={() => {
              if (index !== active) onActive(index);
            }}
            onPick={() => onPick(item)}
          />
        ))}
      </div>
      {hint && <div className={styles.hint}>{hint}</div>}
      {more}
    </>
  );
}
