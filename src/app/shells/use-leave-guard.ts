import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import type { PageScope } from '../../runtime/scope/index.ts';
import { useStable } from '../../ui/hooks/index.ts';
import { closeTopLayer, hasClosableLayer } from '../../ui/overlay/index.ts';
import type { BlockedMove, Move } from '../routing/history-router.ts';
import { isTyped } from '../routing/typed-address.ts';
import { useApplication, useRouter } from './context.ts';

const UNSAVED = {
  title: '离开此页面？',
  text: '有未保存的内容，离开后将丢失。',
  ok: '离开',
  cancel: '留在此页',
  danger: true,
};
/** The same page at another address: something on it closes. */
const UNSAVED_HERE = {
  title: '放弃未保存的修改？',
  text: '返回后，已填写的内容不会保留。',
  ok: '放弃修改',
  cancel: '继续编辑',
  danger: true,
};
const isDirty = (scope: PageScope | null): boolean => scope?.unsaved === true;

/**
 * Confirms with the user before unsaved work is lost: inside the application by a dialog, on
 * closing the window by the browser's own. Going back while a layer is open that is no step of the
 * history closes that layer instead. `isOwn` tests for queries the page writes itself.
 */
export function useLeaveGuard(
  scope: PageScope | null,
  path: string,
  isOwn = (_search: string): boolean => false,
): void {
  const { ports, leaveGuards, region } = useApplication();
  const canLeave = useCallback(
    async (ask = UNSAVED) => !(await scope?.hasUnsavedWork()) || ports.confirm(ask),
    [ports, scope],
  );
  useEffect(() => leaveGuards.add(() => canLeave()), [leaveGuards, canLeave]);
  const closesLayer = useRef(false);
  const router = useRouter();
  const shouldBlock = useStable(
    ({ currentLocation: now, nextLocation: next, historyAction }: Move) => {
      const isHere = next.pathname === path;
      if (isHere && isOwn(next.search)) return false;
      closesLayer.current = historyAction === 'POP' && !isTyped(next.state) && hasClosableLayer();
      if (closesLayer.current) return true;
      const turns = scope?.address.isUsed === true && next.search !== now.search;
      return (!isHere || turns) && isDirty(scope);
    },
  );
  useEffect(() => router.block(shouldBlock), [router, shouldBlock]);
  const blocked = useSyncExternalStore(router.subscribe, () => router.state.blocked);

  // The move that waits for an answer: a second one takes the first one's place under the same
  // question.
  const held = useRef<BlockedMove>(null);
  useEffect(() => {
    const asking = held.current !== null;
    if (blocked && closesLayer.current) {
      closesLayer.current = false;
      blocked.reset();
      closeTopLayer();
      return;
    }
    held.current = blocked;
    if (asking || !blocked) return;
    void canLeave(blocked.location.pathname === path ? UNSAVED_HERE : UNSAVED).then((yes) => {
      const move = held.current;
      held.current = null;
      if (yes) move?.proceed();
      else move?.reset();
    });
  }, [blocked, canLeave, path]);
  useEffect(
    () => () => {
      held.current = null;
    },
    [],
  );

  useEffect(() => {
    const closing = (event: BeforeUnloadEvent): void => {
      const isAgreed = region.actor.getSnapshot().hasTag('agreed');
      if (isDirty(scope) && !isAgreed) event.preventDefault();
    };
    addEventListener('beforeunload', closing);
    return () => removeEventListener('beforeunload', closing);
  }, [scope, region]);
}
