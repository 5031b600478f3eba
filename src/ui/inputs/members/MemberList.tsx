import { useEffect, useRef } from 'react';
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react';
import type { Member } from '../../../../machines/index.ts';
import { Avatar } from '../../display/Avatar.tsx';
import { useNarrow } from '../../hooks/narrow.ts';
import { useRows } from '../../hooks/use-rows.ts';
import { Icon } from '../../icons/icons.tsx';
import styles from './members.module.css';

const ROW = 40;
const ROW_ON_PHONE = 56;
/**
 * The next page is asked for when so few rows are left below, so that scrolling on does not wait.
 */
const AHEAD = 20;
const ICONS = {
  dept: 'mind-mapping',
  role: 'idcard',
  special: 'user-group',
  user: 'user',
} as const;

export interface MemberListProps {
  id: string;
  label: string;
  rows: readonly Member[];
  chosen: ReadonlySet<string>;
  single: boolean;
  active: number;
  onActive(index: number): void;
  onToggle(member: Member): void;
  /** Chosen and confirmed, where one is. */
  onTake(member: Member): void;
  onKey(event: KeyboardEvent): void;
  /** The end is near. */
  onNearEnd(): void;
  /** Below the last row: what the next page waits for. */
  foot?: ReactNode;
}

interface RowProps {
  id: string;
  member: Member;
  index: number;
  count: number;
  on: boolean;
  single: boolean;
  active: boolean;
  style: CSSProperties;
  onClick(): void;
  onDoubleClick(): void;
}
const MemberRow = ({ id, member, index, count, on, single, active, ...rest }: RowProps) => (
  <div
    id={id}
    role="option"
    aria-selected={on}
    aria-setsize={count}
    aria-posinset={index + 1}
    className={`${styles.row} ${active ? styles.active : ''}`}
    {...rest}
  >
    <span aria-hidden className={`${single ? styles.round : styles.box} ${on ? styles.on : ''}`}>
      {on && <Icon name="check" />}
    </span>
    {member.kind === 'user' ? (
      <Avatar name={member.name} src={member.picture} size={24} />
    ) : (
      <span aria-hidden className={styles.mark}>
        <Icon name={ICONS[member.kind]} />
      </span>
    )}
    <span className={styles.word}>{member.name}</span>
    {member.note && (
      <span className={styles.note} title={member.note}>
        {member.note}
      </span>
    )}
  </div>
);

/**
 * Those who can be chosen, one a row; only the rows on the screen are drawn. The list has the focus
 * and names the active row.
 */
export function MemberList({
  id,
  label,
  rows,
  chosen,
  single,
  active,
  onActive,
  onToggle,
  onTake,
  onKey,
  onNearEnd,
  foot,
}: MemberListProps) {
  const root = useRef<HTMLDivElement>(null);
  const height = useNarrow() ? ROW_ON_PHONE : ROW;
  const seen = useRows(root, rows.length, height);
  const items = seen.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  const near = last >= 0 && last >= rows.length - AHEAD;
  useEffect(() => {
    if (near) onNearEnd();
  }, [near, rows, onNearEnd]);
  useEffect(() => {
    if (active >= 0) seen.scrollToIndex(active);
  }, [active, seen]);
  return (
    <div ref={root} className={styles.scroll}>
      <div
        id={id}
        role="listbox"
        tabIndex={0}
        aria-label={label}
        aria-multiselectable={!single || undefined}
        aria-activedescendant={active >= 0 && active < rows.length ? `${id}-${active}` : undefined}
        className={styles.rows}
        style={{ height: seen.getTotalSize() }}
        onKeyDown={onKey}
        onFocus={() => {
          if (active < 0 && rows.length > 0) onActive(0);
        }}
      >
        {items.map(({ index, start }) => {
          const member = rows[index];
          if (!member) return null;
          return (
            <MemberRow
              key={`${member.kind} ${member.id}`}
              id={`${id}-${index}`}
              member={member}
              index={index}
              count={rows.length}
              on={chosen.has(member.id)}
              single={single}
              active={index === active}
              style={{ height, transform: `translateY(${start}px)` }}
              onClick={() => {
                onActive(index);
                onToggle(member);
              }}
              onDoubleClick={() => {
                if (single) onTake(member);
              }}
            />
          );
        })}
      </div>
      {foot}
    </div>
  );
}
