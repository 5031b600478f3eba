import { useEffect } from 'react';
import { useRuntime } from '../context/context.ts';
import { useStable } from '../../ui/hooks/index.ts';
import type { NodeHandle } from '../kit/types.ts';

/** Lets the action `focus` reach this widget by its node id. */
export function useFocusTarget(node: NodeHandle<unknown>, focus: () => void): void {
  const { scope } = useRuntime();
  const take = useStable(focus);
  useEffect(() => scope.registerFocusTarget(node.id, take), [scope, node.id, take]);
}
