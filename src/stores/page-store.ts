import type { Api } from '../api/index.ts';
import { VisitCache } from './visit-cache.ts';

const sameDocument = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Page documents by key. A visit asks once; a document that did not change stays the same object.
 */
export class PageStore {
  private readonly cache: VisitCache<unknown>;

  /** `prepare` fetches what a document needs before it can be opened. */
  constructor(api: Api, prepare: (document: unknown) => Promise<void> = async () => undefined) {
    this.cache = new VisitCache(async (pageKey) => {
      const document = await api.call('bizmeta.page.schema', { pageKey });
      await prepare(document);
      return document;
    }, sameDocument);
  }

  load(pageKey: string): Promise<unknown> { return this.cache.get(pageKey); }
  /** The document as it was last seen, to draw at once while the newest is on its way. */
  peek(pageKey: string): unknown { return this.cache.peek(pageKey); }
  nextVisit(): void { this.cache.nextVisit(); }
}
