import { useCallback, useEffect, useRef, useState } from 'react';
import { CLICK_GUARD_MS } from '../../src/contract/index.ts';
import { useStable } from '../../src/ui/hooks/index.ts';
import type { FormModel } from '../../src/runtime/models/index.ts';
import type { NodeHandle } from '../../src/view/kit/index.ts';
import type { FormProps } from './index.ts';

/**
 * One submission at a time, and none for CLICK_GUARD_MS after the last (specification, section 5).
 * When the actions stop, the first wrong field takes the focus, so that Enter in a long form says
 * what is missing.
 */
export function useSubmit(node: NodeHandle<FormProps>, form: FormModel) {
  const [resting, setResting] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const handed = useRef<unknown>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  const blocked = resting || node.busy;
  const send = async () => {
    const changes = form.changes();
    const done = await node.emit('submit');
    if (!done) {
      // Nothing was sent: the next try need not wait.
      clearTimeout(timer.current);
      setResting(false);
      if (form.failing.length > 0) form.focusFirstError();
      return;
    }
    handed.current = changes;
    if (node.handles('done')) await node.emit('done');
  };
  const run = useStable(() => {
    if (blocked || node.state.disabled) return;
    setResting(true);
    timer.current = setTimeout(() => setResting(false), CLICK_GUARD_MS);
    void send();
  });
  return { run, blocked, handedOn: useCallback(() => handed.current, []) };
}
