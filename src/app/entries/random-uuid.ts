/** A random id of version 4 (RFC 9562) from random bytes. */
export function uuidOf(bytes: Uint8Array): `${string}-${string}-${string}-${string}-${string}` {
  const hex = Array.from(bytes, (byte, at) =>
    (at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte)
      .toString(16)
      .padStart(2, '0'),
  ).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * Browsers have crypto.randomUUID only where a page came by https or from this machine; a server in
 * an office network has neither.
 */
export function ensureRandomUuid(own: Crypto = crypto): void {
  if (typeof own.randomUUID !== 'function')
    Object.defineProperty(own, 'randomUUID', {
      value: () => uuidOf(own.getRandomValues(new Uint8Array(16))),
    });
}
