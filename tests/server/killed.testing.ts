import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { request, type ClientRequest } from 'node:http';
import type { AttachmentRef, Envelope } from '../../src/contract/index.ts';
import type { ServerProcess } from '../../src/server/killable.testing.ts';
import type { Auth } from '../../src/server/testing.ts';

/** Between two requests of one person: load, without taking the machine from the server. */
const PAUSE_MS = 15;
const MAX_BYTES = 200_000;
const BOUNDARY = 'huozi-killed';

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const HEADERS = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
const HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`;

export async function upload(
  server: ServerProcess,
  bytes: Buffer,
  as: Auth,
): Promise<AttachmentRef> {
  const body = Buffer.concat([Buffer.from(HEAD), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  const response = await fetch(`${server.url}/storage/attachment/upload`, {
    method: 'POST',
    body,
    headers: { ...HEADERS, ...as },
  });
  const { code, data, msg } = (await response.json()) as Envelope<AttachmentRef>;
  if (code !== 200) throw new Error(msg);
  return data;
}

/** An upload whose second half never comes. */
export function uploadHalf({ url }: ServerProcess, as: Auth): ClientRequest {
  const sending = request(`${url}/storage/attachment/upload`, {
    method: 'POST',
    headers: { ...HEADERS, ...as, 'content-length': String(2 * MAX_BYTES) },
  });
  // The server is killed while this waits.
  sending.on('error', () => undefined);
  sending.write(HEAD);
  sending.write(randomBytes(MAX_BYTES));
  return sending;
}

export const addDept = (server: ServerProcess, title: string, as: Auth): Promise<unknown> =>
  server.post('/upm/org/addOrgGroup', { title }, as);

/** What people did, and the server answered as done. */
export class Deeds {
  /** Uploaded files by their ids: their checksums, and who sent them. */
  readonly files = new Map<string, { readonly hash: string; readonly as: Auth }>();
  /** Titles of departments. */
  readonly depts: string[] = [];

  /** All users upload files and make departments, without a break, until the server is gone. */
  async untilGone(server: ServerProcess, people: readonly Auth[]): Promise<void> {
    await Promise.all(
      people.flatMap((as) => [
        repeat(async () => {
          const bytes = randomBytes(1 + Math.floor(Math.random() * MAX_BYTES));
          const { fileId } = await upload(server, bytes, as);
          this.files.set(fileId, { hash: sha256(bytes), as });
        }),
        repeat(async () => {
          const title = randomUUID();
          await addDept(server, title, as);
          this.depts.push(title);
        }),
      ]),
    );
  }
}

async function repeat(act: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await act();
    } catch (error) {
      // fetch fails with a TypeError when the server no longer answers; a refusal is a fault.
      if (error instanceof TypeError) return;
      throw error;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE_MS);
    });
  }
}
