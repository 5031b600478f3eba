import type { FieldDescribe, FilterGroup, FilterLeaf, FilterNode } from '../../contract/index.ts';
import { operatorArity, operatorLabel, operatorsOf } from './operators.ts';

/** Pure steps over filter trees: editors change copies, the list model gets the whole. */

export const isGroup = (node: FilterNode): node is FilterGroup => 'items' in node;
/** The tree as a group, so that an editor always has a list of rows. */
export const asGroup = (node: FilterNode | null): FilterGroup =>
  !node ? { op: 'and', items: [] } : isGroup(node) ? node : { op: 'and', items: [node] };

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);
/** Why a condition cannot be asked yet, as a sentence; null when it is whole. */
export function incomplete(leaf: FilterLeaf): string | null {
  const arity = operatorArity(leaf.op);
  if (arity === 'none') return null;
  if (arity === 'pair') {
    const [low, high] = Array.isArray(leaf.value) ? leaf.value : [];
    return isBlank(low) || isBlank(high) ? '请填写起止两个值' : null;
  }
  return isBlank(leaf.value) ? '请填写条件的值' : null;
}
/** Every condition of the tree, from left to right. */
export const filterLeaves = (node: FilterNode | null): FilterLeaf[] =>
  !node ? [] : isGroup(node) ? node.items.flatMap(filterLeaves) : [node];
/**
 * The tree without empty groups; null when nothing is left; a lone condition stays in its group.
 */
export function pruneFilter(node: FilterNode | null): FilterNode | null {
  if (!node || !isGroup(node)) return node;
  const items = node.items.map(pruneFilter).filter((item): item is FilterNode => item !== null);
  return items.length ? { op: node.op, items } : null;
}
/** The tree without one condition (by identity). */
export function removeFilterNode(node: FilterNode | null, gone: FilterNode): FilterNode | null {
  if (!node || node === gone) return null;
  return isGroup(node)
    ? pruneFilter({
        op: node.op,
        items: node.items
          .map((item) => removeFilterNode(item, gone))
          .filter((item): item is FilterNode => item !== null),
      })
    : node;
}

/** A condition as a Chinese sentence: 金额大于 100. `say` writes one value. */
export function sentenceOf(
  leaf: FilterLeaf,
  field: FieldDescribe | undefined,
  say: (value: unknown) => string,
): string {
  const label = field?.label ?? leaf.field;
  const arity = operatorArity(leaf.op);
  const values = Array.isArray(leaf.value) ? leaf.value : [leaf.value];
  const operator = operatorLabel(leaf.op, field?.type ?? 'text');
  if (arity === 'days') return `${label} ${operator.replace('若干', ` ${say(leaf.value)} `)}`;
  if (arity === 'none') return `${label} ${operator}`;
  if (arity === 'pair') return `${label} ${operator} ${say(values[0])} 至 ${say(values[1])}`;
  return `${label} ${operator} ${values.map(say).join('、')}`;
}

/** Path of a node: indexes from the root group down. */
export type FilterPath = readonly number[];
/**
 * The tree with the node at a path put in place of what was there; null takes it out. The root
 * itself cannot be taken out.
 */
export function replaceAt(
  root: FilterGroup,
  path: FilterPath,
  node: FilterNode | null,
): FilterGroup {
  const [at, ...rest] = path;
  if (at === undefined) return node && isGroup(node) ? node : root;
  const items = root.items.flatMap((item, index): FilterNode[] => {
    if (index !== at) return [item];
    if (rest.length > 0) return isGroup(item) ? [replaceAt(item, rest, node)] : [item];
    return node ? [node] : [];
  });
  return { op: root.op, items };
}
/** A new condition on a field: its most used operator, no value yet. */
export const newLeaf = (field: FieldDescribe): FilterLeaf => ({
  field: field.apiName,
  op: operatorsOf(field.type)[0] ?? 'eq',
});
/**
 * The condition on another field: the operator stays where the type takes it, the value does not.
 */
export const withField = (leaf: FilterLeaf, field: FieldDescribe): FilterLeaf => ({
  field: field.apiName,
  op: operatorsOf(field.type).includes(leaf.op) ? leaf.op : newLeaf(field).op,
});
/** The condition with another operator: the value stays while its shape fits. */
export const withOperator = (leaf: FilterLeaf, op: FilterLeaf['op']): FilterLeaf =>
  operatorArity(op) === operatorArity(leaf.op) && leaf.value !== undefined
    ? { ...leaf, op }
    : { field: leaf.field, op };
