import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purgeExpiredRequests, idempotent } from './idempotency.ts';
import { createTenantSpace } from './tenant-space.ts';
import { openTestDatabase, type TestDatabase } from './testing.ts';
import type { Scope } from './tenant.ts';

let test: TestDatabase;
let scope: Scope;
let runs = 0;
const asked = { records: [{ a: 1, b: 2 }] };

const write = (requestId: string | undefined, input: object = asked, userId = 'u', fail = false) =>
  test.db.withTenant(scope, (tx) =>
    idempotent(tx, { userId }, 'call', { ...input, requestId }, async () => {
      runs += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (fail) throw new Error('write failed');
      return { ids: [`id-${runs}`] };
    }),
  );

beforeAll(async () => {
  test = await openTestDatabase();
  scope = { tenant: { id: 'tenant-i', no: await createTenantSpace(test.db), region: 'r' } };
});
afterAll(() => test?.drop());

describe('a write with a request id', () => {
  it('runs once when its twins arrive at the same moment; all get the first answer', async () => {
    const before = runs;
    const answers = await Promise.all(Array.from({ length: 6 }, () => write('twins')));
    expect(runs).toBe(before + 1);
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
  });
  it('gets the first answer again for any order of keys, and is refused with another content', async () => {
    const first = await write('again');
    expect(await write('again', { records: [{ b: 2, a: 1 }] })).toEqual(first);
    await expect(write('again', { records: [{ a: 2 }] })).rejects.toMatchObject({
      reason: 'REQUEST_ID_REUSED',
    });
  });
  it('is free again when the write failed', async () => {
    await expect(write('failed', asked, 'u', true)).rejects.toThrow('write failed');
    expect(await write('failed')).toMatchObject({ ids: [expect.any(String)] });
  });
  it('belongs to its user: another may use the same id', async () => {
    expect(await write('mine')).not.toEqual(await write('mine', asked, 'v'));
  });
  it('expires after a day', async () => {
    const first = await write('old');
    await test.db.withTenant(scope, (tx) =>
      tx.run(
        `update kernel.request set created_at = now() - interval '25 hours' where request_id = 'old'`,
      ),
    );
    expect(await write('old', { records: [] })).not.toEqual(first);
    await test.db.withTenant(scope, (tx) =>
      tx.run(
        `update kernel.request set created_at = now() - interval '25 hours' where request_id = 'old'`,
      ),
    );
    expect(await purgeExpiredRequests(test.db)).toBe(1);
  });
  it('without one simply runs every time', async () => {
    const before = runs;
    await write(undefined);
    await write(undefined);
    expect(runs).toBe(before + 2);
  });
});
