interface Home { domain: string; status: number; rootHost: string }

/** Where a company is served from: its own host when its status is 1, else the root host; where there is no root host, here. The port stays. */
export function originOf({ domain, status, rootHost }: Home, here: Pick<Location, 'protocol' | 'host' | 'port'> = location): string {
  const port = here.port && `:${here.port}`;
  const host = rootHost === '' ? here.host : `${status === 1 ? `${domain}.` : ''}${rootHost}${port}`;
  return `${here.protocol}//${host}`;
}
