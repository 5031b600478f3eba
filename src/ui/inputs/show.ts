/**
 * Frames an element is held in view for: what the browser had left out around it takes its real
 * size only as it comes near.
 */
const HOLD_FRAMES = 20;

/** Its middle is not covered: it is on the screen, and no footer is in front of it. */
function isOnScreen(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint?.(left + width / 2, top + height / 2) ?? null;
  return hit !== null && (element.contains(hit) || hit.contains(element));
}

/**
 * Brings the element that has the focus to the middle of the screen unless it is seen already, and
 * holds it there while the page settles.
 */
export function showFocused(element: HTMLElement, frames = HOLD_FRAMES): void {
  if (document.activeElement !== element) return;
  if (!isOnScreen(element)) element.scrollIntoView?.({ block: 'center' });
  if (frames > 0) requestAnimationFrame(() => showFocused(element, frames - 1));
}
