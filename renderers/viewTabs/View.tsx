import { observer } from 'mobx-react-lite';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import type { CustomView } from '../../src/contract/index.ts';
import { asList, type ListModel } from '../../src/runtime/models/index.ts';
import { useStable, arrowTarget } from '../../src/ui/hooks/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { FloatingPanel } from '../../src/ui/overlay/index.ts';
import { chrome } from '../../src/ui/parts/index.ts';
import { textOf } from '../../src/values/index.ts';
import { Audience, InFolder } from './Audience.tsx';
import { Folders } from './Folders.tsx';
import type { ViewTabsProps } from './index.ts';
import { NewView } from './NewView.tsx';
import { Tab, ViewMenu } from './Tab.tsx';
import {
  ALL,
  chosenView,
  foldersOf,
  kindsOf,
  mayChange,
  menuOf,
  missingMessage,
  reorderViews,
  viewsOf,
  type ViewFolder,
} from './views.ts';
import styles from './View.module.css';

type Node = NodeHandle<ViewTabsProps>;
type Sorting = Pick<typeof import('./SortableTab.tsx'), 'Sorting' | 'SortableTab'>;
const PANEL_WIDTH = 340;

/**
 * Shows the list through the view named by the page; reloaded views replace the one that is shown.
 */
function useChosen(node: Node, list: ListModel, views: readonly CustomView[] | null): void {
  const value = textOf(node.props.value);
  const only = node.props.only === true;
  const notified = useRef(false);
  const ready = useStable((id: string) => void node.emit('ready', { id }));
  useLayoutEffect(() => {
    if (!views) return;
    const view = chosenView(views, value, only);
    list.setView(view);
    if (notified.current) return;
    notified.current = true;
    ready(view?.id ?? '');
  }, [views, value, only, list, ready]);
}

/** Runs a menu entry by emitting it to the page. */
function act(node: Node, view: CustomView, ids: readonly string[], key: string): void {
  const which = { id: view.id, version: view.version };
  const at = ids.indexOf(view.id);
  const update = (patch: object) => void node.emit('update', { input: { ...which, ...patch } });
  if (key === 'copy') return void node.emit('copy', { id: view.id, name: `${view.name} 副本` });
  if (key === 'remove') return void node.emit('remove', { ...which, name: view.name });
  if (key === 'default') return update({ isDefault: !view.isDefault });
  if (key === 'lock' || key === 'unlock')
    return update({ scope: key === 'lock' ? 'locked' : 'shared' });
  if (key === 'left' || key === 'right')
    void node.emit('sort', { ids: reorderViews(ids, at, key === 'left' ? at - 1 : at + 1) });
}

interface PanelProps {
  node: Node;
  view: CustomView;
  what: string;
  folders: readonly ViewFolder[];
  anchor: RefObject<HTMLElement | null>;
  onClose(): void;
}
/**
 * Dialogs before a view changes: its audience, its group. They stay open while the change is
 * refused.
 */
function Panel({ node, view, what, folders, anchor, onClose }: PanelProps) {
  const save = async (patch: object) => {
    if (await node.emit('update', { input: { id: view.id, version: view.version, ...patch } }))
      onClose();
  };
  return (
    <FloatingPanel
      anchor={anchor}
      title={what === 'audience' ? '谁能看到' : '移到分组'}
      width={PANEL_WIDTH}
      onClose={onClose}
    >
      {what === 'audience' ? (
        <Audience
          view={view}
          ports={node.ports}
          busy={node.busy}
          onSave={(patch) => void save(patch)}
          onCancel={onClose}
        />
      ) : (
        <InFolder
          view={view}
          folders={folders}
          onSave={(patch) => void save(patch)}
          onCancel={onClose}
        />
      )}
    </FloatingPanel>
  );
}

/** The menu of the chosen view, and what it opens. */
function Actions({
  node,
  view,
  ids,
  folders,
  onRename,
}: {
  node: Node;
  view: CustomView;
  ids: readonly string[];
  folders: readonly ViewFolder[];
  onRename(): void;
}) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [asks, setAsks] = useState<string | null>(null);
  const rights = {
    canCreate: node.props.canCreate !== false,
    canShare: node.props.canShare === true,
    folders: folders.length > 0,
  };
  const choose = (key: string) => {
    if (key === 'rename') onRename();
    else if (key === 'audience' || key === 'folder') setAsks(key);
    else act(node, view, ids, key);
  };
  return (
    <>
      <ViewMenu
        view={view}
        items={menuOf(view, ids.indexOf(view.id), ids.length, rights)}
        anchor={anchor}
        onChoose={choose}
      />
      {asks && (
        <Panel
          key={view.id}
          node={node}
          view={view}
          what={asks}
          folders={folders}
          anchor={anchor}
          onClose={() => setAsks(null)}
        />
      )}
    </>
  );
}

/** What orders tabs by mouse and finger, fetched once there is something to order. */
function useSorting(wanted: boolean): Sorting | null {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  useEffect(() => {
    let isGone = false;
    // Without the chunk tabs are moved by keys and by the menu, so a failure needs no message.
    if (wanted)
      import('./SortableTab.tsx').then(
        (loaded) => {
          if (!isGone) setSorting(loaded);
        },
        () => undefined,
      );
    return () => {
      isGone = true;
    };
  }, [wanted]);
  return sorting;
}
const Still = ({ children }: { children: ReactNode }) => children;

interface TabsProps {
  node: Node;
  views: readonly CustomView[];
  chosen: string;
  /** The chosen view was changed and is not saved. */
  unsaved: boolean;
  loading: boolean;
  renaming: string | null;
  onRenaming(id: string | null): void;
  onChoose(id: string): void;
}
/** The tabs: all records, then a view each; chosen by arrow keys, ordered by keys and dragging. */
const Tabs = observer(function Tabs({ node, views, chosen, renaming, ...props }: TabsProps) {
  const { onChoose, onRenaming } = props;
  const row = useRef<HTMLDivElement>(null);
  const ids = views.map(({ id }) => id);
  const kinds = kindsOf(node.props.kinds);
  const keys = (event: KeyboardEvent) => {
    const target = arrowTarget(event, row.current, '[role="tab"]', 'horizontal');
    if (target) {
      event.preventDefault();
      target.focus();
      target.click();
    }
  };
  const move = (from: number, to: number) => {
    if (from >= 0 && to >= 0 && to < ids.length && from !== to)
      void node.emit('sort', { ids: reorderViews(ids, from, to) });
  };
  const sorting = useSorting(views.length > 1 && views.some(({ canEdit }) => canEdit));
  // Some browsers answer a promise, which an effect must not.
  useEffect(() => {
    void row.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [chosen, views.length, sorting]);
  const [Row, Each] = sorting ? [sorting.Sorting, sorting.SortableTab] : [Still, Tab];
  return (
    <Row ids={ids} nameOf={(at) => views[at]?.name ?? ''} layout="row" whole onMove={move}>
      <div
        ref={row}
        role="tablist"
        aria-label={textOf(node.props.label) || '视图'}
        aria-busy={props.loading}
        className={styles.tabs}
        onKeyDown={keys}
      >
        {node.props.only !== true && (
          <button
            type="button"
            role="tab"
            aria-selected={chosen === ''}
            tabIndex={chosen === '' ? 0 : -1}
            className={`${styles.tab} ${styles.item}`}
            onClick={() => onChoose('')}
          >
            {textOf(node.props.all) || '全部'}
          </button>
        )}
        {views.map((view, at) => (
          <Each
            key={view.id}
            view={view}
            icon={kinds.find(({ key }) => key === view.kind)?.icon ?? ''}
            chosen={view.id === chosen}
            unsaved={view.id === chosen && props.unsaved}
            movable={view.canEdit}
            mayRename={mayChange(view)}
            renaming={renaming === view.id}
            onChoose={() => onChoose(view.id)}
            onMove={(by) => move(at, at + by)}
            onRenaming={(on) => onRenaming(on ? view.id : null)}
            onRename={(name) =>
              void node.emit('rename', { id: view.id, version: view.version, name })
            }
          />
        ))}
      </div>
    </Row>
  );
});

/**
 * Views of a list in a row: switching, making, renaming in place, copying, ordering, sharing and
 * taking away; by groups where there are some.
 */
export default function ViewTabsView({ node }: WidgetViewProps<ViewTabsProps>) {
  const list = asList(node.bound);
  const { items } = node.props;
  const views = useMemo(() => viewsOf(items), [items]);
  useChosen(node, list, views);
  const kinds = kindsOf(node.props.kinds);
  const folders = foldersOf(node.props.groups);
  const folder = folders.find(({ id }) => id === textOf(node.props.group))?.id ?? null;
  const canShare = node.props.canShare === true;
  const every = views ?? [];
  const chosen = list.view?.id ?? '';
  const all = every.filter(
    ({ id, groupId }) => folder === null || groupId === folder || id === chosen,
  );
  const ids = all.map(({ id }) => id);
  const lost =
    views && missingMessage(views, folders, textOf(node.props.value), textOf(node.props.group));
  const [renaming, setRenaming] = useState<string | null>(null);
  const shown = all.find(({ id }) => id === chosen);
  const choose = (id: string) => {
    if (id !== chosen || lost) void node.emit('change', { id: id || ALL });
  };
  return (
    <div className={styles.frame}>
      <div className={styles.line}>
        <Folders
          folders={folders}
          views={every}
          chosen={folder ?? ALL}
          canEdit={canShare && node.handles('groupSave')}
          onChoose={(id) => void node.emit('group', { id })}
          onSave={(group) => void node.emit('groupSave', group)}
          onRemove={(group) => void node.emit('groupRemove', group)}
          onSort={(order) => void node.emit('groupSort', { ids: order })}
        />
        <Tabs
          node={node}
          views={all}
          chosen={chosen}
          unsaved={Object.keys(list.viewChanges).length > 0}
          loading={views === null}
          renaming={renaming}
          onRenaming={setRenaming}
          onChoose={choose}
        />
        {shown && (
          <Actions
            node={node}
            view={shown}
            ids={ids}
            folders={folders}
            onRename={() => setRenaming(shown.id)}
          />
        )}
        {node.props.canCreate !== false && kinds.length > 0 && (
          <NewView
            list={list}
            kinds={kinds}
            canShare={canShare}
            folder={folder}
            onMade={(made) => void node.emit('create', made)}
          />
        )}
        {node.hasSlot('extra') && <div className={styles.extra}>{node.slot('extra')}</div>}
      </div>
      {lost && (
        <div role="status" className={styles.lost}>
          <span>{lost}</span>
          <button
            type="button"
            className={chrome.link}
            onClick={() => void node.emit('change', { id: '' })}
          >
            打开默认视图
          </button>
        </div>
      )}
    </div>
  );
}
