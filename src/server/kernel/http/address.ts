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
const MAPPED = /^(?:::|(?:0+:){5})ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

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
 * Of an IPv6 address the part one connection is given (64 bits): its holder has 2^64 addresses to
 * come from.
 */
const OWN_GROUPS = 4;
const GROUPS = 8;

/**
 * Where a caller comes from, as limits count it: an IPv4 address, or the network of an IPv6 one.
 * Anything else stays as it is.
 */
export function netOf(address: string): string {
  const unmapped = address.replace(MAPPED, '');
  const plain = unmapped.split('%', 1)[0]!;
  if (!isIPv6(plain)) return unmapped;
  const [head = '', tail = ''] = plain.split('::');
  const [before, after] = [head, tail].map((part) => part.split(':').filter(Boolean));
  const groups = [
    ...before!,
    ...Array<string>(
      plain.includes('::') ? Math.max(0, GROUPS - before!.length - after!.length) : 0,
    ).fill('0'),
    ...after!,
  ];
  return `${groups
    .slice(0, OWN_GROUPS)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
