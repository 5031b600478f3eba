import { useEffect, useRef, type RefObject } from 'react';
import type { PageScope } from '../../engine/index.ts';
import { useApplication } from './context.ts';

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
export function useArrival(frame: RefObject<HTMLElement | null>, scope: PageScope | null): void {
  const { place } = useApplication();
  const arrived = useRef(false);
  useEffect(() => {
    const element = frame.current;
    if (!scope || !element || arrived.current) return;
    arrived.current = true;
    const first = place.firstPage;
    place.firstPage = false;
    if (first) return;
    scrollerOf(element)?.scrollTo(0, 0);
    if (!element.contains(document.activeElement)) headingIn(element)?.focus({ preventScroll: true });
  }, [frame, scope, place]);
}
