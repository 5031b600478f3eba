import { isIPv6 } from 'node:net';

/**
 * Of an IPv6 address the part one connection is given (64 bits): its holder has 2^64 addresses to
 * come from.
 */
const OWN_GROUPS = 4;
const GROUPS = 8;
const MAPPED = /^(?:::|(?:0+:){5})ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Where a caller comes from, as limits count it: an IPv4 address, or the network of an IPv6 one.
 * Anything else stays as it is.
 */
export function netOf(address: string): string {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped) return mapped;
  const plain = address.split('%', 1)[0]!;
  if (!isIPv6(plain)) return address;
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
