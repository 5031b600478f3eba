import { useEffect, useState } from 'react';
import { reaction } from 'mobx';
import type { NodeModel } from '../../page/index.ts';
import type { FormModelImpl } from '../../runtime/models/index.ts';
import type { PageScope } from '../../runtime/scope/index.ts';
import { useRuntime } from '../context/context.ts';
import type { NodeHandle } from '../kit/types.ts';

interface PendingField {
  readonly form: FormModelImpl;
  /** Its path in the form, without row numbers. */
  readonly shape: string;
}
/** Ids of the nodes around and including those bound to the field, in a block as well. */
function nodesAround(scope: PageScope, field: PendingField): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const node of scope.page.nodes.values()) {
    if (!leadsTo(scope, node, field)) continue;
    for (
      let at: typeof node | undefined = node;
      at;
      at = at.parent === undefined ? undefined : scope.node(at.parent)
    )
      ids.add(at.id);
  }
  return ids;
}

function leadsTo(scope: PageScope, { id, address }: NodeModel, field: PendingField): boolean {
  const [root = '', ...shape] = address ?? [];
  if (scope.forms.get(root) === field.form && shape.join('.') === field.shape) return true;
  const block = scope.blocks.get(id);
  return block !== undefined && nodesAround(block, field).size > 0;
}

/**
 * For widgets that do not mount all of their content (tabs, collapsed sections, windowed lists):
 * the slots of this node that contain the unmounted field waiting for the focus ("go to the first
 * error"), so that the widget can reveal it. Usually empty.
 */
export function useRevealPendingFocus(node: NodeHandle<unknown>): readonly string[] {
  const { scope } = useRuntime();
  const [slots, setSlots] = useState<readonly string[]>([]);
  useEffect(
    () =>
      reaction(
        () => pendingFocus(scope)?.pendingFocus ?? null,
        (pending) => {
          if (pending === null) return;
          const ids = nodesAround(scope, { form: pendingFocus(scope)!, shape: pending.shape });
          const own = ids.has(node.id) ? (scope.node(node.id)?.slots ?? {}) : {};
          setSlots(
            Object.entries(own).flatMap(([name, slot]) =>
              slot.ids.some((id) => ids.has(id)) ? [name] : [],
            ),
          );
        },
      ),
    [scope, node.id],
  );
  return slots;
}
/** The form, of the page or of a block that shares with it, in which a field waits for the focus. */
function pendingFocus(scope: PageScope): FormModelImpl | null {
  for (const form of scope.forms.values()) if (form.pendingFocus) return form;
  for (const block of scope.blocks.values()) {
    const form = pendingFocus(block);
    if (form) return form;
  }
  return null;
}
