import { BlockList, isIPv6 } from 'node:net';
import { addressesIn } from '../http/address.ts';

/**
 * Networks that are no place of the internet: one's own machine, private and shared networks,
 * neighbours, documentation, tests, groups (IANA special-purpose registries).
 */
const CLOSED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
] as const;
/** The only part of IPv6 that is routed, and what lies in it for tunnels, tests and examples. */
const OPEN_IPV6 = '2000::/3';
const CLOSED_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'] as const;

const listOf = (networks: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const each of networks) {
    const [address, bits] = each.split('/') as [string, string];
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return list;
};
const closedIpv4 = listOf(CLOSED_IPV4);
const openIpv6 = listOf([OPEN_IPV6]);
const closedIpv6 = listOf(CLOSED_IPV6);

/** An IPv4 address inside an IPv6 one is not open: it is written as what it is by who means it. */
const isPublic = (address: string): boolean =>
  isIPv6(address)
    ? openIpv6.check(address, 'ipv6') && !closedIpv6.check(address, 'ipv6')
    : !closedIpv4.check(address, 'ipv4');

/** What an address is for requests to it; `own`: one of the networks the operator named. */
export type AddressKind = 'public' | 'own' | 'closed';

/** Tells addresses apart; `own` are addresses and networks (OUTBOUND_NETWORKS). */
export function addressKinds(own: readonly string[]): (address: string) => AddressKind {
  const isOwn = addressesIn(own);
  return (address) => {
    const [plain = ''] = address.split('%');
    if (isOwn(plain)) return 'own';
    return isPublic(plain) ? 'public' : 'closed';
  };
}
