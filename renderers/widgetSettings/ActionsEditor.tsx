import { useEffect, useMemo, useRef, useState } from 'react';
import {
  actionGroups,
  actionsIn,
  listSetting,
  settingValue,
  withSetting,
  type ActionJson,
  type ChoicePlace,
  type ListPlace,
} from '../../src/studio/settings/index.ts';
import { Icon, iconButton } from '../../src/ui/icons/index.ts';
import { ActionList } from './ActionList.tsx';
import type { ActionTools } from './action-tools.ts';
import { AddAction } from './AddAction.tsx';
import { SubjectForm, type Json } from './SubjectForm.tsx';
import styles from './actions.module.css';

interface EditorProps {
  /** The node or the page whose actions they are. */
  target: Json;
  lists: readonly ListPlace[];
  place: ChoicePlace;
  names: readonly Json[];
  onTarget: (target: Json) => void;
}

/** Which action is open, and where the focus goes once the document has changed. */
function useActionTools({ place, names }: Pick<EditorProps, 'place' | 'names'>) {
  const root = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState('');
  const wanted = useRef('');
  useEffect(() => {
    if (wanted.current === '') return;
    const lines = root.current?.querySelectorAll<HTMLElement>('[data-action]') ?? [];
    const line = [...lines].find(({ dataset }) => dataset['action'] === wanted.current);
    wanted.current = '';
    line?.focus();
  });
  const groups = useMemo(
    () => actionGroups(place.registry, place.document),
    [place.registry, place.document],
  );
  const tools: ActionTools = {
    place,
    names,
    groups,
    open,
    setOpen,
    focusOn: (id) => {
      wanted.current = id;
    },
  };
  return { root, tools };
}

function EventList({
  list,
  target,
  tools,
  onTarget,
}: {
  list: ListPlace;
  target: Json;
  tools: ActionTools;
  onTarget: (target: Json) => void;
}) {
  const [isJson, setJson] = useState(false);
  const value = settingValue(target, list.path);
  const actions = actionsIn(value);
  const id = list.path.join('.');
  const change = (next: readonly ActionJson[]): void =>
    onTarget(withSetting(target, list.path, next.length > 0 ? next : undefined));
  return (
    <section className={styles.event} aria-label={`${list.title}的动作`}>
      <header className={styles.eventHead}>
        <h3 className={styles.eventTitle}>{list.title}</h3>
        <button
          type="button"
          className={iconButton.small}
          aria-label={`${list.title}：${isJson ? '返回动作列表' : '编辑 JSON'}`}
          title={isJson ? '返回动作列表' : '编辑 JSON'}
          aria-pressed={isJson}
          onClick={() => setJson(!isJson)}
        >
          <Icon name="code" />
        </button>
        <AddAction
          label={`${list.title}：添加动作`}
          groups={tools.groups}
          registry={tools.place.registry}
          onAdd={(action) => {
            change([...actions, action]);
            tools.setOpen(`${id}/${actions.length}`);
            tools.focusOn(`${id}/${actions.length}`);
          }}
        />
      </header>
      {isJson ? (
        <SubjectForm
          target={target}
          settings={[listSetting(list.title, list.path)]}
          label={`${list.title}的动作`}
          place={tools.place}
          names={tools.names}
          whole={false}
          onTarget={onTarget}
        />
      ) : (
        <ActionList id={id} title={list.title} actions={actions} tools={tools} onChange={change} />
      )}
    </section>
  );
}

/** What happens at each event of a node: lists of actions, in words. */
export function ActionsEditor({ target, lists, place, names, onTarget }: EditorProps) {
  const { root, tools } = useActionTools({ place, names });
  return (
    <div ref={root} className={styles.editor}>
      {lists.every(({ path }) => actionsIn(settingValue(target, path)).length === 0) && (
        <p className={styles.hint}>还没有动作：点加号，添加发生时要做的事。</p>
      )}
      {lists.map((list) => (
        <EventList
          key={list.path.join('.')}
          list={list}
          target={target}
          tools={tools}
          onTarget={onTarget}
        />
      ))}
    </div>
  );
}
