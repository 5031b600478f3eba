import type { Registry } from '../../view/index.ts';
import lines from '../../../schemas/routes/index.json';
import { widgetTypesIn } from '../api/prefetch.ts';
import type { RouteLine } from '../routing/routes.ts';
import { PASSPORT_PATH } from '../routing/return-path.ts';
import { prefetchFirstScreen } from './first-script.ts';
import { mountMainApp } from './main-app.ts';

/** Fetches the code of what most people come to, while they still type who they are. */
export async function preloadMainApp(registry: Registry): Promise<void> {
  const pages = await Promise.all([
    import('../../../schemas/pages/shell/main.json'),
    import('../../../schemas/pages/main/home.json'),
    import('../../../schemas/pages/app/objectCard.json'),
    import('../../../schemas/pages/block/messages.json'),
  ]);
  await registry.preload(pages.flatMap((page) => widgetTypesIn(page.default)));
}

/** A place of the login page further back in the history belongs to its own document. */
function reloadForPassportHistory(event: PopStateEvent): void {
  if (location.pathname !== PASSPORT_PATH) return;
  event.stopImmediatePropagation();
  location.reload();
}

/**
 * The main application in this very document, at the address it now has: nothing is fetched or
 * evaluated a second time.
 */
export async function startMainApp(): Promise<void> {
  addEventListener('popstate', reloadForPassportHistory, true);
  prefetchFirstScreen('history', lines as RouteLine[]);
  await mountMainApp();
}
