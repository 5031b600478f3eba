import { createContext } from 'react';

/** The layer (drawer, dialog, panel) a widget is in; empty on the page itself. */
export const LayerContext = createContext('');

/** Name of a layer that is not ours: Arco's own dialogs. No key of ours is meant for it. */
export const FOREIGN_LAYER = 'foreign';

/**
 * The layer whose keys count: the topmost one that keeps the focus to itself, empty when there is
 * none.
 */
export function topLayer(): string {
  const modals = [...document.querySelectorAll<HTMLElement>('[aria-modal="true"]')].filter(
    (modal) => !modal.closest('[style*="display: none"]'),
  );
  const top = modals.at(-1);
  return top ? (top.dataset['layerName'] ?? FOREIGN_LAYER) : '';
}
