import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { actions } from '../../runtime/actions/index.ts';
import { createRegistry, type Registry } from '../../view/index.ts';
import { isNotice } from '../../../machines/index.ts';
import { widgets } from '../../../renderers/index.ts';
import { onEarlyPages, typesIn } from '../api/early.ts';
import { Application, type ApplicationOptions } from '../application.ts';
import { lineFor, type RouteLine } from '../routing/routes.ts';
import { isMainPath, loginAddress, safeReturnPath } from '../routing/return-path.ts';
import { ApplicationContext } from '../shells/context.ts';
import { Gate } from '../shells/Gate.tsx';
import { createRouter, type Router } from '../shells/router.tsx';
import { whenParsed } from './early.ts';
import { giveWay, rootElement } from './give-way.ts';
import { reloadOnceForNewBuild } from './new-build.ts';
import { ensureRandomUuid } from './random-uuid.ts';

export interface Entry {
  mode: 'history' | 'hash';
  lines: readonly RouteLine[];
  /**
   * The passport: it goes on when there is a session, and is the place to go when there is none.
   */
  passport?: { onward(): Promise<Onward> };
  /** Machines only this entry's pages use. */
  machines?: ApplicationOptions['machines'];
}

/** How the main application takes over in the passport's document. */
export interface Onward {
  prepareMain(registry: Registry): Promise<void>;
  goOn(): Promise<void>;
}

const isOpen = (lines: readonly RouteLine[], path: string): boolean =>
  lineFor(lines, path)?.line.access === 'anonymous';

/** The path inside the entry, and its query, before and without the router. */
function placeNow(mode: Entry['mode']): URL {
  return new URL(
    mode === 'hash' ? location.hash.slice(1) || '/' : location.pathname + location.search,
    location.origin,
  );
}

/** Tells the stores of every move before the views hear of it. */
export function follow(router: Router, application: Application): void {
  const note = ({ location: at, matches }: Router['state']): void => {
    // What stands before the # of an entry that routes behind it counts as well: whose login page
    // this is.
    const query = Object.fromEntries([
      ...new URLSearchParams(location.search),
      ...new URLSearchParams(at.search),
    ]);
    const params = Object.fromEntries(
      Object.entries(matches.at(-1)?.params ?? {}).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      ),
    );
    if (at.pathname !== application.place.path) application.visit();
    application.place.moved(at.pathname, query, { ...query, ...params });
  };
  note(router.state);
  router.subscribe(note);
}

let made: Registry | null = null;
/** One for all entries of a document: what one has fetched the next has. */
const registry = (): Registry => (made ??= createRegistry(widgets, actions));

/** Once the person has begun with the page and the browser has nothing better to do. */
function whenAtRest(work: () => void): void {
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
  // The widgets of pages that were asked for come with their documents, not after them.
  onEarlyPages((document) => {
    void registry().preload(typesIn(document));
  });
  await whenParsed();
  const router = createRouter(mode, lines);
  const here = (): string => location.pathname + location.search + location.hash;
  const arrived = placeNow(mode);
  const wanted = (): string =>
    passport ? (safeReturnPath(placeNow(mode).searchParams.get('returnTo')) ?? '/') : here();
  const notice = arrived.searchParams.get('notice');
  const application = new Application({
    registry: registry(),
    ...(machines && { machines }),
    session: { host: location.hostname, notice: passport && isNotice(notice) ? notice : '' },
    goToLogin: (why) => {
      if (!isOpen(lines, placeNow(mode).pathname)) location.replace(loginAddress(here(), why));
    },
    enter: (how) => {
      if (passport && (how === 'new' || placeNow(mode).pathname === '/login'))
        void goOn(passport, wanted(), end);
    },
    wanted,
    moves: {
      to: (path, options) => {
        void router.navigate(path, options);
      },
      back: () => {
        void router.navigate(-1);
      },
      href: (path) => (mode === 'hash' ? `#${path}` : path),
    },
  });
  const root = createRoot(rootElement());
  function end(): void {
    router.dispose();
    application.stop();
    giveWay(root);
  }
  follow(router, application);
  application.session.start();
  root.render(
    // No Arco ConfigProvider: its own default is zh-CN, and it would weigh 9 kB (gzip) on every
    // first screen.
    <ApplicationContext value={application}>
      <Gate open={isOpen(lines, arrived.pathname) || passport !== undefined}>
        <RouterProvider router={router} />
      </Gate>
    </ApplicationContext>,
  );
  if (passport)
    whenAtRest(() => {
      passport
        .onward()
        .then(({ prepareMain }) => prepareMain(registry()))
        .catch(() => undefined);
    });
}

/**
 * Into the application: the main one takes over this document, any other is a document of its own.
 */
async function goOn(
  { onward }: NonNullable<Entry['passport']>,
  to: string,
  end: () => void,
): Promise<void> {
  if (!isMainPath(to)) {
    location.replace(to);
    return;
  }
  try {
    const main = await onward();
    history.replaceState(null, '', to);
    end();
    await main.goOn();
  } catch {
    // Its code did not come: a document of its own may still.
    location.replace(to);
  }
}
