import { useLayoutEffect } from 'react';
import type { RefObject } from 'react';

/** Narrowest an input over a cell may be, in pixels: a date and its button fit. */
const INPUT_MIN = 140;

interface Layer {
  layer: RefObject<HTMLElement | null>;
  root: RefObject<HTMLElement | null>;
  cellId: string;
  /** `focused`: over the cell, and never out of sight, where it would lose the focus. */
  manner: 'over' | 'below' | 'focused';
}

/**
 * Keeps a layer over (or under) the active cell while the grid scrolls; out of sight while the cell
 * is.
 */
export function useOverCell({ layer, root, cellId, manner }: Layer): void {
  const below = manner === 'below';
  useLayoutEffect(() => {
    const place = () => {
      const cell = document.getElementById(cellId);
      const host = root.current?.parentElement;
      const { current: box } = layer;
      if (!box || !host) return;
      box.style.visibility = cell || manner === 'focused' ? '' : 'hidden';
      if (!cell) return;
      const at = cell.getBoundingClientRect();
      const from = host.getBoundingClientRect();
      const width = below ? 0 : Math.max(at.width, INPUT_MIN);
      box.style.left = `${Math.max(0, Math.min(at.left - from.left, from.width - (width || box.offsetWidth)))}px`;
      box.style.top = `${(below ? at.bottom : at.top) - from.top}px`;
      if (!below) {
        box.style.width = `${width}px`;
        box.style.minHeight = `${at.height}px`;
      }
    };
    place();
    const { current: scroller } = root;
    scroller?.addEventListener('scroll', place, { passive: true });
    window.addEventListener('resize', place);
    return () => {
      scroller?.removeEventListener('scroll', place);
      window.removeEventListener('resize', place);
    };
  });
}
