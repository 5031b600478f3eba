import { useCallback, useEffect, useRef, useState } from 'react';
import { DEBOUNCE_MS } from '../../contract/index.ts';

/**
 * A spinner shows only when something takes longer than this, in milliseconds: shorter waits would
 * only flicker.
 */
const SPINNER_DELAY_MS = 300;

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

/**
 * What was made when the key was last another: lists and objects that a component makes again at
 * every render stay the same while what they say does.
 */
export function useKeyed<T>(key: string, make: () => T): T {
  const made = useRef<{ key: string; value: T }>(undefined);
  if (made.current?.key !== key) made.current = { key, value: make() };
  return made.current.value;
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
function debounce<A extends unknown[]>(fn: (...args: A) => void, ms: number): Debounced<A> {
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
