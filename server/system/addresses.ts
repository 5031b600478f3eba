import type { FastifyInstance } from 'fastify';
import { calls, openApi, type Call } from '../../contract/index.ts';
import type { Database } from '../kernel/index.ts';

/** Addresses for machines that watch the server or write clients for it: /healthz, /readyz, /openapi.json. */
export function serveAddresses(app: FastifyInstance, db: Database, publicUrl: string): void {
  const document = JSON.stringify(openApi(calls as unknown as readonly Call[], { server: publicUrl }));
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await db.ready();
    return { status: 'ok' };
  });
  app.get('/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(document));
}
