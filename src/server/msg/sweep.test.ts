import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROLE_ADMIN, type Logger, type TenantRef } from '../kernel/index.ts';
import { openTestDatabase, type TestDatabase } from '../kernel/testing.ts';
import { addMember, createTenant } from '../upm/index.ts';
import { purgeExpiredMessages } from './sweep.ts';

let test: TestDatabase;
let tenant: TenantRef;
let userId = '';
beforeAll(async () => {
  test = await openTestDatabase();
  tenant = await createTenant(test.db, { name: '公司' }, async (tx, made) => {
    userId = await addMember(tx, made, {
      account: 'sweeper',
      realName: '甲',
      passwordHash: null,
      roles: [ROLE_ADMIN],
    });
    return made;
  });
});
afterAll(() => test?.drop());

it('deletes what was read or sent long ago, and nothing that is still wanted', async () => {
  await test.db.withTenant({ tenant }, async (tx) => {
    for (const [id, age, read] of [
      ['new', '300 days', null],
      ['lately', '300 days', '1 day'],
      ['long', '300 days', '200 days'],
      ['unread', '400 days', null],
    ] as const) {
      await tx.run(
        `insert into msg.message (tenant_id, id, user_id, type_code, content, created_at, read_at)
          values ($1, $2, $3, 'user_mod', '', now() - $4::interval, now() - $5::interval)`,
        [tenant.id, id, userId, age, read],
      );
    }
  });
  await test.db.withAnonymousTx(async (tx) => {
    for (const [id, age] of [
      [1, '1 day'],
      [2, '100 days'],
    ] as const) {
      await tx.run(
        `insert into msg.mail (id, outbox_id, to_address, subject, body, state, created_at)
          values ($1, $2, 'a', 'b', 'c', 'sent', now() - $3::interval)`,
        [String(id), id, age],
      );
      await tx.run(
        `insert into kernel.outbox (topic, payload, dead_at)
          values ('mail', '{}', now() - ($1::interval / 5))`,
        [age],
      );
    }
    await tx.run(`insert into kernel.outbox (topic, payload) values ('message', '{}')`);
  });
  await purgeExpiredMessages({
    db: test.db,
    log: { warn: expect.unreachable } as unknown as Logger,
  });
  const kept = (text: string) => test.db.asAnonymous<{ id: string }>(text);
  expect(
    (
      await test.db.readTenant<{ id: string }>(
        { tenant },
        'select id from msg.message where tenant_id = $1 order by id',
        [tenant.id],
      )
    ).map(({ id }) => id),
  ).toEqual(['lately', 'new']);
  expect(await kept('select id from msg.mail')).toEqual([{ id: '1' }]);
  expect(await kept('select topic from kernel.outbox')).toEqual([{ topic: 'mail' }]);
});
