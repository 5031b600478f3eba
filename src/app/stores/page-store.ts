import type { ServedDocument } from '../../contract/index.ts';
import type { Api } from '../api/index.ts';
import type { LoadedPage } from '../../view/index.ts';
import type { PageDocument } from '../../page/index.ts';
import { VisitCache } from './visit-cache.ts';

const loaded = ({ document, ...grant }: ServedDocument): LoadedPage => ({
  ...grant,
  document: document as PageDocument,
});
const samePage = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Pages by key. A visit asks once; a page that did not change stays the same object.
 */
export class PageStore {
  private readonly cache: VisitCache<LoadedPage>;

  /** `prepare` fetches what a document needs before it can be opened. */
  constructor(api: Api, prepare: (document: unknown) => Promise<void> = async () => undefined) {
    this.cache = new VisitCache(async (pageKey) => {
      const { blocks = [], ...page } = await api.call('bizmeta.page.schema', { pageKey });
      await Promise.all([page, ...blocks].map(({ document }) => prepare(document)));
      // They stay with the page, so that a changed block is a changed page.
      const within = blocks.map(({ key, ...block }) => ({ key, page: loaded(block) }));
      for (const { key, page: block } of within)
        void this.cache.store(key, Promise.resolve(block), this.cache.peek(key));
      return { ...loaded(page), ...(within.length > 0 && { blocks: within }) };
    }, samePage);
  }

  load(pageKey: string): Promise<LoadedPage> {
    return this.cache.get(pageKey);
  }
  /** The document as last seen. */
  peek(pageKey: string): LoadedPage | undefined {
    return this.cache.peek(pageKey);
  }
  /** The document that can be drawn before the newest is there. */
  shown(pageKey: string): LoadedPage | undefined {
    return this.cache.shown(pageKey);
  }
  nextVisit(): void {
    this.cache.nextVisit();
  }
  /** The person may see other pages now, or other parts of them. */
  expire(): void {
    this.cache.expire();
  }
}
