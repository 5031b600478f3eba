import { BlockList, isIPv6 } from 'node:net';

type Family = 'ipv4' | 'ipv6';
/** Names TRUST_PROXY takes for whole networks. */
const NETWORKS: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  loopback: [
    ['127.0.0.0', 8],
    ['::1', 128],
  ],
  linklocal: [
    ['169.254.0.0', 16],
    ['fe80::', 10],
  ],
  uniquelocal: [
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['fc00::', 7],
  ],
};
/** An IPv4 address as a socket that speaks IPv6 says it. */
const MAPPED = /^::ffff:(?=\d+\.)/i;
/**
 * Groups of four digits of an IPv6 address that name a site; what is behind them the site gives
 * itself.
 */
const SITE_GROUPS = 4;

const familyOf = (address: string): Family => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** Whether an address is one of these addresses and networks (TRUST_PROXY). */
export function addressesIn(given: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const each of given) {
    const [name, bits] = each.split('/');
    const networks = NETWORKS[each] ?? [
      [name!, Number(bits ?? (isIPv6(name!) ? 128 : 32))] as const,
    ];
    for (const [address, prefix] of networks) list.addSubnet(address, prefix, familyOf(address));
  }
  return (address) => {
    const plain = address.replace(MAPPED, '');
    return list.check(plain, familyOf(plain));
  };
}

/**
 * The owner of a connection: an IPv4 address, or the site of an IPv6 one, as a site has more
 * addresses than can be counted.
 */
export function clientOf(address: string): string {
  const plain = address.replace(MAPPED, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('%')[0]!.split('::');
  const [front, back] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean));
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front!.length - back!.length);
  return [...front!, ...Array.from({ length: zeros }, () => '0'), ...back!]
    .slice(0, SITE_GROUPS)
    .join(':');
}
