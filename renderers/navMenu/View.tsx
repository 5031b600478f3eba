import { observer } from 'mobx-react-lite';
import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { arrowTarget } from '../../src/ui/hooks/index.ts';
import { isRecord, numberOf, recordsOf, rowsOf, textOf } from '../../src/values/index.ts';
import { NavEntry, samePath } from '../../src/ui/parts/index.ts';
import type { NavMenuProps } from './index.ts';
import styles from './View.module.css';

interface Entry {
  key: string;
  title: string;
  icon: string;
  path: string;
  badge: string;
}
interface Group {
  key: string;
  title: string;
  entries: Entry[];
}

function entriesOf(items: unknown, props: NavMenuProps): Entry[] {
  const [keyName, titleName, basePath] = [
    textOf(props.keyName) || 'key',
    textOf(props.titleName) || 'title',
    textOf(props.basePath),
  ];
  return recordsOf(items)
    .filter((item) => item['visible'] !== false && item['visible'] !== null)
    .map((item) => {
      const key = textOf(item[keyName]);
      const path =
        textOf(item['path']) ||
        (basePath ? `${basePath.replace(/\/$/, '')}/${encodeURIComponent(key)}` : '');
      return {
        key,
        title: textOf(item[titleName]) || key,
        icon: textOf(item['icon']),
        path,
        badge: textOf(item['badge']),
      };
    });
}
const groupsOf = (props: NavMenuProps): Group[] =>
  [
    { key: '', title: '', entries: entriesOf(props.items, props) },
    ...rowsOf(props.groups)
      .filter(isRecord)
      .map((group) => ({
        key: textOf(group['key']) || textOf(group['title']),
        title: textOf(group['title']),
        entries: entriesOf(group['items'], props),
      })),
  ].filter((group) => group.entries.length > 0);

function isCurrent(node: NodeHandle<NavMenuProps>, entry: Entry): boolean {
  const [active, query] = [textOf(node.props.active), textOf(node.props.query)];
  if (active) return entry.key === active;
  const place = node.ports.location();
  return query ? place.query[query] === entry.key : samePath(place, entry.path);
}

const GroupList = observer(function GroupList({
  node,
  group,
  onSelect,
}: {
  node: NodeHandle<NavMenuProps>;
  group: Group;
  onSelect: (entry: Entry) => void;
}) {
  const [all, setAll] = useState(false);
  const limit = group.title ? numberOf(node.props.maxItems, 5) : Infinity;
  // A single entry takes no more room than the button that would hide it.
  const most = group.entries.length === limit + 1 ? Infinity : limit;
  const late = group.entries.findIndex((entry) => isCurrent(node, entry)) >= most;
  const open = all || late;
  const shown = open ? group.entries : group.entries.slice(0, most);
  const titleId = node.domId(`group-${group.key}`);
  return (
    <div
      className={styles.group}
      role={group.title ? 'group' : undefined}
      aria-labelledby={group.title ? titleId : undefined}
    >
      {group.title && (
        <div id={titleId} className={styles.title}>
          {group.title}
        </div>
      )}
      {shown.map((entry) => (
        <NavEntry
          key={entry.key}
          title={entry.title}
          icon={entry.icon}
          badge={entry.badge}
          current={isCurrent(node, entry)}
          href={entry.path ? node.ports.href?.(entry.path) : undefined}
          onSelect={() => onSelect(entry)}
        />
      ))}
      {group.entries.length > most && !late && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={open}
          onClick={() => setAll(!all)}
        >
          {open ? '收起' : `更多（${group.entries.length - most}）`}
        </button>
      )}
    </div>
  );
});

/** A menu of places; arrows move between entries, Enter goes. */
export default function NavMenuView({ node }: WidgetViewProps<NavMenuProps>) {
  const root = useRef<HTMLDivElement>(null);
  const label = textOf(node.props.label);
  const keys = (event: KeyboardEvent) => {
    const target = arrowTarget(event, root.current, 'a, button:not(:disabled)');
    if (target) {
      event.preventDefault();
      target.focus();
    }
  };
  const select = (entry: Entry) => {
    if (node.handles('select')) void node.emit('select', { key: entry.key, path: entry.path });
    else if (entry.path) node.ports.navigate(entry.path);
  };
  return (
    // Inside a shell's side bar, which is a landmark already, the menu is not a second one.
    <div
      ref={root}
      role={label ? 'navigation' : undefined}
      aria-label={label || undefined}
      className={styles.menu}
      onKeyDown={keys}
    >
      {groupsOf(node.props).map((group) => (
        <GroupList key={group.key} node={node} group={group} onSelect={select} />
      ))}
    </div>
  );
}
