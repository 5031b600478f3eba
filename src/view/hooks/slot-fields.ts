import { useEffect, useState } from 'react';
import { reaction } from 'mobx';
import { sameJson } from '../../page/index.ts';
import type { FieldModel, FormModelImpl } from '../../runtime/models/index.ts';
import type { PageScope } from '../../runtime/scope/index.ts';
import { useRuntime } from '../context/context.ts';
import { useStable } from '../../ui/hooks/index.ts';
import type { NodeHandle } from '../kit/types.ts';

/**
 * All nodes in a slot with the page or block they are of, without those in repeated slots: their
 * fields are checked with their list.
 */
function* nodesIn(scope: PageScope, ids: readonly string[]): Generator<[PageScope, string]> {
  for (const id of ids) {
    yield [scope, id];
    const block = scope.blocks.get(id);
    if (block) yield* nodesIn(block, [block.page.root]);
    for (const slot of Object.values(scope.node(id)?.slots ?? {}))
      if (!slot.as) yield* nodesIn(scope, slot.ids);
  }
}
/** The form field a node is bound to, if any; a field in a row is checked with its list. */
function fieldAt(scope: PageScope, id: string): FieldModel | null {
  const [root = '', name] = scope.node(id)?.address ?? [];
  const form = name ? scope.forms.get(root) : undefined;
  return form?.started && form.hasField(name!) ? form.field(name!) : null;
}

/** Shows what is wrong with a field, with those in its rows; true when nothing is. */
function isSound(field: FieldModel): boolean {
  if (!field.visible) return true;
  field.touch();
  const inner = field.rows.map((row) =>
    row.fieldNames.map((name) => isSound(row.field(name))).every(Boolean),
  );
  return field.errors.length === 0 && inner.every(Boolean);
}

/**
 * Checks the form fields in one slot of this node, mounted or not, and focuses the first invalid
 * one. True when all are valid. For widgets that let a user proceed only when a part is filled in:
 * a step of a wizard.
 */
export function useSlotCheck(node: NodeHandle<unknown>): (slot: string) => boolean {
  const { scope } = useRuntime();
  return useStable((slot: string) => {
    const ids = scope.node(node.id)?.slots[slot]?.ids ?? [];
    const fields = [
      ...new Set([...nodesIn(scope, ids)].flatMap(([page, id]) => fieldAt(page, id) ?? [])),
    ];
    const wrong = fields.filter((field) => !isSound(field));
    wrong[0]?.focus();
    return wrong.length === 0;
  });
}

/** What the fields of a slot, mounted or not, say about it. */
export interface SlotState {
  /** Fields that are shown to be wrong. */
  readonly faults: number;
  /** It has fields, and a rule hides all of them. */
  readonly hidden: boolean;
}
/** Names of the form fields in a slot, by their forms. */
type FieldsOfForms = ReadonlyMap<FormModelImpl, ReadonlySet<string>>;

function fieldsIn(scope: PageScope, ids: readonly string[]): FieldsOfForms {
  const found = new Map<FormModelImpl, Set<string>>();
  for (const [page, id] of nodesIn(scope, ids)) {
    const [root = '', name] = page.node(id)?.address ?? [];
    const form = page.forms.get(root);
    if (form && name) found.set(form, (found.get(form) ?? new Set()).add(name));
  }
  return found;
}

function stateOf(fields: FieldsOfForms): SlotState {
  const all = [...fields];
  const faults = all.reduce(
    (sum, [form, names]) =>
      sum + form.failing.filter(({ shape }) => names.has(shape.split('.')[0]!)).length,
    0,
  );
  const isShown = ([form, names]: (typeof all)[number]): boolean =>
    !form.started || [...names].some((name) => form.hasField(name) && form.field(name).visible);
  return { faults, hidden: all.length > 0 && !all.some(isShown) };
}

const NO_STATES: ReadonlyMap<string, SlotState> = new Map();
/**
 * The state of each slot of this node, for widgets that show a part of their content at a time; none
 * unless `asked`. The nodes are looked through when blocks come or go, not when values change.
 */
export function useSlotStates(
  node: NodeHandle<unknown>,
  asked: boolean,
): ReadonlyMap<string, SlotState> {
  const { scope } = useRuntime();
  const [states, setStates] = useState(NO_STATES);
  useEffect(() => {
    if (!asked) return setStates(NO_STATES);
    let [blocks, slots]: [number, [string, FieldsOfForms][]] = [-1, []];
    const read = (): [string, SlotState][] => {
      if (blocks !== scope.blocks.size) {
        blocks = scope.blocks.size;
        slots = Object.entries(scope.node(node.id)?.slots ?? {}).map(([name, { ids }]) => [
          name,
          fieldsIn(scope, ids),
        ]);
      }
      return slots.map(([name, fields]) => [name, stateOf(fields)]);
    };
    return reaction(read, (next) => setStates(new Map(next)), {
      fireImmediately: true,
      equals: sameJson,
    });
  }, [scope, node.id, asked]);
  return states;
}
