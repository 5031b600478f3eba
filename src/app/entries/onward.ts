import type { Registry } from '../../view/index.ts';
import lines from '../../../schemas/routes/index.json';
import { typesIn } from '../api/early.ts';
import type { RouteLine } from '../routing/routes.ts';
import { PASSPORT_PATH } from '../routing/return-path.ts';
import { askFirst } from './early.ts';
import { startMain } from './main.ts';

/** Fetches the code of what most people come to, while they still type who they are. */
export async function prepareMain(registry: Registry): Promise<void> {
  const pages = await Promise.all([
    import('../../../schemas/pages/shell/main.json'),
    import('../../../schemas/pages/main/home.json'),
    import('../../../schemas/pages/app/objectCard.json'),
    import('../../../schemas/pages/block/messages.json'),
  ]);
  await registry.preload(pages.flatMap((page) => typesIn(page.default)));
}

/** A place of the login page further back in the history belongs to its own document. */
function readdressed(event: PopStateEvent): void {
  if (location.pathname !== PASSPORT_PATH) return;
  event.stopImmediatePropagation();
  location.reload();
}

/**
 * The main application in this very document, at the address it now has: nothing is fetched or
 * evaluated a second time.
 */
export async function goOn(): Promise<void> {
  addEventListener('popstate', readdressed, true);
  askFirst('history', lines as RouteLine[]);
  await startMain();
}
