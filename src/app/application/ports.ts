import type { ActorRefFrom, AnyStateMachine } from 'xstate';
import type { AppearanceMachine } from '../../../machines/index.ts';
import { createRecordNews, type EnginePorts, type WidgetShelf } from '../../runtime/ports/index.ts';
import type { Labels } from '../../contract/index.ts';
import { showFailure, type Api } from '../api/index.ts';
import type { Feedback } from '../feedback/lazy-feedback.ts';
import {
  areaList,
  type ClockStore,
  type DescribeStore,
  type LabelStore,
  type PlaceStore,
  type RegionStore,
  type RememberStore,
  type SessionStore,
} from '../stores/index.ts';
import type { RecentPages } from '../stores/recent-pages.ts';
import { exposeMachine } from '../stores/exposed-machine.ts';

/** Moves inside one entry; the router gives it. */
export interface EntryRouter {
  to(path: string, options?: { replace?: boolean }): void;
  back(): void;
  href(path: string): string;
}

export interface PortParts {
  api: Api;
  session: SessionStore;
  region: RegionStore;
  appearance: ActorRefFrom<AppearanceMachine>;
  labels: LabelStore;
  describes: DescribeStore;
  remembered: RememberStore;
  recent: () => Promise<RecentPages>;
  clock: ClockStore;
  navigation: PlaceStore;
  router: EntryRouter;
  feedback: Feedback;
  widgets: WidgetShelf;
  /** Makes a machine that pages of this entry may use; each page gets one of its own. */
  machine: (name: string) => AnyStateMachine;
  machineEvents: (name: string) => Promise<readonly string[]>;
}

/** What pages may read of the application's machines. */
const EXPOSED_SESSION = [
  'profile',
  'versionType',
  'regions',
  'failure',
  'reason',
  'refusals',
  'captchaAsked',
  'passwordTicket',
  'notice',
] as const;
const EXPOSED_REGION = ['failure'] as const;
const EXPOSED_APPEARANCE = ['scheme'] as const;

const labelsIn = (answer: unknown): Labels | null => {
  const labels = (answer as { labels?: unknown } | null)?.labels;
  return typeof labels === 'object' && labels !== null ? (labels as Labels) : null;
};

/** Pages are data: an address in one may lead to another site, but never run as a script. */
function safeUrl(url: string): string | null {
  try {
    const { protocol, href } = new URL(url, location.href);
    return protocol === 'http:' || protocol === 'https:' ? href : null;
  } catch {
    return null;
  }
}

function openUrl(url: string, target: 'window' | 'self'): void {
  const href = safeUrl(url);
  if (!href) return;
  if (target === 'self') location.assign(href);
  else window.open(href, '_blank', new URL(href).origin === location.origin ? '' : 'noopener');
}

function saveToDisk(bytes: Blob, name: string): void {
  const href = URL.createObjectURL(bytes);
  const link = Object.assign(document.createElement('a'), { href, download: name });
  link.click();
  // The browser reads the address after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** The engine's ports in a real browser. */
export function createPorts({
  api,
  session,
  region,
  appearance,
  labels,
  describes,
  remembered,
  recent,
  clock,
  navigation,
  router,
  feedback,
  widgets,
  machine,
  machineEvents,
}: PortParts): EnginePorts {
  const shared = new Map([
    ['session', exposeMachine(session.actor, EXPOSED_SESSION)],
    ['region', exposeMachine(region.actor, EXPOSED_REGION)],
    ['appearance', exposeMachine(appearance, EXPOSED_APPEARANCE)],
  ]);
  return {
    async call(id, input, options) {
      const answer = await api.callById(id, input, options);
      const names = labelsIn(answer);
      if (names) labels.add(names);
      describes.onCallSucceeded(id);
      return answer;
    },
    upload: (file, onProgress, signal) => api.upload(file, onProgress, signal),
    sendFile: (id, input, file, onProgress, signal) =>
      api.upload(file, onProgress, signal, { id, query: input }),
    async download(fileId, name) {
      saveToDisk(await api.bytes('storage.attachment.att', { fileId }), name);
    },
    async saveAnswer(id, input, name) {
      saveToDisk(await api.bytes(id, input), name);
    },
    bytes: (fileId, { edge, signal } = {}) =>
      api.bytes(
        'storage.attachment.att',
        { fileId, ...(edge && { edge }) },
        signal ? { signal } : {},
      ),
    areas: () => areaList(api),
    describe: (apiName) => describes.get(apiName),
    // Not before a record is saved.
    validator: (name) =>
      import('../api/validator.ts').then(
        ({ loadValidator }) => loadValidator(name),
        () => null,
      ),
    showFailure: (failure) =>
      showFailure(failure, {
        // Never in the single-instance mode: what went wrong must not be lost because something
        // else had just gone right.
        toast: (text) => feedback.toast('error', text),
        dialog: (text) => feedback.failureDialog(text),
        login: () => session.actor.send({ type: 'EXPIRED' }),
      }),
    toast: (kind, text, link) =>
      feedback.toast(
        kind,
        text,
        false,
        link && { text: link.text, href: router.href(link.to), go: () => router.to(link.to) },
      ),
    confirm: (ask) => feedback.confirm(ask),
    chooseVersions: (ask) => feedback.chooseVersions(ask),
    navigate: (path, options) => router.to(path, options),
    back: () => router.back(),
    href: (path) => router.href(path),
    open: openUrl,
    location: () => ({ path: navigation.path, query: navigation.query }),
    machine,
    machineEvents,
    actor: (name) => shared.get(name),
    person: () => session.person,
    labels,
    news: createRecordNews(),
    remembered,
    recent,
    now: () => clock.now(),
    widgets,
    sourceHref: (key, node) =>
      `/build.html#/page/${encodeURIComponent(key)}?node=${encodeURIComponent(node)}`,
    // Only editors of source ask: the catalogues come with them.
    documentKind: async (name) => (await import('./document-kinds.ts')).documentKind(name),
    report: ({ page, node, type, error }) =>
      console.error(`页面 ${page} 的节点 ${node}（${type}）已隔离：${error.message}`),
  };
}
