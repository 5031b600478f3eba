import { DndContext, PointerSensor, closestCenter, useSensor, useSensors, type DragEndEvent } from '@dnd-kit/core';
import { SortableContext, horizontalListSortingStrategy } from '@dnd-kit/sortable';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { CustomView } from '../../contract/index.ts';
import { asList, useStable, type ListModel, type NodeHandle } from '../../engine/index.ts';
import type { WidgetViewProps } from '../../engine/kit/index.ts';
import { arrowTarget, textOf } from '../../engine/parts/index.ts';
import { announcements, instructions } from '../../engine/theme/index.ts';
import type { ViewTabsProps } from './index.ts';
import { NewView } from './NewView.tsx';
import { Tab, ViewMenu } from './Tab.tsx';
import { chosenView, kindsOf, mayRename, menuOf, moved, viewsOf } from './views.ts';
import styles from './View.module.css';

type Node = NodeHandle<ViewTabsProps>;

/** The list is looked at through the view the page names; views that come anew replace the one that is shown. */
function useChosen(node: Node, list: ListModel, views: readonly CustomView[] | null): void {
  const value = textOf(node.props.value);
  const told = useRef(false);
  const ready = useStable((id: string) => void node.emit('ready', { id }));
  useLayoutEffect(() => {
    if (!views) return;
    const view = chosenView(views, value);
    list.setView(view);
    if (told.current) return;
    told.current = true;
    ready(view?.id ?? '');
  }, [views, value, list, ready]);
}

/** Does what a menu's entry says, by telling the page. */
function act(node: Node, view: CustomView, ids: readonly string[], key: string): void {
  const which = { id: view.id, version: view.version };
  const at = ids.indexOf(view.id);
  if (key === 'copy') return void node.emit('copy', { id: view.id, name: `${view.name} 副本` });
  if (key === 'remove') return void node.emit('remove', { ...which, name: view.name });
  if (key === 'default') return void node.emit('setDefault', { ...which, isDefault: !view.isDefault });
  if (key === 'left' || key === 'right') return void node.emit('sort', { ids: moved(ids, at, key === 'left' ? at - 1 : at + 1) });
  if (key.startsWith('scope:')) void node.emit('scope', { ...which, scope: key.slice('scope:'.length) });
}

/** Views of a list in a row: switching, making, renaming in place, copying, ordering and taking away. */
export default function ViewTabsView({ node }: WidgetViewProps<ViewTabsProps>) {
  const list = asList(node.bound);
  const { items } = node.props;
  const views = useMemo(() => viewsOf(items), [items]);
  useChosen(node, list, views);
  const row = useRef<HTMLDivElement>(null);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }));
  const kinds = kindsOf(node.props.kinds);
  const rights = { canCreate: node.props.canCreate !== false, canShare: node.props.canShare === true };
  const all = views ?? [];
  const ids = all.map(({ id }) => id);
  const chosen = list.view?.id ?? '';
  const [renaming, setRenaming] = useState<string | null>(null);
  // Some browsers answer a promise, which an effect must not.
  useEffect(() => { void row.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' }); }, [chosen, all.length]);
  const shown = all.find(({ id }) => id === chosen);
  const unsaved = Object.keys(list.viewChanges).length > 0;
  const choose = (id: string) => { if (id !== chosen) void node.emit('change', { id }); };
  const keys = (event: KeyboardEvent) => {
    const target = arrowTarget(event, row.current, '[role="tab"]', 'horizontal');
    if (target) { event.preventDefault(); target.focus(); target.click(); }
  };
  const drop = ({ active, over }: DragEndEvent) => {
    const [from, to] = [ids.indexOf(String(active.id)), ids.indexOf(String(over?.id))];
    if (from >= 0 && to >= 0 && from !== to) void node.emit('sort', { ids: moved(ids, from, to) });
  };
  const named = (id: string | number) => all.find((view) => view.id === id)?.name ?? '';
  return (
    <div className={styles.line}>
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop} accessibility={{ announcements: announcements(named), screenReaderInstructions: instructions }}>
        <SortableContext items={ids} strategy={horizontalListSortingStrategy}>
          <div ref={row} role="tablist" aria-label={textOf(node.props.label) || '视图'} aria-busy={views === null} className={styles.tabs} onKeyDown={keys}>
            <button type="button" role="tab" aria-selected={chosen === ''} tabIndex={chosen === '' ? 0 : -1} className={`${styles.tab} ${styles.item}`} onClick={() => choose('')}>{textOf(node.props.all) || '全部'}</button>
            {all.map((view) => (
              <Tab key={view.id} view={view} icon={kinds.find(({ key }) => key === view.kind)?.icon ?? ''} chosen={view.id === chosen} unsaved={view.id === chosen && unsaved} movable={view.canEdit} mayRename={mayRename(view)} renaming={renaming === view.id}
                onChoose={() => choose(view.id)} onRenaming={(on) => setRenaming(on ? view.id : null)} onRename={(name) => void node.emit('rename', { id: view.id, version: view.version, name })} />
            ))}
          </div>
        </SortableContext>
      </DndContext>
      {shown && <ViewMenu view={shown} items={menuOf(shown, ids.indexOf(shown.id), all.length, rights)} onChoose={(key) => (key === 'rename' ? setRenaming(shown.id) : act(node, shown, ids, key))} />}
      {rights.canCreate && kinds.length > 0 && <NewView list={list} kinds={kinds} canShare={rights.canShare} onMade={(made) => void node.emit('create', made)} />}
      {node.hasSlot('extra') && <div className={styles.extra}>{node.slot('extra')}</div>}
    </div>
  );
}
