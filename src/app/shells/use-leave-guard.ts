import { useCallback, useEffect, useRef } from 'react';
import { useBlocker, type Blocker } from 'react-router-dom';
import type { PageScope } from '../../runtime/scope/index.ts';
import { useApplication } from './context.ts';

const UNSAVED = {
  title: '离开此页面？',
  text: '有未保存的内容，离开后将丢失。',
  ok: '离开',
  cancel: '留在此页',
  danger: true,
};
const isDirty = (scope: PageScope | null): boolean => scope?.unsaved === true;

/**
 * Confirms with the user before unsaved work is lost: inside the application by a dialog, on
 * closing the window by the browser's own. `isOwn` tests for queries the page writes itself.
 */
export function useLeaveGuard(
  scope: PageScope | null,
  path: string,
  isOwn = (_search: string): boolean => false,
): void {
  const { ports, leaveGuards } = useApplication();
  const canLeave = useCallback(
    async () => !(await scope?.hasUnsavedWork()) || ports.confirm(UNSAVED),
    [ports, scope],
  );
  useEffect(() => leaveGuards.add(canLeave), [leaveGuards, canLeave]);
  const blocker = useBlocker(({ currentLocation: now, nextLocation: next }) => {
    const isRestart = scope?.syncsUrl === true && next.search !== now.search && !isOwn(next.search);
    return (next.pathname !== path || isRestart) && isDirty(scope);
  });

  // The move that waits for an answer: a second one takes the first one's place under the same
  // question.
  const held = useRef<Extract<Blocker, { state: 'blocked' }>>(null);
  useEffect(() => {
    const asking = held.current !== null;
    held.current = blocker.state === 'blocked' ? blocker : null;
    if (asking || !held.current) return;
    void canLeave().then((yes) => {
      const move = held.current;
      held.current = null;
      if (yes) move?.proceed();
      else move?.reset();
    });
  }, [blocker, canLeave]);
  useEffect(
    () => () => {
      held.current = null;
    },
    [],
  );

  useEffect(() => {
    const closing = (event: BeforeUnloadEvent): void => {
      if (isDirty(scope) && !leaveGuards.confirmed) event.preventDefault();
    };
    addEventListener('beforeunload', closing);
    return () => removeEventListener('beforeunload', closing);
  }, [scope, leaveGuards]);
}
