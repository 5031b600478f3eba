import { clearTimers } from 'mobx-react-lite';

/**
 * Ends what mobx-react-lite remembers of components that were begun and never shown. Chromium still
 * calls its FinalizationRegistry after the next page of this site has taken over the window, where
 * the `clearTimeout` it then makes ends a timer of that page which has the same number: a search
 * typed there was never asked for.
 */
export function endObserversOnLeave(): void {
  addEventListener('pagehide', clearTimers);
}
