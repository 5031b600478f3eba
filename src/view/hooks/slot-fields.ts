import type { FieldModel } from '../../runtime/models/index.ts';
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
