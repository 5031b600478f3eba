import { expect, it } from 'vitest';
import { ServerState } from '../../kernel/testing.ts';
import { hashCheaply } from './password.testing.ts';
import { hashPassword, verifyPassword } from './password.ts';

const PASSWORD = 'Huozi@2026';

it('hashes a password at the cost that OWASP recommends', async () => {
  const server = { state: new ServerState() };
  const stored = await hashPassword(server, PASSWORD);
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(server, stored, PASSWORD)).toBe(true);
  expect(await verifyPassword(server, stored, `${PASSWORD}!`)).toBe(false);
});

it('of servers in one process only the one that is asked to hashes cheaply', async () => {
  const [cheap, other] = [{ state: new ServerState() }, { state: new ServerState() }];
  hashCheaply(cheap);
  const stored = await hashPassword(cheap, PASSWORD);
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
  expect(await verifyPassword(other, stored, PASSWORD)).toBe(true);
  expect(await hashPassword(other, PASSWORD)).toContain('$m=19456,t=2,p=1$');
});
