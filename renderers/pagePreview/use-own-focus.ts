import { useEffect } from 'react';
import type { RefObject } from 'react';

/** A press or a Tab within this many milliseconds means to go into the trial. */
const MEANT_MS = 1_000;

/** Gives back a focus no one moved into the element; answers what ends that. */
function guardFocus(element: HTMLElement): () => void {
  let meant = -MEANT_MS;
  const press = () => {
    meant = performance.now();
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Tab') press();
  };
  const came = ({ target, relatedTarget: before }: FocusEvent) => {
    const isMeant = performance.now() - meant < MEANT_MS;
    if (isMeant || (before instanceof Node && element.contains(before))) return;
    giveBack(target, before);
  };
  element.addEventListener('pointerdown', press, true);
  document.addEventListener('keydown', key, true);
  element.addEventListener('focusin', came);
  return () => {
    element.removeEventListener('pointerdown', press, true);
    document.removeEventListener('keydown', key, true);
    element.removeEventListener('focusin', came);
  };
}

/**
 * A preview that restarts while the user types beside it takes no focus: only a press in it or the
 * Tab key moves the focus there.
 */
export function useOwnFocus(stage: RefObject<HTMLElement | null>): void {
  useEffect(() => (stage.current ? guardFocus(stage.current) : undefined), [stage]);
}

/** The focus goes back to where it was, or nowhere. */
function giveBack(target: EventTarget | null, before: EventTarget | null): void {
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  else if (target instanceof HTMLElement) target.blur();
}
