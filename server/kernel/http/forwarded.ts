import type { FastifyInstance } from 'fastify';

/** Often enough to be seen in a log of a day, rarely enough not to fill it. */
const REMIND_MS = 3_600_000;

/**
 * Warns when requests come through a proxy that TRUST_PROXY does not name: then everybody has the proxy's address, and limits
 * made for one address count for all.
 */
export function warnOfProxies(app: FastifyInstance, trustedProxies: readonly string[]): void {
  if (trustedProxies.length > 0) return;
  let last = 0;
  app.addHook('onRequest', (request, _reply, done) => {
    const now = Date.now();
    if (request.headers['x-forwarded-for'] !== undefined && now - last >= REMIND_MS) {
      last = now;
      request.log.warn({ ip: request.ip }, '请求带有 X-Forwarded-For，但没有设置 TRUST_PROXY：所有访问者会被当作同一个地址，请把反向代理的地址填入 TRUST_PROXY');
    }
    done();
  });
}
