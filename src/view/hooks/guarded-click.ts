import { useEffect, useRef, useState } from 'react';
import { CLICK_GUARD_MS } from '../../contract/index.ts';
import { useDelayedFlag, useStable } from '../../ui/hooks/index.ts';
import type { NodeHandle } from '../kit/types.ts';

export interface GuardedClick {
  onClick: (payload?: unknown) => void;
  /** show a spinner */
  busy: boolean;
  /** takes no click now */
  blocked: boolean;
}

/**
 * A click that runs a node's event and takes no second one while the actions run, nor for
 * CLICK_GUARD_MS after it (specification, section 5). Read `blocked` for aria-disabled: a really
 * disabled button would lose the focus. `after` receives whether all actions ran.
 */
export function useGuardedClick(
  node: NodeHandle<unknown>,
  event = 'click',
  guardMs: number = CLICK_GUARD_MS,
  after?: (done: boolean) => void,
): GuardedClick {
  const [resting, setResting] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const blocked = resting || node.busy;
  const onClick = useStable((payload?: unknown) => {
    // Asked now, not when last drawn: a press that comes before the next drawing counts.
    if (resting || node.busy || node.state.disabled) return;
    if (guardMs > 0) {
      setResting(true);
      timer.current = setTimeout(() => setResting(false), guardMs);
    }
    void node.emit(event, payload).then(after);
  });
  return { onClick, busy: useDelayedFlag(node.busy), blocked };
}
