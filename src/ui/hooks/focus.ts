import { useEffect } from 'react';
import type { KeyboardEvent } from 'react';

const FOCUSABLE = [
  'a[href]',
  ...['button', 'input', 'textarea', 'select'].map((control) => `${control}:not(:disabled)`),
  '[tabindex]:not([tabindex="-1"])',
].join(', ');
const all = (root: HTMLElement | null): HTMLElement[] =>
  root ? [...root.querySelectorAll<HTMLElement>(FOCUSABLE)] : [];

/**
 * The element that should take the focus when a panel opens: one that asks for it, or the first in
 * one that asks for what is inside, else the first that can.
 */
export function firstFocusable(root: HTMLElement | null): HTMLElement | undefined {
  const asks = root?.querySelector<HTMLElement>('[data-autofocus]');
  const found = asks?.dataset['autofocus'] === 'inside' ? all(asks)[0] : asks;
  return found ?? all(root)[0];
}

/** Tab at the last element goes to the first, and back. */
export function keepFocusInside(root: HTMLElement | null, event: KeyboardEvent): void {
  const stops = all(root);
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  const other = event.shiftKey ? stops.at(-1) : stops[0];
  if (!edge || !other || (document.activeElement !== edge && document.activeElement !== root))
    return;
  event.preventDefault();
  other.focus();
}

/** While `open`, remembers who had the focus, and gives it back when the layer closes. */
export function useReturnFocus(open: boolean): void {
  useEffect(() => {
    if (!open) return;
    const before = document.activeElement;
    // After the layer has left the page: Arco hides it with a transition and would take the focus
    // away again.
    return () => {
      if (before instanceof HTMLElement)
        setTimeout(() => {
          if (
            before.isConnected &&
            (document.activeElement === document.body || !document.activeElement)
          )
            before.focus({ preventScroll: true });
        });
    };
  }, [open]);
}

/** Arrow keys, Home and End among siblings matching `selector`: where a key leads, or null. */
export function arrowTarget(
  event: KeyboardEvent,
  root: HTMLElement | null,
  selector: string,
  axis: 'vertical' | 'horizontal' = 'vertical',
): HTMLElement | null {
  const stops = root ? [...root.querySelectorAll<HTMLElement>(selector)] : [];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const [back, on] = axis === 'vertical' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
  if (event.key === 'Home') return stops[0] ?? null;
  if (event.key === 'End') return stops.at(-1) ?? null;
  if (event.key === on) return stops[(at + 1) % stops.length] ?? null;
  if (event.key === back) return stops[at <= 0 ? stops.length - 1 : at - 1] ?? null;
  return null;
}
