import { useEffect, useRef, type RefObject } from 'react';
import type { PageScope } from '../../engine/index.ts';

/** The heading a person comes to, made able to take the focus. */
function headingIn(frame: HTMLElement): HTMLElement | null {
  const heading = frame.querySelector<HTMLElement>('h1, [role="heading"][aria-level="1"], h2');
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  return heading;
}

/** The nearest ancestor with a scroll of its own: the shell's content area. */
function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let at = element.parentElement; at; at = at.parentElement) if (at.scrollHeight > at.clientHeight && getComputedStyle(at).overflowY !== 'visible') return at;
  return null;
}

/**
 * After a move inside the application the new page starts at its top, and the focus is on its heading, so that a screen
 * reader says where the person is. A page that focuses something itself keeps that; the first page is left alone.
 */
export function useArrival(frame: RefObject<HTMLElement | null>, scope: PageScope | null, path: string): void {
  const arrivedAt = useRef<string | null>(null);
  useEffect(() => {
    const element = frame.current;
    if (!scope || !element || arrivedAt.current === path) return;
    const first = arrivedAt.current === null && !movedBefore;
    movedBefore = true;
    arrivedAt.current = path;
    if (first) return;
    scrollerOf(element)?.scrollTo(0, 0);
    if (!element.contains(document.activeElement)) headingIn(element)?.focus({ preventScroll: true });
  }, [frame, scope, path]);
}
/** Whether any page of this window was reached already: pages of different routes are different components. */
let movedBefore = false;
