import type { InputOf, PageDraft, PageOrigin } from '../../../contract/index.ts';
import type { PageDocument } from '../../../page/index.ts';
import type { Answer, Auth, TestServer } from '../../testing.ts';

/** Drives page calls as one builder, for tests. */
export function builderOf(server: TestServer, as: Auth) {
  const open = async (pageKey: string): Promise<PageDraft & { document: PageDocument }> =>
    (await server.call('bizmeta.page.draft.get', { pageKey }, as)).data as PageDraft & {
      document: PageDocument;
    };
  const save = (
    pageKey: string,
    draftVersion: number,
    document: unknown,
    more: Partial<InputOf<'bizmeta.page.draft.save'>> = {},
  ) => server.call('bizmeta.page.draft.save', { pageKey, draftVersion, document, ...more }, as);
  const publish = (pageKey: string, draftVersion: number, note?: string) =>
    server.call(
      'bizmeta.page.publish',
      { pageKey, draftVersion, ...(note !== undefined && { note }) },
      as,
    );
  return {
    open,
    save,
    publish,
    create: (key: string, title = '页面', from?: string) =>
      server.call('bizmeta.page.create', { key, title, ...(from !== undefined && { from }) }, as),
    served: async (pageKey: string) =>
      (await server.call('bizmeta.page.schema', { pageKey }, as)).data.document as PageDocument,
    history: async (pageKey: string) =>
      (await server.call('bizmeta.page.history', { pageKey }, as)).data.records,
    row: async (key: string) =>
      (await server.call('bizmeta.page.list', { query: key, size: 200 }, as)).data.records.find(
        (each) => each.key === key,
      ),
    /** Changes the draft; throws when it is not saved. */
    async change(pageKey: string, how: (document: PageDocument) => void): Promise<number> {
      const { document, draftVersion } = await open(pageKey);
      how(document);
      const { code, msg, data } = await save(pageKey, draftVersion, document);
      if (code !== 200) throw new Error(`draft of ${pageKey}: ${msg}`);
      return data.draftVersion;
    },
    /**
     * Creates the page when the company has none, saves the document as draft and publishes it;
     * returns the first refusal.
     */
    async bring<T extends { key: string }>(document: T): Promise<Answer> {
      const { key } = document;
      const opened = await server.call('bizmeta.page.draft.get', { pageKey: key }, as);
      const made =
        opened.code === 404
          ? await server.call('bizmeta.page.create', { key, title: '页面' }, as)
          : opened;
      if (made.code !== 200) return made;
      const kept = await save(key, (await open(key)).draftVersion, document);
      return kept.code === 200 ? publish(key, kept.data.draftVersion) : kept;
    },
    kind: async (key: string): Promise<PageOrigin> => (await open(key)).kind,
  };
}
export type Builder = ReturnType<typeof builderOf>;
