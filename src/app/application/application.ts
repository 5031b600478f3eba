import { createActor } from 'xstate';
import { EVERY_OBJECT, FLOW_WORK, type EnginePorts } from '../../runtime/ports/index.ts';
import type { Registry } from '../../view/index.ts';
import {
  provideAppearance,
  provideRegion,
  provideSession,
  type SessionInput,
} from '../../../machines/index.ts';
import { createApi, preloadCalls, takeEarly, type Api } from '../api/index.ts';
import { AccessRefresh } from './access-refresh.ts';
import { WorkRefresh } from './work-refresh.ts';
import { LazyMachineRegistry, type MachineSource } from './lazy-machine-registry.ts';
import { createPorts, type EntryRouter } from './ports.ts';
import { browserServices, regionServices, type SessionPlace } from '../session/index.ts';
import { SessionRenewal } from './session-renewal.ts';
import { feedback } from '../feedback/lazy-feedback.ts';
import { asksBeforeUnload, LeaveGuards, stopAsking } from '../feedback/leave-guards.ts';
import { LoadingProgress } from '../feedback/loading-progress.ts';
import { applyScheme, storedScheme } from '../stores/color-scheme.ts';
import {
  ClockStore,
  DescribeStore,
  LabelStore,
  PageStore,
  PlaceStore,
  RegionStore,
  RememberStore,
  SessionStore,
} from '../stores/index.ts';

export interface ApplicationOptions {
  registry: Registry;
  session: SessionInput;
  /** The page here is for anyone: it goes on without a session. */
  isOpen?: () => boolean;
  goToLogin: SessionPlace['goToLogin'];
  enter: SessionPlace['enter'];
  wanted?: SessionPlace['wanted'];
  router: EntryRouter;
  /** Machines only this entry's pages use, made from what the application runs on. */
  machines?: (application: Application) => Readonly<Record<string, MachineSource>>;
}

async function describedWidgets(registry: Registry) {
  const [catalogue, { describedRegistry }] = await Promise.all([
    import('./widget-catalog.ts'),
    import('../../studio/preview/index.ts'),
  ]);
  return [catalogue, describedRegistry(registry).widgets] as const;
}

/** Everything one entry runs on, wired once. */
export class Application {
  readonly registry: Registry;
  readonly api: Api;
  readonly session: SessionStore;
  readonly renewal: SessionRenewal;
  readonly region: RegionStore;
  readonly leaveGuards = new LeaveGuards();
  readonly clock = new ClockStore();
  readonly navigation = new PlaceStore();
  readonly progress = new LoadingProgress();
  readonly describes: DescribeStore;
  readonly pages: PageStore;
  readonly ports: EnginePorts;
  /** Refreshes what is open when the person's rights to records have changed. */
  readonly access = new AccessRefresh(() => this.#refreshAccess());
  /** Refreshes what is open when the person's approvals have changed. */
  readonly work = new WorkRefresh(() => this.ports.news.publish({ objects: FLOW_WORK, by: null }));

  constructor({
    registry,
    session,
    goToLogin,
    enter,
    wanted = () => '/',
    isOpen = () => false,
    router,
    machines,
  }: ApplicationOptions) {
    this.registry = registry;
    this.api = createApi({
      identity: () => this.session.currentIdentity(),
      onSessionLost: (how) => this.session.actor.send({ type: how }),
      onForbidden: () => this.renewal.onForbidden(),
      onViewingOver: () => this.session.actor.send({ type: 'VIEWING_OVER' }),
      onServerDate: (date) => this.clock.syncWith(date),
      onQueue: (queued) => feedback.queue(queued),
      prefetched: takeEarly,
    });
    const services = browserServices(this.api, {
      goToLogin,
      enter,
      wanted,
      alert: feedback.alert,
      confirm: (title, text) => feedback.confirm({ title, text, ok: '继续', danger: false }),
      hasUnsavedWork: () => !isOpen() && asksBeforeUnload(),
      resume: () => setTimeout(() => this.#resume()),
      reload: () => {
        stopAsking();
        location.reload();
      },
    });
    this.session = new SessionStore(provideSession(services), session);
    this.renewal = new SessionRenewal(this.api, this.session);
    this.region = new RegionStore(
      provideRegion(
        regionServices(this.api, {
          canLeave: this.leaveGuards.canLeave,
          reportFailure: (failure) => this.ports.showFailure(failure),
          switched: (stored) => this.session.actor.send({ type: 'SWITCHED', stored }),
          go: (url) => location.assign(url),
        }),
      ),
    );
    this.region.start();
    const appearance = createActor(provideAppearance({ apply: applyScheme }), {
      input: { scheme: storedScheme() },
    }).start();
    this.describes = new DescribeStore(this.api);
    const machineRegistry = new LazyMachineRegistry(machines?.(this) ?? {});
    this.pages = new PageStore(this.api, (document) => {
      preloadCalls(document);
      return machineRegistry.loadFor(document);
    });
    const owner = () => this.session.actor.getSnapshot().context.stored;
    const remembered = new RememberStore(
      () => owner()?.userid ?? '',
      () => owner()?.token === '',
    );
    this.ports = createPorts({
      machine: (name) => machineRegistry.make(name),
      machineEvents: (name) => machineRegistry.events(name),
      api: this.api,
      session: this.session,
      region: this.region,
      appearance,
      describes: this.describes,
      clock: this.clock,
      navigation: this.navigation,
      router,
      feedback,
      labels: new LabelStore({ api: this.api, describe: (apiName) => this.describes.get(apiName) }),
      remembered,
      recent: async () =>
        new (await import('../stores/recent-pages.ts')).RecentPages(remembered, this.session),
      // Only playgrounds and designers ask: what they need comes with them.
      widgets: {
        list: async (all) => {
          const [{ widgetCatalog }, widgets] = await describedWidgets(registry);
          return widgetCatalog(widgets, all);
        },
        one: async (type) => {
          const [{ catalogEntry }, widgets] = await describedWidgets(registry);
          return catalogEntry(widgets, type);
        },
      },
    });
  }

  /** For good: another application takes its place. */
  stop(): void {
    this.session.stop();
    this.region.stop();
  }

  /** The member is back: their rights may have changed, and calls have failed meanwhile. */
  #resume(): void {
    this.renewal.request();
    this.access.done();
  }

  #refreshAccess(): void {
    this.describes.nextVisit();
    this.pages.expire();
    this.ports.news.publish({ objects: EVERY_OBJECT, by: null });
  }

  /** Starts a new visit: cached pages and describes become stale. */
  beginVisit(): void {
    this.pages.nextVisit();
    this.describes.nextVisit();
  }
}
