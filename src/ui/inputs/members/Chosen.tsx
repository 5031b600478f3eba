import type { Member } from '../../../../machines/index.ts';
import { Avatar } from '../../display/Avatar.tsx';
import { Tag } from '../../display/Tag.tsx';
import { Icon } from '../../icons/icons.tsx';
import styles from './members.module.css';

/** Tags drawn at once: of more the number says enough, and each can be unticked in the list. */
const MOST_TAGS = 40;

/** What is ticked, as tags that can be taken away; 未选择 when nothing is. */
export function ChosenMembers({
  members,
  locked,
  onRemove,
  onClear,
}: {
  members: readonly Member[];
  locked: boolean;
  onRemove(id: string): void;
  onClear(): void;
}) {
  if (members.length === 0)
    return (
      <div className={styles.chosen} role="status">
        <span className={styles.quiet}>未选择</span>
      </div>
    );
  return (
    <div className={styles.chosen} role="group" aria-label={`已选 ${members.length} 项`}>
      {members.slice(0, MOST_TAGS).map(({ id, kind, name, picture }) => (
        <Tag key={`${kind} ${id}`}>
          {kind === 'user' && <Avatar name={name} src={picture} size={16} />}
          <span className={styles.word}>{name}</span>
          {!locked && (
            <button
              type="button"
              tabIndex={-1}
              className={styles.remove}
              aria-label={`移除 ${name}`}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onRemove(id)}
            >
              <Icon name="close" />
            </button>
          )}
        </Tag>
      ))}
      {members.length > MOST_TAGS && <span className={styles.quiet}>等 {members.length} 项</span>}
      {!locked && members.length > 1 && (
        <button type="button" className={styles.link} onClick={onClear}>
          清空
        </button>
      )}
    </div>
  );
}
