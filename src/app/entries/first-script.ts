import { HAND_OVER_COOKIE, LOCAL_KEYS } from '../../../machines/index.ts';
import { prefetch, applyPagesParameter } from '../api/prefetch.ts';
import type { Identity } from '../api/request.ts';
import { safeReturnPath } from '../routing/return-path.ts';
import { followScheme } from '../stores/color-scheme.ts';
import { destination, FORBIDDEN_PAGE, routeTargetOf, type RouteLine } from '../routing/routes.ts';

/**
 * The first script does not wait for anything, so it may run before the document's body is there.
 */
export async function whenParsed(): Promise<void> {
  if (document.readyState === 'loading')
    await new Promise((done) =>
      document.addEventListener('DOMContentLoaded', done, { once: true }),
    );
}

/**
 * A session that is still to be handed over by cookie is not in storage yet: the application will
 * ask itself.
 */
function storedIdentity(): Identity | null {
  const token = localStorage.getItem(LOCAL_KEYS.token);
  if (!token || document.cookie.includes(`${HAND_OVER_COOKIE}=`)) return null;
  const read = (key: string): string => localStorage.getItem(key) ?? '';
  return {
    token,
    userid: read(LOCAL_KEYS.userid),
    tenant: read(LOCAL_KEYS.tenant),
    region: read(LOCAL_KEYS.region),
  };
}

/** Prefetches what the page at this address needs: the session's profile, the shell, the page. */
export function prefetchFirstScreen(mode: 'history' | 'hash', lines: readonly RouteLine[]): void {
  const path = mode === 'hash' ? (location.hash.slice(1) || '/').split('?')[0]! : location.pathname;
  const found = destination(lines, path);
  const identity = storedIdentity();
  if (!found || found.line.first || (!identity && found.line.access !== 'anonymous')) return;
  if (identity)
    for (const id of [
      'upm.region.profileSummary',
      'upm.region.configInfo',
      'upm.region.getUserRegions',
    ] as const)
      prefetch(id, {}, identity);
  const { pageKey } = routeTargetOf(found.line, found.params);
  const keys = [found.line.shell, pageKey].filter(
    (key) => key !== undefined && key !== FORBIDDEN_PAGE,
  );
  for (const key of keys) prefetch('bizmeta.page.schema', { pageKey: key }, identity);
}

/**
 * Addresses of the specification name the document and put the path behind it
 * (/index.html#/platform/...): they lead to the page of that path.
 */
function unfoldHashAddress(): void {
  if (!/^\/(?:index\.html)?$/.test(location.pathname)) return;
  const path = safeReturnPath(location.hash.slice(1));
  if (path) history.replaceState(history.state, '', path);
}

/** The first script of an HTML page. */
export function runFirstScript(mode: 'history' | 'hash', lines: readonly RouteLine[]): void {
  // The first script may run before the body is there.
  void whenParsed().then(() => followScheme());
  if (mode === 'history') unfoldHashAddress();
  applyPagesParameter(location.search);
  prefetchFirstScreen(mode, lines);
}
