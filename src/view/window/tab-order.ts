const STOPS = 'a[href], button, input, textarea, select, summary, [tabindex], [contenteditable]';

const isShown = (element: Element): boolean =>
  element.checkVisibility?.({ visibilityProperty: true }) ?? true;

/**
 * Tab would stop here. Of a group of radios the browser leaves out all but one, and the whole group
 * once it is left.
 */
function isStop(element: Element, from: Element | null): boolean {
  if (
    !(element instanceof HTMLElement) ||
    !element.matches(STOPS) ||
    element.tabIndex < 0 ||
    element.matches(':disabled')
  )
    return false;
  const inSameGroup =
    element instanceof HTMLInputElement &&
    element.type === 'radio' &&
    from instanceof HTMLInputElement &&
    from.name === element.name;
  return !inSameGroup && isShown(element);
}

/**
 * The number of the section whose placeholders lie between the focus and where Tab, or Shift Tab,
 * would go next; null when the next tab stop is before them. Walks from the focus and ends at the
 * first of both, so the length of the form does not matter.
 */
export function sectionAhead(back: boolean): number | null {
  const from = document.activeElement === document.body ? null : document.activeElement;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT);
  if (from) walker.currentNode = from;
  else if (back)
    while (walker.lastChild()) {
      /* to the very end */
    }
  for (let at = step(walker, back); at; at = step(walker, back)) {
    if (at.dataset['standIn'] !== undefined && isShown(at)) return Number(at.dataset['standIn']);
    if (isStop(at, from)) return null;
  }
  return null;
}
const step = (walker: TreeWalker, back: boolean): HTMLElement | null =>
  (back ? walker.previousNode() : walker.nextNode()) as HTMLElement | null;
