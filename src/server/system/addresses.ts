import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { calls, openApi, type Call } from '../../contract/index.ts';
import { PAGE_SCHEMA_PATH } from '../../page/index.ts';
import { diskSpaceOf, etagOf, resourceDir, type Config, type Database } from '../kernel/index.ts';

/**
 * Addresses for machines that watch the server, write clients for it or complete its pages:
 * /healthz, /readyz, /openapi.json, /schemas/page.schema.json.
 */
export function serveAddresses(
  app: FastifyInstance,
  db: Pick<Database, 'ready'>,
  { publicUrl, dataDir, filesDir = dataDir }: Pick<Config, 'publicUrl' | 'dataDir' | 'filesDir'>,
): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await db.ready();
    // A full disk blocks writes, not reads: the server stays in service and reports it.
    const { state } = await diskSpaceOf(filesDir);
    return { status: 'ok', storage: state };
  });
  app.get(
    '/openapi.json',
    sendDocument('application/json; charset=utf-8', () =>
      JSON.stringify(openApi(calls as unknown as readonly Call[], { server: publicUrl })),
    ),
  );
  app.get(PAGE_SCHEMA_PATH, sendDocument('application/schema+json; charset=utf-8', pageSchema));
}

/** What `npm run generate` made of the definitions of widgets and actions. */
function pageSchema(): string {
  const dir = resourceDir(import.meta.url, '../../../schemas/', './schemas/', '.json');
  return readFileSync(join(dir, 'page.schema.json'), 'utf8');
}

/**
 * Sends a text that changes with a release only: made at the first request, and 304 for who has it.
 */
function sendDocument(type: string, make: () => string) {
  let made: { text: string; etag: string } | undefined;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (!made) {
      const text = make();
      made = { text, etag: etagOf(text) };
    }
    reply.headers({ etag: made.etag, 'cache-control': 'no-cache' });
    return request.headers['if-none-match'] === made.etag
      ? reply.code(304).send()
      : reply.type(type).send(made.text);
  };
}
