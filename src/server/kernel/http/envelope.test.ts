import { createReadStream } from 'node:fs';
import { expect, it } from 'vitest';
import { RawResponse } from './envelope.ts';

it('a file that cannot be opened before it is sent fails its answer, and not the process', async () => {
  const { body } = new RawResponse(createReadStream('/no/such/file'), {});
  expect((body as NodeJS.ReadableStream).listenerCount('error')).toBeGreaterThan(0);
  await new Promise((done) => {
    (body as NodeJS.ReadableStream).once('close', done);
  });
});
