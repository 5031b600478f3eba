import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import type { PageScope } from '../../runtime/scope/index.ts';
import { useApplication } from './context.ts';

/** The heading a person comes to, made able to take the focus. */
function headingIn(frame: HTMLElement): HTMLElement | null {
  const heading = frame.querySelector<HTMLElement>('h1, [role="heading"][aria-level="1"], h2');
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  return heading;
}

/** The nearest ancestor with a scroll of its own: the shell's content area. */
function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let at = element.parentElement; at; at = at.parentElement)
    if (at.scrollHeight > at.clientHeight && getComputedStyle(at).overflowY !== 'visible')
      return at;
  return null;
}

/**
 * A page that is come back to may load its records first: so long, in milliseconds, it is waited
 * for to be as long as it was.
 */
const RESTORE_TIMEOUT_MS = 3_000;
/** What a person does when they would rather be elsewhere. */
const USER_INPUT_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to where the page was left (0 for a new one) as soon as it is long enough, unless the
 * user scrolls first. Returns a cancel function.
 */
function restoreScroll(element: HTMLElement, top: number): () => void {
  const until = performance.now() + RESTORE_TIMEOUT_MS;
  let frame = 0;
  const stop = (): void => {
    cancelAnimationFrame(frame);
    for (const move of USER_INPUT_EVENTS) document.removeEventListener(move, stop, true);
  };
  const step = (): void => {
    const scroller = scrollerOf(element);
    if (scroller) scroller.scrollTop = top;
    if (
      top === 0 ||
      (scroller && Math.abs(scroller.scrollTop - top) < 1) ||
      performance.now() > until
    )
      stop();
    else frame = requestAnimationFrame(step);
  };
  for (const move of USER_INPUT_EVENTS)
    document.addEventListener(move, stop, { capture: true, passive: true });
  step();
  return stop;
}

/** Keeps in mind how far the page is scrolled, for coming back to it. */
function useRecordedScroll(frame: RefObject<HTMLElement | null>, key: string): void {
  const { navigation } = useApplication();
  // A layout effect: its end comes before the page is taken away, which would scroll to the top.
  useLayoutEffect(() => {
    const note = ({ target }: Event): void => {
      if (target instanceof HTMLElement && frame.current && target.contains(frame.current))
        navigation.scrollPositions.set(key, target.scrollTop);
    };
    document.addEventListener('scroll', note, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', note, { capture: true });
  }, [frame, key, navigation]);
}

/**
 * After a move inside the application the new page starts at its top, and the focus is on its
 * heading, so that a screen reader says where the person is; a page come back to is where it was
 * left. A page that focuses something itself keeps that; the first page is left alone.
 */
export function useScrollAndFocusRestoration(
  frame: RefObject<HTMLElement | null>,
  scope: PageScope | null,
): void {
  const { navigation } = useApplication();
  const { key } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const arrived = useRef(false);
  const stop = useRef<(() => void) | null>(null);
  useRecordedScroll(frame, key);
  useEffect(() => () => stop.current?.(), []);
  useEffect(() => {
    const element = frame.current;
    if (!scope || !element || arrived.current) return;
    arrived.current = true;
    const first = navigation.firstPage;
    navigation.firstPage = false;
    if (first) return;
    const top = isBack ? (navigation.scrollPositions.get(key) ?? 0) : 0;
    stop.current = restoreScroll(element, top);
    if (!element.contains(document.activeElement))
      headingIn(element)?.focus({ preventScroll: true });
  }, [frame, scope, navigation, isBack, key]);
}
