import { useEffect, useReducer, useRef } from 'react';

/**
 * What is shown stays as it is while a pointer is pressed: a press that leaves a field may change what stands above the
 * button it is meant for, and a button that moves away between press and release is not pressed.
 */
export function useHeldWhilePressed<T>(now: T): T {
  const pressed = useRef(false);
  const shown = useRef(now);
  const [, release] = useReducer((turn: number) => turn + 1, 0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const press = (): void => { clearTimeout(timer); pressed.current = true; };
    // The click comes after the release.
    const letGo = (): void => { timer = setTimeout(() => { pressed.current = false; release(); }); };
    document.addEventListener('pointerdown', press, true);
    for (const end of ['pointerup', 'pointercancel'] as const) document.addEventListener(end, letGo, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerdown', press, true);
      for (const end of ['pointerup', 'pointercancel'] as const) document.removeEventListener(end, letGo, true);
    };
  }, []);
  if (!pressed.current) shown.current = now;
  return shown.current;
}
