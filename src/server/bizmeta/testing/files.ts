import { vi } from 'vitest';
import type { DataOf, Import } from '../../../contract/index.ts';
import type { Answer, Auth, TestServer } from '../../testing.ts';

/** Drives imports and exports of one object, for tests. */
export function filesOf(server: TestServer, object: string) {
  const until = { timeout: 30_000, interval: 50 };
  const state = async (importId: string, as: Auth): Promise<Import> =>
    (await server.call('bizmeta.import.state', { importId }, as)).data;
  const settled = (importId: string, as: Auth): Promise<Import> =>
    vi.waitFor(async () => {
      const now = await state(importId, as);
      if (now.state.endsWith('ing')) throw new Error(`still ${now.state}`);
      return now;
    }, until);
  return {
    state,
    settled,
    async upload(
      name: string,
      bytes: Buffer,
      as: Auth,
    ): Promise<Answer<DataOf<'bizmeta.import.upload'>>> {
      const boundary = 'records-import';
      const response = await server.inject({
        method: 'POST',
        url: `/bizmeta/v1/object/bulkimport/service/uploadFile?object=${object}`,
        headers: { ...as, 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload: Buffer.concat([
          Buffer.from(
            `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${encodeURIComponent(name)}"\r\n\r\n`,
          ),
          bytes,
          Buffer.from(`\r\n--${boundary}--\r\n`),
        ]),
      });
      const envelope = JSON.parse(response.body);
      return { ...envelope, error: envelope.data };
    },
    /** Checks an uploaded file with its guessed columns, or those given. */
    async check(
      importId: string,
      columns: (string | null)[],
      as: Auth,
      more: { mode?: 'create' | 'update' | 'both'; key?: string; blank?: 'keep' | 'clear' } = {},
    ): Promise<Import> {
      const asked = columns.map((field) => ({ field }));
      const answer = await server.call(
        'bizmeta.import.check',
        { importId, columns: asked, mode: 'create', ...more },
        as,
      );
      if (answer.code !== 200) throw new Error(JSON.stringify(answer.error));
      return settled(importId, as);
    },
    async confirm(importId: string, as: Auth, validOnly = false): Promise<Import> {
      const answer = await server.call('bizmeta.import.confirm', { importId, validOnly }, as);
      if (answer.code !== 200) throw new Error(answer.error.reason);
      return settled(importId, as);
    },
    async undo(importId: string, as: Auth): Promise<Import> {
      const answer = await server.call('bizmeta.import.undo', { importId }, as);
      if (answer.code !== 200) throw new Error(answer.error.reason);
      return settled(importId, as);
    },
    /** The bytes of an export, when it is made. */
    async exported(
      input: Omit<Parameters<typeof server.call<'bizmeta.export.start'>>[1], 'object'>,
      as: Auth,
    ): Promise<{ name: string; bytes: Buffer; total: number }> {
      const answer = await server.call('bizmeta.export.start', { object, ...input }, as);
      if (answer.code !== 200) throw new Error(JSON.stringify(answer.error));
      const { id, total } = answer.data;
      const made = await vi.waitFor(async () => {
        const { data } = await server.call('bizmeta.export.list', { object }, as);
        const found = data.find((each) => each.id === id)!;
        if (found.state === 'waiting') throw new Error('still waiting');
        return found;
      }, until);
      if (!made.fileId) throw new Error(made.error);
      const { rawPayload } = await server.inject({
        method: 'GET',
        url: `/storage/attachment/att?fileId=${made.fileId}`,
        headers: { ...as },
      });
      return { name: made.fileName, bytes: rawPayload, total };
    },
  };
}
