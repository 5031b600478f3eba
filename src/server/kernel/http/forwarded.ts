import { BlockList, isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Often enough to be seen in a log of a day, rarely enough not to fill it. */
const REMIND_MS = 3_600_000;

/** Loopback and private networks: an operator's own proxy usually connects from one of them. */
const NEAR = new BlockList();
for (const [net, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  NEAR.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  NEAR.addSubnet(net, prefix, 'ipv6');

/**
 * Warns when requests come through a proxy that TRUST_PROXY does not name: then all clients share
 * the proxy's address, and limits made for one address count for all. Returns a function that gives
 * the address of such a proxy: one of a near network, since any client may write the header.
 */
export function warnOfProxies(
  app: FastifyInstance,
  trustedProxies: readonly string[],
): () => string | undefined {
  if (trustedProxies.length > 0) return () => undefined;
  let last = 0;
  let seen: string | undefined;
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers['x-forwarded-for'] === undefined) return done();
    if (seen === undefined && NEAR.check(request.ip, isIPv6(request.ip) ? 'ipv6' : 'ipv4'))
      seen = request.ip;
    const now = Date.now();
    if (now - last >= REMIND_MS) {
      last = now;
      request.log.warn(
        { ip: request.ip },
        '请求带有 X-Forwarded-For，但没有设置 TRUST_PROXY：所有访问者会被当作同一个地址，请把反向代理的地址填入 TRUST_PROXY',
      );
    }
    done();
  });
  return () => seen;
}
