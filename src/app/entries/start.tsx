import { createRoot } from 'react-dom/client';
import { actions } from '../../runtime/actions/index.ts';
import { createRegistry, type Registry } from '../../view/index.ts';
import { isNotice } from '../../../machines/index.ts';
import { widgets } from '../../../renderers/index.ts';
import { preloadCalls } from '../api/index.ts';
import { onPagePrefetched, widgetTypesIn } from '../api/prefetch.ts';
import { Application, type ApplicationOptions } from '../application/application.ts';
import { stopAsking } from '../feedback/leave-guards.ts';
import { lineFor, type RouteLine } from '../routing/routes.ts';
import { isMainPath, loginAddress, safeReturnPath } from '../routing/return-path.ts';
import { ApplicationContext } from '../shells/context.ts';
import { SessionGuard } from '../shells/SessionGuard.tsx';
import { createRouter, RouterView, type Router } from '../shells/router.tsx';
import { endObserversOnLeave } from './end-observers-on-leave.ts';
import { whenParsed } from './first-script.ts';
import { replaceRoot, rootElement } from './replace-root.ts';
import { reloadOnceForNewBuild } from './reload-for-new-build.ts';
import { ensureRandomUuid } from './random-uuid.ts';

export interface Entry {
  mode: 'history' | 'hash';
  lines: readonly RouteLine[];
  /**
   * The passport: it goes on when there is a session, and is the place to go when there is none.
   */
  passport?: { loadMainApp(): Promise<MainAppLauncher> };
  /** Machines only this entry's pages use. */
  machines?: ApplicationOptions['machines'];
}

/** How the main application takes over in the passport's document. */
interface MainAppLauncher {
  preloadMainApp(registry: Registry): Promise<void>;
  startMainApp(): Promise<void>;
}

const isAnonymousPath = (lines: readonly RouteLine[], path: string): boolean =>
  lineFor(lines, path)?.line.access === 'anonymous';

/** The path inside the entry, and its query, before and without the router. */
function currentEntryUrl(mode: Entry['mode']): URL {
  return new URL(
    mode === 'hash' ? location.hash.slice(1) || '/' : location.pathname + location.search,
    location.origin,
  );
}

/** Updates the stores with every navigation before the views render. */
export function syncNavigationStore(router: Router, application: Application): void {
  const note = ({ location: at, params: named }: Router['state']): void => {
    // The query before the # of a hash-routed entry counts as well: it says whose login page this
    // is.
    const query = Object.fromEntries([
      ...new URLSearchParams(location.search),
      ...new URLSearchParams(at.search),
    ]);
    const params = Object.fromEntries(
      Object.entries(named).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
    if (at.pathname !== application.navigation.path) application.beginVisit();
    application.navigation.setLocation(at.pathname, query, { ...query, ...params });
  };
  note(router.state);
  router.subscribe(note);
}

let sharedRegistry: Registry | null = null;
/** One for all entries of a document: what one has fetched the next has. */
const registry = (): Registry => (sharedRegistry ??= createRegistry(widgets, actions));

/** Once the person has begun with the page and the browser has nothing better to do. */
function whenIdleAfterFocus(work: () => void): void {
  const idle = typeof requestIdleCallback === 'function' ? requestIdleCallback : setTimeout;
  addEventListener(
    'focusin',
    () => {
      idle(work);
    },
    { once: true },
  );
}

/** Sets one entry going. */
export async function start({ mode, lines, passport, machines }: Entry): Promise<void> {
  reloadOnceForNewBuild();
  ensureRandomUuid();
  endObserversOnLeave();
  // The widgets and calls of pages that were asked for come with their documents, not after them.
  onPagePrefetched((document) => {
    void registry().preload(widgetTypesIn(document));
    preloadCalls(document);
  });
  await whenParsed();
  const router = createRouter(mode, lines);
  const here = (): string => location.pathname + location.search + location.hash;
  const arrived = currentEntryUrl(mode);
  const wanted = (): string =>
    passport ? (safeReturnPath(currentEntryUrl(mode).searchParams.get('returnTo')) ?? '/') : here();
  const isOpen = (): boolean => isAnonymousPath(lines, currentEntryUrl(mode).pathname);
  const notice = arrived.searchParams.get('notice');
  const application = new Application({
    registry: registry(),
    ...(machines && { machines }),
    session: { host: location.hostname, notice: passport && isNotice(notice) ? notice : '' },
    isOpen,
    goToLogin: (why) => {
      if (isOpen()) return;
      stopAsking();
      location.replace(loginAddress(here(), why));
    },
    enter: (how) => {
      if (passport && (how === 'new' || currentEntryUrl(mode).pathname === '/login'))
        void enterMainApp(passport, wanted(), end);
    },
    wanted,
    router: {
      to: (path, options) => {
        router.navigate(path, options);
      },
      back: () => {
        router.navigate(-1);
      },
      href: (path) => (mode === 'hash' ? `#${path}` : path),
    },
  });
  const root = createRoot(rootElement());
  function end(): void {
    router.dispose();
    application.stop();
    replaceRoot(root);
  }
  syncNavigationStore(router, application);
  application.session.start();
  root.render(
    // No Arco ConfigProvider: its own default is zh-CN, and it would weigh 9 kB (gzip) on every
    // first screen.
    <ApplicationContext value={application}>
      <SessionGuard open={isAnonymousPath(lines, arrived.pathname) || passport !== undefined}>
        <RouterView router={router} />
      </SessionGuard>
    </ApplicationContext>,
  );
  if (passport)
    whenIdleAfterFocus(() => {
      passport
        .loadMainApp()
        .then(({ preloadMainApp }) => preloadMainApp(registry()))
        .catch(() => undefined);
    });
}

/**
 * Into the application: the main one takes over this document, any other is a document of its own.
 */
async function enterMainApp(
  { loadMainApp }: NonNullable<Entry['passport']>,
  to: string,
  end: () => void,
): Promise<void> {
  if (!isMainPath(to)) {
    location.replace(to);
    return;
  }
  try {
    const main = await loadMainApp();
    // The entry keeps its place in the history.
    history.replaceState({ idx: (history.state as { idx?: number } | null)?.idx }, '', to);
    end();
    await main.startMainApp();
  } catch {
    // Its code did not come: a document of its own may still.
    location.replace(to);
  }
}
