import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { useMemo, type KeyboardEvent, type ReactNode } from 'react';
import {
  actionsIn,
  actionWords,
  listsOfAction,
  settingsOfAction,
  settingValue,
  withSetting,
  type ActionJson,
} from '../../src/studio/settings/index.ts';
import { Icon, iconButton } from '../../src/ui/icons/index.ts';
import { isRecord } from '../../src/values/index.ts';
import type { ActionListProps, ActionTools } from './action-tools.ts';
import { AddAction } from './AddAction.tsx';
import { SubjectForm, type Json } from './SubjectForm.tsx';
import styles from './actions.module.css';

interface RowProps {
  id: string;
  action: ActionJson;
  isFirst: boolean;
  isLast: boolean;
  tools: ActionTools;
  /** Draws a list the action holds. */
  renderList: (props: ActionListProps) => ReactNode;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
  onChange: (action: ActionJson) => void;
}
type PartProps = Pick<RowProps, 'id' | 'action' | 'tools' | 'onChange'> & { isOpen: boolean };

/** The lists an action holds: those with actions always, the others while it is open. */
function InnerLists({
  id,
  action,
  tools,
  onChange,
  isOpen,
  renderList,
}: PartProps & Pick<RowProps, 'renderList'>) {
  const { registry, document } = tools.place;
  const { lists, adders } = listsOfAction(action, registry, document);
  const shown = lists.filter(
    ({ path }) => isOpen || actionsIn(settingValue(action, path)).length > 0,
  );
  return (
    <>
      {shown.map(({ path, title, required }) => {
        const inner = `${id}.${path.join('.')}`;
        const actions = actionsIn(settingValue(action, path));
        const change = (next: readonly ActionJson[]): void =>
          onChange(withSetting(action, path, next.length > 0 || required ? next : undefined));
        return (
          <section key={inner} className={styles.inner} aria-label={title}>
            <header className={styles.eventHead}>
              <h4 className={styles.innerTitle}>{title}</h4>
              <AddAction
                id={`${inner}/add`}
                label={`${title}：添加动作`}
                groups={tools.groups}
                registry={registry}
                onAdd={(added) => {
                  change([...actions, added]);
                  tools.setOpen(`${inner}/${actions.length}`);
                  tools.focusOn(`${inner}/${actions.length}`);
                }}
              />
            </header>
            {renderList({ id: inner, title, actions, tools, onChange: change })}
          </section>
        );
      })}
      {isOpen &&
        adders.map(({ path, title, item }) => {
          const items = settingValue(action, path);
          return (
            <button
              key={title}
              type="button"
              className={styles.more}
              onClick={() =>
                onChange(withSetting(action, path, [...(Array.isArray(items) ? items : []), item]))
              }
            >
              <Icon name="plus" />
              {`添加一项“${title}”`}
            </button>
          );
        })}
    </>
  );
}

/** The arguments of an open action, and what every action has. */
function Arguments({ action, tools, onChange }: PartProps) {
  const { place, names } = tools;
  const { registry, document } = place;
  const args = action['args'];
  const beside = useMemo(() => ({ ...place, beside: isRecord(args) ? args : {} }), [place, args]);
  return (
    <SubjectForm
      target={action as Json}
      settings={settingsOfAction(action, registry, document)}
      label={`${actionWords(action, registry, document).title}的参数`}
      place={beside}
      names={names}
      whole
      bare
      onTarget={onChange}
    />
  );
}

interface ToolProps {
  label: string;
  icon: string;
  off: boolean;
  run(): void;
}
function Tool({ label, icon, off, run }: ToolProps) {
  return (
    <button
      type="button"
      className={iconButton.small}
      aria-label={label}
      title={label}
      disabled={off}
      onClick={run}
    >
      <Icon name={icon} />
    </button>
  );
}

function Tools({
  title,
  isFirst,
  isLast,
  onMove,
  onRemove,
}: Pick<RowProps, 'isFirst' | 'isLast' | 'onMove' | 'onRemove'> & { title: string }) {
  const tools = [
    { label: `上移 ${title}`, icon: 'arrow-up', off: isFirst, run: () => onMove(-1) },
    { label: `下移 ${title}`, icon: 'arrow-down', off: isLast, run: () => onMove(1) },
    { label: `移除 ${title}`, icon: 'close', off: false, run: onRemove },
  ];
  return (
    <span className={styles.tools}>
      {tools.map((tool) => (
        <Tool key={tool.icon} {...tool} />
      ))}
    </span>
  );
}

/** One action in words; open, with its arguments. Alt and an arrow move it, Delete removes it. */
export function ActionRow(props: RowProps) {
  const { id, action, isFirst, isLast, tools, onMove, onRemove, onChange } = props;
  const sortable = useSortable({ id });
  const { title, detail } = actionWords(action, tools.place.registry, tools.place.document);
  const words = detail ? `${title} ${detail}` : title;
  const isOpen = tools.open === id;
  const handleKey = (event: KeyboardEvent): void => {
    if (event.altKey && event.key === 'ArrowUp') onMove(-1);
    else if (event.altKey && event.key === 'ArrowDown') onMove(1);
    else if (event.key === 'Delete') onRemove();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const part = { id, action, tools, onChange, isOpen };
  return (
    <li
      ref={sortable.setNodeRef}
      className={`${styles.row} ${isOpen ? styles.open : ''} ${sortable.isDragging ? styles.dragged : ''}`}
      style={{
        transform: CSS.Translate.toString(sortable.transform),
        transition: sortable.transition,
      }}
    >
      <div className={styles.line}>
        <button
          type="button"
          ref={sortable.setActivatorNodeRef}
          className={styles.handle}
          {...sortable.attributes}
          {...sortable.listeners}
          aria-label={`移动 ${title}`}
          title="拖动排序"
        >
          <Icon name="drag-dot-vertical" />
        </button>
        <button
          type="button"
          className={styles.words}
          data-action={id}
          aria-expanded={isOpen}
          aria-label={words}
          title={words}
          onClick={() => tools.setOpen(isOpen ? '' : id)}
          onKeyDown={handleKey}
        >
          <span className={styles.name}>{title}</span>
          {detail && <span className={styles.detail}>{detail}</span>}
        </button>
        <Tools
          title={title}
          isFirst={isFirst}
          isLast={isLast}
          onMove={onMove}
          onRemove={onRemove}
        />
      </div>
      {isOpen && (
        <div className={styles.body}>
          <Arguments {...part} />
        </div>
      )}
      <InnerLists {...part} renderList={props.renderList} />
    </li>
  );
}
