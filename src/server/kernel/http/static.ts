import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { calls } from '../../../contract/index.ts';

/**
 * First path segments that belong to services: an unknown address there is an unknown call, never a
 * page.
 */
const SERVICES = new Set([
  ...calls.map(({ path }) => path.split('/')[1]!),
  'upm',
  'bizmeta',
  'storage',
  'system',
  'log',
  'msg',
  'bpm',
  'automate',
]);
const YEAR = 'public, max-age=31536000, immutable';

/**
 * Serves the built web, with the compressed copies the build wrote. Names in assets/ carry a hash,
 * so they never change.
 */
export async function serveWeb(app: FastifyInstance, webDir: string): Promise<boolean> {
  if (!existsSync(join(webDir, 'index.html'))) return false;
  await app.register(fastifyStatic, {
    root: webDir,
    preCompressed: true,
    cacheControl: false,
    redirect: false,
    setHeaders: (response, path) => {
      response.setHeader('cache-control', path.includes('assets') ? YEAR : 'no-cache');
    },
  });
  return true;
}

/**
 * Segments people are never sent to, which scanners for open servers ask for: hidden files and
 * steps upwards.
 */
const HIDDEN = /^\./;

function pathOf(url: string): string | undefined {
  try {
    return decodeURIComponent(url.split('?', 1)[0]!);
  } catch {
    return undefined;
  }
}

/**
 * Whether a request no route took is a person's deep link into the main entry (/app/..., /main,
 * /join, a page there is not).
 */
export function isDeepLink({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const path = pathOf(url);
  if (path === undefined || path.startsWith('//') || path.includes('\\')) return false;
  const [, first = '', ...rest] = path.split('/');
  if ([first, ...rest].some((segment) => HIDDEN.test(segment))) return false;
  // A service's calls are below its name: /system itself is a page.
  return (
    !(SERVICES.has(first) && rest.some(Boolean)) &&
    ['', '.html'].includes(extname(path)) &&
    /text\/html|\*\/\*/.test(headers.accept ?? '*/*')
  );
}
