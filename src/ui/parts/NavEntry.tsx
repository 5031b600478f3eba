import type { MouseEvent, ReactNode } from 'react';
import { Icon } from '../icons/icons.tsx';
import styles from './nav.module.css';

interface Props {
  title: string;
  icon?: string | undefined;
  /** Drawn in place of the icon. */
  mark?: ReactNode;
  badge?: string | undefined;
  current: boolean;
  level?: 1 | 2;
  expanded?: boolean;
  disabled?: boolean;
  /** Where it leads: then it is a link, which may also be opened in a tab of its own. */
  href?: string | undefined;
  /** It leads out of the product: a window of its own, which knows nothing of this one. */
  outside?: boolean;
  onSelect: () => void;
}

/** The browser's own ways to open a link elsewhere stay the browser's. */
export const opensInSameTab = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/**
 * One line of a menu: 36 pixels high, the current one marked by colour, weight and aria-current.
 */
export function NavEntry({
  title,
  icon,
  mark,
  badge,
  current,
  level = 1,
  expanded = false,
  disabled = false,
  href,
  outside = false,
  onSelect,
}: Props) {
  const look = [
    styles.entry,
    level === 2 && styles.second,
    current && styles.current,
    expanded && styles.expanded,
  ]
    .filter(Boolean)
    .join(' ');
  const shared = {
    'data-nav': true,
    'aria-current': current ? ('page' as const) : undefined,
    className: look,
    title,
  };
  const content = (
    <>
      {mark ?? (icon && <Icon name={icon} className={styles.icon} />)}
      <span className={styles.title}>{title}</span>
      {badge && <span className={styles.badge}>{badge}</span>}
    </>
  );
  if (!href || disabled)
    return (
      <button type="button" {...shared} disabled={disabled} onClick={onSelect}>
        {content}
      </button>
    );
  return (
    <a
      {...shared}
      href={href}
      {...(outside && { target: '_blank', rel: 'noopener noreferrer' })}
      onClick={(event) => {
        if (!outside && opensInSameTab(event)) {
          event.preventDefault();
          onSelect();
        }
      }}
    >
      {content}
    </a>
  );
}

interface Place {
  path: string;
  query: Record<string, string>;
}
/** True when an entry's path (with its query, if it has one) is where the person is. */
export function samePath(place: Place, path: string): boolean {
  const [bare = '', query = ''] = path.split('?');
  if (!bare || trimmed(place.path) !== trimmed(bare)) return false;
  return [...new URLSearchParams(query)].every(([name, value]) => place.query[name] === value);
}
const trimmed = (path: string): string => path.replace(/(.)\/+$/, '$1');
