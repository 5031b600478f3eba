import type {
  FieldDescribe,
  FilterGroup,
  FilterLeaf,
  FilterOperator,
} from '../../contract/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import {
  operatorLabel,
  operatorsOf as allOperatorsOf,
  incomplete,
  isGroup,
  newLeaf,
  replaceAt,
  withField,
  withOperator,
} from '../../values/index.ts';
import { Select } from '../inputs/Select.tsx';
import { IconButton, chrome } from '../parts/chrome.tsx';
import { ValueEditor } from './ValueEditor.tsx';
import styles from './conditions.module.css';

/** What every row of the editor needs. */
export interface ConditionContext {
  fields: readonly FieldDescribe[];
  ports: EnginePorts;
  /** The person asked to apply: rows that are not whole say so. */
  checked: boolean;
  /** No more conditions fit. */
  full: boolean;
  /** The value of the last condition takes the focus when a panel opens with it. */
  takesFocus?: boolean;
  /** What the group is called by a screen reader. */
  label?: string;
  /** Operators to choose from, the most used first; all the field takes when left out. */
  operatorsOf?(field: FieldDescribe): readonly FilterOperator[];
}
const operatorsIn = (world: ConditionContext, field: FieldDescribe): readonly FilterOperator[] =>
  world.operatorsOf?.(field) ?? allOperatorsOf(field.type);
/**
 * The condition as this editor can show it: with the first operator it offers when it has none of
 * its own.
 */
const fitted = (world: ConditionContext, leaf: FilterLeaf, field: FieldDescribe): FilterLeaf => {
  const offered = operatorsIn(world, field);
  return offered.includes(leaf.op) || offered.length === 0
    ? leaf
    : { field: leaf.field, op: offered[0]! };
};
/** Groups inside the first one are offered; deeper ones that exist are shown and preserved. */
const OFFERED_DEPTH = 1;
const JOINS = [
  { value: 'and', label: '所有' },
  { value: 'or', label: '任一' },
] as const;

interface LeafProps {
  world: ConditionContext;
  leaf: FilterLeaf;
  place: number;
  takesFocus: boolean;
  onChange(leaf: FilterLeaf): void;
  onRemove(): void;
}
function LeafRow({ world, leaf, place, takesFocus, onChange, onRemove }: LeafProps) {
  const known = world.fields.find((field) => field.apiName === leaf.field);
  const field: FieldDescribe = known ?? {
    id: leaf.field,
    apiName: leaf.field,
    label: leaf.field,
    type: 'text',
    order: 0,
  };
  const fields = known ? world.fields : [...world.fields, field];
  const why = world.checked ? incomplete(leaf) : null;
  const pickField = (name: string) => {
    const next = fields.find((each) => each.apiName === name);
    if (next) onChange(fitted(world, withField(leaf, next), next));
  };
  return (
    <div role="group" aria-label={`条件 ${place}`} className={styles.row}>
      <Select
        label="字段"
        value={leaf.field}
        options={fields.map((each) => ({ value: each.apiName, label: each.label }))}
        onChange={pickField}
        className={styles.field}
      />
      <Select<FilterOperator>
        label="条件"
        value={leaf.op}
        options={operatorsIn(world, field).map((op) => ({
          value: op,
          label: operatorLabel(op, field.type),
        }))}
        onChange={(op) => onChange(withOperator(leaf, op))}
        className={styles.operator}
      />
      <div className={styles.value} data-autofocus={takesFocus ? 'inside' : undefined}>
        <ValueEditor
          leaf={leaf}
          field={field}
          ports={world.ports}
          failing={why !== null}
          onChange={(value) => onChange({ ...leaf, value })}
        />
        {why && (
          <span role="alert" className={styles.why}>
            {why}
          </span>
        )}
      </div>
      <IconButton label="删除条件" icon="delete" onClick={onRemove} />
    </div>
  );
}

interface Props {
  world: ConditionContext;
  group: FilterGroup;
  depth: number;
  onChange(group: FilterGroup): void;
  onRemove?: () => void;
}
/** Conditions that must all, or any, hold; may contain groups. */
export function GroupEditor({ world, group, depth, onChange, onRemove }: Props) {
  const [first] = world.fields;
  const put = (index: number, node: FilterLeaf | FilterGroup | null) =>
    onChange(replaceAt(group, [index], node));
  const add = (node: FilterLeaf | FilterGroup) =>
    onChange({ ...group, items: [...group.items, node] });
  return (
    <div
      role="group"
      aria-label={depth === 0 ? (world.label ?? '筛选条件') : '条件组'}
      className={depth === 0 ? styles.root : styles.group}
    >
      <div className={styles.join}>
        符合以下
        <Select
          label="符合"
          value={group.op}
          options={JOINS}
          onChange={(op) => onChange({ ...group, op })}
          look="fit"
        />
        条件
        {onRemove && (
          <>
            <span className={styles.space} />
            <IconButton label="删除条件组" icon="delete" onClick={onRemove} />
          </>
        )}
      </div>
      {group.items.map((item, index) =>
        isGroup(item) ? (
          <GroupEditor
            key={index}
            world={world}
            group={item}
            depth={depth + 1}
            onChange={(next) => put(index, next)}
            onRemove={() => put(index, null)}
          />
        ) : (
          <LeafRow
            key={index}
            world={world}
            leaf={item}
            place={index + 1}
            takesFocus={
              world.takesFocus === true && depth === 0 && index === group.items.length - 1
            }
            onChange={(next) => put(index, next)}
            onRemove={() => put(index, null)}
          />
        ),
      )}
      {first && (
        <div className={styles.adds}>
          <button
            type="button"
            className={chrome.link}
            disabled={world.full}
            onClick={() => add(fitted(world, newLeaf(first), first))}
          >
            添加条件
          </button>
          {depth < OFFERED_DEPTH && (
            <button
              type="button"
              className={chrome.link}
              disabled={world.full}
              onClick={() =>
                add({
                  op: group.op === 'and' ? 'or' : 'and',
                  items: [fitted(world, newLeaf(first), first)],
                })
              }
            >
              添加条件组
            </button>
          )}
        </div>
      )}
    </div>
  );
}
