interface TenantHost {
  domain: string;
  status: number;
  rootHost: string;
}

/** Is this host the root host or one below it? Only these share a cookie. */
export const isWithinRootHost = (rootHost: string, hostname: string): boolean =>
  rootHost !== '' && (hostname === rootHost || hostname.endsWith(`.${rootHost}`));

/**
 * Where a company is served from: its own host when its status is 1, else the root host. Who came
 * by another address (of the machine itself) stays there, as nothing can be handed over from it;
 * likewise where there is no root host. The port stays.
 */
export function originOf(
  { domain, status, rootHost }: TenantHost,
  here: Pick<Location, 'protocol' | 'host' | 'hostname' | 'port'> = location,
): string {
  const port = here.port && `:${here.port}`;
  const stays = rootHost === '' || (status !== 1 && !isWithinRootHost(rootHost, here.hostname));
  const host = stays ? here.host : `${status === 1 ? `${domain}.` : ''}${rootHost}${port}`;
  return `${here.protocol}//${host}`;
}
