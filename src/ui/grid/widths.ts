import type { PointerEvent } from 'react';
import { variablesAt } from './columns.ts';

/** Narrowest a drag may show, in pixels; the owner of widths has the last word. */
const DRAG_MIN = 48;
/** Room a header needs beside its text, for the mark of sorting and the menu, in pixels. */
const HEAD_ROOM = 52;
/** Widest a column becomes by its content, in pixels: a long text does not push the rest away. */
const CONTENT_MAX = 480;

/** Follows the pointer an element has captured, until it is let go. */
function followPointer(
  element: HTMLElement,
  move: (event: globalThis.PointerEvent) => void,
  end: () => void,
) {
  element.addEventListener('pointermove', move);
  element.addEventListener(
    'lostpointercapture',
    () => {
      element.removeEventListener('pointermove', move);
      end();
    },
    { once: true },
  );
}

/** Drags a column's edge: the width is one CSS variable until it is let go. */
export function dragEdge(
  event: PointerEvent<HTMLElement>,
  root: HTMLElement | null,
  place: number,
  done: (width: number) => void,
) {
  event.preventDefault();
  event.stopPropagation();
  const [widthName, growsName] = variablesAt(place);
  const edge = event.currentTarget;
  const start = event.clientX;
  const from = edge.parentElement?.offsetWidth ?? DRAG_MIN;
  let width = from;
  edge.setPointerCapture(event.pointerId);
  const move = (next: globalThis.PointerEvent) => {
    width = Math.max(DRAG_MIN, from + next.clientX - start);
    root?.style.setProperty(widthName, `${width}px`);
    root?.style.setProperty(growsName, '0');
  };
  followPointer(edge, move, () => {
    root?.style.removeProperty(growsName);
    if (width !== from) done(width);
  });
}

/**
 * The width that shows the header and every cell on the screen whole: measured with the column
 * folded for a moment, which is never painted.
 */
export function widthToContent(root: HTMLElement, head: HTMLElement, place: number): number {
  const [widthName, growsName] = variablesAt(place);
  const before = [
    root.style.getPropertyValue(widthName),
    root.style.getPropertyValue(growsName),
  ] as const;
  const at = [...(head.parentElement?.children ?? [])].indexOf(head);
  root.style.setProperty(widthName, '0px');
  root.style.setProperty(growsName, '0');
  const text = head.querySelector<HTMLElement>('[data-head]');
  const cells = [
    ...root.querySelectorAll<HTMLElement>('[role="rowgroup"] + [role="rowgroup"] > [role="row"]'),
  ]
    .map((row) => row.children[at])
    .filter((cell) => cell instanceof HTMLElement);
  const widest = Math.max(
    (text?.scrollWidth ?? 0) + HEAD_ROOM,
    ...cells.map((cell) => cell.scrollWidth + 2),
  );
  root.style.setProperty(widthName, before[0]);
  if (before[1]) root.style.setProperty(growsName, before[1]);
  else root.style.removeProperty(growsName);
  return Math.min(CONTENT_MAX, Math.max(DRAG_MIN, Math.ceil(widest)));
}
