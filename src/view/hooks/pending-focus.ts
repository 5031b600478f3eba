import { useEffect, useState } from 'react';
import { reaction } from 'mobx';
import type { PageScope } from '../../runtime/scope/index.ts';
import { useRuntime } from '../context/context.ts';
import type { NodeHandle } from '../kit/types.ts';

/** Ids of the nodes around and including those bound to the field at this address. */
function nodesAround(scope: PageScope, address: string): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const node of scope.page.nodes.values()) {
    if (node.address?.join('.') !== address) continue;
    for (
      let at: typeof node | undefined = node;
      at;
      at = at.parent === undefined ? undefined : scope.node(at.parent)
    )
      ids.add(at.id);
  }
  return ids;
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
        () => pendingFocusAddress(scope),
        (address) => {
          if (address === null) return;
          const ids = nodesAround(scope, address);
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
function pendingFocusAddress(scope: PageScope): string | null {
  for (const [name, form] of scope.forms)
    if (form.pendingFocus) return `${name}.${form.pendingFocus.shape}`;
  return null;
}
