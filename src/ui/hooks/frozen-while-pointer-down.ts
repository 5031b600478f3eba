import { useEffect, useReducer, useRef } from 'react';

/**
 * Between the press and the release of a pointer the layout must not change: a press that leaves a
 * field changes what is above the button it is meant for, and a button that moves away in between
 * is not clicked.
 */
let pressed = false;
const pendingRedraws = new Set<() => void>();

if (typeof document !== 'undefined') {
  let timer: ReturnType<typeof setTimeout>;
  document.addEventListener(
    'pointerdown',
    () => {
      clearTimeout(timer);
      pressed = true;
    },
    true,
  );
  const release = (): void => {
    pressed = false;
    const tasks = [...pendingRedraws];
    pendingRedraws.clear();
    for (const task of tasks) task();
  };
  // The click comes after the release.
  const released = (): void => {
    clearTimeout(timer);
    timer = setTimeout(release);
  };
  for (const end of ['pointerup', 'pointercancel', 'dragend'] as const)
    document.addEventListener(end, released, true);
  // Released outside of the window: no event arrives until the pointer comes back with no button
  // down.
  document.addEventListener(
    'pointermove',
    (event) => {
      if (pressed && event.buttons === 0) released();
    },
    true,
  );
}

/** What is shown stays as it is while a pointer is pressed. */
export function useFrozenWhilePointerDown<T>(now: T): T {
  const shown = useRef(now);
  const [, drawAgain] = useReducer((turn: number) => turn + 1, 0);
  const held = pressed && shown.current !== now;
  if (!held) shown.current = now;
  useEffect(() => {
    if (!held) return undefined;
    pendingRedraws.add(drawAgain);
    return () => {
      pendingRedraws.delete(drawAgain);
    };
  }, [held]);
  return shown.current;
}
