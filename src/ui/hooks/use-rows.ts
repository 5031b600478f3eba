import { observeElementRect, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useEffect, type RefObject } from 'react';

/** Pixels of content drawn where there is no height yet: not laid out, or no layout at all. */
const FIRST_SCREEN = 640;
/** Rows drawn beyond both edges, so that a quick scroll shows none missing. */
const BEYOND = 8;

function observeRect(
  instance: Virtualizer<HTMLDivElement, Element>,
  report: (rect: { width: number; height: number }) => void,
) {
  return observeElementRect(instance, (rect) =>
    report(rect.height > 0 ? rect : { width: rect.width, height: FIRST_SCREEN }),
  );
}

/** A window over `count` rows of one height (pixels) that scroll inside `root`. */
export function useRows(
  root: RefObject<HTMLDivElement | null>,
  count: number,
  height: number,
): Virtualizer<HTMLDivElement, Element> {
  const rows = useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => root.current,
    estimateSize: () => height,
    overscan: BEYOND,
    initialRect: { width: 0, height: FIRST_SCREEN },
    observeElementRect: observeRect,
  });
  useEffect(() => rows.measure(), [rows, height]);
  return rows;
}
