import type { KeyboardEvent } from 'react';

/** Where a key leads from the active row; null when it moves nothing. `page` rows fit the window. */
export function rowAfter(key: string, active: number, count: number, page: number): number | null {
  if (count === 0) return null;
  const to = (index: number) => Math.min(count - 1, Math.max(0, index));
  switch (key) {
    case 'ArrowDown': return to(active + 1);
    case 'ArrowUp': return active < 0 ? count - 1 : to(active - 1);
    case 'PageDown': return to(Math.max(active, 0) + page);
    case 'PageUp': return to(active - page);
    case 'Home': return 0;
    case 'End': return count - 1;
    default: return null;
  }
}
/** Keys of buttons and inputs inside the grid are theirs. */
export const isOwnKey = (event: KeyboardEvent): boolean => event.target === event.currentTarget && !event.altKey && !event.metaKey;
