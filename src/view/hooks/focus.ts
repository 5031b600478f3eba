import { useEffect } from 'react';
import { useRuntime } from '../context/context.ts';
import { useStable } from '../../ui/hooks/index.ts';
import type { NodeHandle } from '../kit/types.ts';

/** Lets the action `focus` reach this widget by its node id. */
export function useOfferFocus(node: NodeHandle<unknown>, focus: () => void): void {
  const { scope } = useRuntime();
  const take = useStable(focus);
  useEffect(() => scope.offerFocus(node.id, take), [scope, node.id, take]);
}
