import { useCallback, useEffect, useRef, useState } from 'react';
import { CLICK_GUARD_MS, DEBOUNCE_MS } from '../../contract/index.ts';
import type { NodeHandle } from './types.ts';

/**
 * A spinner shows only when something takes longer than this, in milliseconds: shorter waits would
 * only flicker.
 */
export const SPINNER_DELAY_MS = 300;

/** `on`, but only after it has been true for a while; false at once. */
export function useDelayedFlag(on: boolean, ms: number = SPINNER_DELAY_MS): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!on) return undefined;
    const timer = setTimeout(() => setLate(true), ms);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [on, ms]);
  return on && late;
}

/**
 * Newest version of a function behind a stable one, so that effects and memoised children need not
 * follow it.
 */
export function useStable<A extends unknown[], R>(fn: (...args: A) => R): (...args: A) => R {
  const latest = useRef(fn);
  useEffect(() => {
    latest.current = fn;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}

export interface Debounced<A extends unknown[]> {
  (...args: A): void;
  flush(): void;
  cancel(): void;
}

/**
 * A call that waits until there were none for `ms`; what waits is made at once when the widget goes
 * away.
 */
export function useDebounced<A extends unknown[]>(
  fn: (...args: A) => void,
  ms: number = DEBOUNCE_MS,
): Debounced<A> {
  const call = useStable(fn);
  const [debounced] = useState(() => debounce(call, ms));
  useEffect(() => () => debounced.flush(), [debounced]);
  return debounced;
}

/** The plain function behind useDebounced. */
export function debounce<A extends unknown[]>(fn: (...args: A) => void, ms: number): Debounced<A> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: A | null = null;
  const cancel = (): void => {
    clearTimeout(timer);
    waiting = null;
  };
  const flush = (): void => {
    const args = waiting;
    cancel();
    if (args) fn(...args);
  };
  const debounced = (...args: A): void => {
    clearTimeout(timer);
    waiting = args;
    timer = setTimeout(flush, ms);
  };
  return Object.assign(debounced, { flush, cancel });
}

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
 * disabled button would lose the focus. `after` hears whether the actions all ran.
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

const SECOND_MS = 1_000;
/**
 * Seconds left of a rest that `start` begins; 0 when there is none. Counted from the clock: a tab
 * in the background counts on.
 */
export function useCountdown(seconds: number): { left: number; start(): void } {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (until === 0) return undefined;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) setUntil(0);
    }, SECOND_MS);
    return () => clearInterval(timer);
  }, [until]);
  const start = useStable(() => {
    if (seconds <= 0) return;
    setNow(Date.now());
    setUntil(Date.now() + seconds * SECOND_MS);
  });
  return { left: until === 0 ? 0 : Math.max(1, Math.ceil((until - now) / SECOND_MS)), start };
}
