import type { ObjectDescribe } from '../../contract/index.ts';
import type { Api } from '../api/index.ts';
import { VisitCache } from './visit-cache.ts';

/** Calls after which a describe is another one. */
const CALLS_CHANGING_DESCRIBES: ReadonlySet<string> = new Set([
  'bizmeta.describe.create',
  'bizmeta.describe.update',
  'bizmeta.describe.delete',
]);
const CHANNEL = 'huozi-meta';

/** Describes of objects, one fetch per visit; an unchanged version stays the same object. */
export class DescribeStore {
  private readonly cache: VisitCache<ObjectDescribe>;
  private readonly channel: BroadcastChannel | null;

  constructor(api: Api) {
    this.cache = new VisitCache(
      (apiName) => api.call('bizmeta.describe.detail', { apiName }),
      // What a person may do with it, and sees of it, has no part in its version.
      (a, b) => a.version === b.version && JSON.stringify(a) === JSON.stringify(b),
    );
    this.channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
    // The build centre is another window: after a save there, this window refetches.
    this.channel?.addEventListener('message', () => this.cache.nextVisit());
  }

  get(apiName: string): Promise<ObjectDescribe> {
    return this.cache.get(apiName);
  }
  nextVisit(): void {
    this.cache.nextVisit();
  }
  /** Called after every successful call. */
  onCallSucceeded(callId: string): void {
    if (!CALLS_CHANGING_DESCRIBES.has(callId)) return;
    this.cache.nextVisit();
    this.channel?.postMessage(callId);
  }
  close(): void {
    this.channel?.close();
  }
}
