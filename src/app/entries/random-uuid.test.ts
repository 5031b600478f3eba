import { expect, it } from 'vitest';
import { ensureRandomUuid, uuidOf } from './random-uuid.ts';

it('a page that came by plain http has random ids as well', () => {
  const plain = { getRandomValues: (bytes: Uint8Array) => bytes.fill(0xff) } as unknown as Crypto;
  ensureRandomUuid(plain);
  expect(plain.randomUUID()).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
  expect(uuidOf(new Uint8Array(16))).toBe('00000000-0000-4000-8000-000000000000');
});
it('what the browser brings stays', () => {
  const its = crypto.randomUUID;
  ensureRandomUuid();
  expect(crypto.randomUUID).toBe(its);
});
