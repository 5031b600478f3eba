import type { FastifyInstance } from 'fastify';
import { calls, openApi, type Call } from '../../contract/index.ts';
import { diskSpaceOf, type Config, type Database } from '../kernel/index.ts';

/**
 * Addresses for machines that watch the server or write clients for it: /healthz, /readyz,
 * /openapi.json.
 */
export function serveAddresses(
  app: FastifyInstance,
  db: Database,
  { publicUrl, dataDir }: Pick<Config, 'publicUrl' | 'dataDir'>,
): void {
  let document: string | undefined;
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await db.ready();
    // A full disk blocks writes, not reads: the server stays in service and reports it.
    const { state } = await diskSpaceOf(dataDir);
    return { status: 'ok', storage: state };
  });
  app.get('/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(
      openApi(calls as unknown as readonly Call[], { server: publicUrl }),
    );
    return reply.type('application/json; charset=utf-8').send(document);
  });
}
