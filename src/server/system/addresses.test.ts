import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttp } from '../kernel/index.ts';
import { serveAddresses } from './addresses.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = await createHttp({ logger: false });
  serveAddresses(
    app,
    { ready: async () => undefined },
    { publicUrl: 'https://huozi.example', dataDir: tmpdir() },
  );
});
afterAll(() => app.close());

describe('an editor', () => {
  it('fetches the generated schema of pages without a session, by the address it calls itself', async () => {
    const generated = readFileSync('schemas/page.schema.json', 'utf8');
    const { $id } = JSON.parse(generated) as { $id: string };
    expect($id).toBe('/schemas/page.schema.json');
    const answer = await app.inject({ url: $id });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/schema+json; charset=utf-8');
    expect(answer.body).toBe(generated);
  });

  it.each(['/schemas/page.schema.json', '/openapi.json'])(
    'that has %s asks whether it is still the same, and gets no text again',
    async (url) => {
      const { etag, 'cache-control': caching } = (await app.inject({ url })).headers;
      expect(caching).toBe('no-cache');
      const again = await app.inject({ url, headers: { 'if-none-match': etag! } });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
      const other = await app.inject({ url, headers: { 'if-none-match': '"earlier"' } });
      expect(other.statusCode).toBe(200);
    },
  );
});
