/**
 * Host names as browsers send them: small letters, digits, hyphens, dots. Anything else is not one
 * of ours.
 */
const HOST = /^([a-z0-9.-]+)(:\d{1,5})?$/i;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * What a Host header says: `domain` the tenant's own first label, `root` the same address on the
 * root host, port included.
 */
export interface TenantHost {
  domain: string;
  root: string;
}

/**
 * The tenant's sub-domain of the root host a request came to; null on the root host itself, on any
 * other, or without a root host.
 */
export function tenantHostOf(
  host: string | undefined,
  rootHost: string | undefined,
): TenantHost | null {
  const [, name = '', port = ''] = HOST.exec(host ?? '') ?? [];
  const at = name.toLowerCase();
  if (!rootHost || !at.endsWith(`.${rootHost}`)) return null;
  const domain = at.slice(0, -rootHost.length - 1);
  return LABEL.test(domain) ? { domain, root: rootHost + port } : null;
}

/**
 * The passport is served on the root host only: a request for it at a company's own host is
 * redirected there, with the company's domain as a parameter. The part behind the # is carried over
 * by the browser.
 */
export function passportRedirect(url: string, site: TenantHost | null): string | null {
  const [path] = url.split('?', 1);
  return site && path === '/passport.html' ? `//${site.root}${path}?domain=${site.domain}` : null;
}
