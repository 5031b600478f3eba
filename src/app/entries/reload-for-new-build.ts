const MARK = 'huozi-reloaded-at';
/**
 * A chunk that cannot be loaded twice within this many milliseconds is not a matter of a newer
 * build.
 */
const AGAIN_MS = 30_000;

function reloadOnce(event: Event): void {
  // Without a network nothing is new: a reload would take the page away, and what is not saved with
  // it.
  if (!navigator.onLine) return;
  const before = Number(sessionStorage.getItem(MARK) ?? 0);
  if (Date.now() - before < AGAIN_MS) return;
  event.preventDefault();
  sessionStorage.setItem(MARK, String(Date.now()));
  location.reload();
}

/**
 * Reloads once when a newer build was deployed while this window was open: its chunks have other
 * names.
 */
export function reloadOnceForNewBuild(): void {
  addEventListener('vite:preloadError', reloadOnce);
}
