import { useEffect } from 'react';
import { useRuntime } from '../view/context.ts';
import { useStable } from './hooks.ts';
import type { NodeHandle } from './types.ts';

/** Lets the action `focus` reach this widget by its node id. */
export function useOfferFocus(node: NodeHandle<unknown>, focus: () => void): void {
  const { scope } = useRuntime();
  const take = useStable(focus);
  useEffect(() => scope.offerFocus(node.id, take), [scope, node.id, take]);
}
