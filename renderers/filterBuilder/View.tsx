import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import {
  FILTER_MAX_LEAVES,
  type FieldDescribe,
  type FilterGroup,
  type FilterNode,
} from '../../src/contract/index.ts';
import { asList, type ListModel } from '../../src/runtime/models/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import {
  askedFields,
  operatorsOf,
  asGroup,
  incomplete,
  filterLeaves,
  newLeaf,
  pruneFilter,
  textOf,
} from '../../src/values/index.ts';
import {
  chrome,
  NameBox,
  registerFilterEditor,
  PanelButton,
  consumeFilterRequest,
  requestedFilterField,
} from '../../src/ui/parts/index.ts';
import {
  GroupEditor,
  useRelatedFields,
  type ConditionContext,
} from '../../src/ui/conditions/index.ts';
import { useNarrow } from '../../src/ui/hooks/index.ts';
import type { FilterBuilderProps } from './index.ts';
import { SavedFilters, canSaveMore, savedFiltersOf } from './SavedFilters.tsx';
import styles from './View.module.css';

/** Width of the panel, in pixels: field, operator and value side by side. */
const PANEL_WIDTH = 640;

function fieldsFor(list: ListModel, names: unknown): readonly FieldDescribe[] {
  const all = askedFields(list.describe).filter((field) => operatorsOf(field.type).length > 0);
  return Array.isArray(names) && names.length > 0
    ? all.filter((field) => names.includes(field.apiName))
    : all;
}
/** Whether conditions may go through a lookup, where neither the page nor a view limits them. */
const goesThrough = (list: ListModel, names: unknown): boolean =>
  list.view?.restricted !== true && !(Array.isArray(names) && names.length > 0);
/**
 * Conditions the editor opens with: those in force, or one empty row to fill in; plus a new one on
 * a requested field.
 */
function draftOf(list: ListModel, fields: readonly FieldDescribe[]): FilterGroup {
  const group = asGroup(list.filter);
  const wished = fields.find(({ apiName }) => apiName === requestedFilterField(list));
  if (wished && !filterLeaves(group).some(({ field }) => field === wished.apiName))
    return group.op === 'and' || group.items.length === 0
      ? { op: 'and', items: [...group.items, newLeaf(wished)] }
      : { op: 'and', items: [group, newLeaf(wished)] };
  const [first] = fields;
  return group.items.length === 0 && first ? { op: 'and', items: [newLeaf(first)] } : group;
}

interface SaveFilterProps {
  node: NodeHandle<FilterBuilderProps>;
  /** The filter as it would be stored; null while a condition is incomplete. */
  whole: FilterNode | null;
  onIncomplete(): void;
}
/** Saves the conditions under a name, typed in the place of the button. */
function SaveFilter({ node, whole, onIncomplete }: SaveFilterProps) {
  const [naming, setNaming] = useState(false);
  if (!naming)
    return (
      <button
        type="button"
        className={chrome.link}
        onClick={() => (whole ? setNaming(true) : onIncomplete())}
      >
        存为常用
      </button>
    );
  return (
    <NameBox
      first=""
      label="筛选名称"
      className={`${chrome.input} ${styles.name}`}
      left="drops"
      onDone={(name) => {
        setNaming(false);
        if (name && whole) void node.emit('keep', { name, filter: whole });
      }}
    />
  );
}

interface EditorProps {
  node: NodeHandle<FilterBuilderProps>;
  list: ListModel;
  fields: readonly FieldDescribe[];
  close: () => void;
}
/**
 * A draft of the filter: nothing is asked for until it is applied, and only when every condition is
 * whole.
 */
const Editor = observer(function Editor({ node, list, fields, close }: EditorProps) {
  const related = useRelatedFields(list.describe, node.ports, goesThrough(list, node.props.fields));
  const all = [...fields, ...related];
  const [draft, setDraft] = useState(() => draftOf(list, fields));
  const [checked, setChecked] = useState(false);
  const narrow = useNarrow();
  const leaves = filterLeaves(draft);
  const apply = () => {
    if (leaves.some((leaf) => incomplete(leaf))) {
      setChecked(true);
      return;
    }
    list.setFilter(pruneFilter(draft));
    close();
  };
  const clear = () => {
    list.setFilter(null);
    close();
  };
  const keeps = node.handles('keep');
  const kept = keeps ? savedFiltersOf(node.props.kept) : [];
  const whole =
    leaves.length > 0 && !leaves.some((leaf) => incomplete(leaf)) ? pruneFilter(draft) : null;
  const world: ConditionContext = {
    fields: all,
    ports: node.ports,
    checked,
    full: leaves.length >= FILTER_MAX_LEAVES,
    // On a phone the keyboard would cover the conditions.
    takesFocus: !narrow,
  };
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <div className={styles.rows}>
        <SavedFilters
          all={kept}
          current={list.filter}
          fields={all}
          draft={whole}
          onApply={(filter) => {
            list.setFilter(pruneFilter(filter));
            close();
          }}
          onUpdate={(id, version, patch) =>
            void node.emit('keptUpdate', { input: { id, version, ...patch } })
          }
          onRemove={(id, named) => void node.emit('keptRemove', { id, name: named })}
        />
        <GroupEditor world={world} group={draft} depth={0} onChange={setDraft} />
      </div>
      <div className={styles.foot}>
        <button
          type="button"
          className={chrome.link}
          disabled={list.filter === null}
          onClick={clear}
        >
          清除筛选
        </button>
        {keeps && canSaveMore(kept) && (
          <SaveFilter node={node} whole={whole} onIncomplete={() => setChecked(true)} />
        )}
        <span className={styles.space} />
        <button type="button" className={chrome.plain} onClick={close}>
          取消
        </button>
        <button type="submit" className={chrome.primary}>
          应用
        </button>
      </div>
    </form>
  );
});

/**
 * Notifies the page that the conditions are open: saved filters are loaded then, and not with every
 * list.
 */
function Opened({ node, children }: { node: NodeHandle<FilterBuilderProps>; children: ReactNode }) {
  useEffect(() => {
    if (node.handles('open')) void node.emit('open');
  }, [node]);
  return children;
}

/**
 * A button that opens the conditions of its list; lit, with their number, while some are in force.
 */
export default function FilterBuilderView({ node }: WidgetViewProps<FilterBuilderProps>) {
  const list = asList(node.bound);
  const fields = fieldsFor(list, node.props.fields);
  useEffect(() => registerFilterEditor(list), [list]);
  return (
    <PanelButton
      text={textOf(node.props.text) || '筛选'}
      icon="filter"
      count={filterLeaves(list.filter).length}
      width={PANEL_WIDTH}
      disabled={fields.length === 0}
      required={requestedFilterField(list) !== null}
      onClosed={() => consumeFilterRequest(list)}
    >
      {(close) => (
        <Opened node={node}>
          <Editor node={node} list={list} fields={fields} close={close} />
        </Opened>
      )}
    </PanelButton>
  );
}
