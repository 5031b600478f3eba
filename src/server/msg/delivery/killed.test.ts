import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  OutboxDrainer,
  postMessage,
  postMessages,
  ROLE_ADMIN,
  type TenantRef,
} from '../../kernel/index.ts';
import { bundled, type Bundle } from '../../bundled.testing.ts';
import { openTestDatabase, type TestDatabase } from '../../kernel/testing.ts';
import { addMember, createTenant } from '../../upm/index.ts';
import { deliverMessages } from '../messages/deliver.ts';
import { smtpStandIn, type StandIn } from './smtp-stand-in.testing.ts';

const SCRIPT = fileURLToPath(new URL('./drain.testing.ts', import.meta.url));
const EVENTS = 600;
const MAILS = 40;

let script: Bundle;
let test: TestDatabase;
let smtp: StandIn;
let tenant: TenantRef;
const userIds: string[] = [];
const children: ChildProcess[] = [];

beforeAll(async () => {
  script = await bundled(SCRIPT);
  test = await openTestDatabase();
  smtp = await smtpStandIn();
  tenant = await createTenant(test.db, { name: '公司' }, async (tx, made) => {
    for (const account of ['one', 'two', 'three'])
      userIds.push(
        await addMember(tx, made, {
          account,
          realName: account,
          passwordHash: null,
          roles: [ROLE_ADMIN],
        }),
      );
    return made;
  });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await smtp?.close();
  await test?.drop();
  script?.remove();
});

function drainer(): ChildProcess {
  const child = spawn(process.execPath, [script.path, test.url, smtp.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}
const left = async (): Promise<number> =>
  (await test.db.asAnonymous<{ n: number }>('select count(*) as n from kernel.outbox'))[0]!.n;
const numbersOf = (mails: readonly string[]): string[] =>
  mails.map((mail) => /^Message-ID: (.*)$/im.exec(mail)![1]!.trim());

it('nothing is lost and no message comes twice, however often the process that delivers is killed', async () => {
  await test.db.withTenant({ tenant }, async (tx) => {
    await postMessages(tx, tenant.id, [
      ...Array.from(
        { length: EVENTS },
        (_, n) =>
          ({
            topic: 'message',
            payload: { userIds, typeCode: 'user_mod', content: `事 ${n}` },
          }) as const,
      ),
      ...Array.from(
        { length: MAILS },
        (_, n) =>
          ({
            topic: 'mail',
            payload: { to: `p${n}@example.com`, subject: `第 ${n} 封`, text: '内容' },
          }) as const,
      ),
    ]);
  });
  for (let before = await left(), round = 0; round < 2; round++) {
    const child = drainer();
    // Killed in the middle of its work, not before it began.
    await expect.poll(left, { timeout: 40_000, interval: 5 }).toBeLessThan(before);
    child.kill('SIGKILL');
    await new Promise((done) => {
      child.once('exit', done);
    });
    before = await left();
    if (before === 0) break;
  }
  // What the killed ones had claimed is free again when its lease runs out.
  await test.db.asAnonymous('update kernel.outbox set next_at = now()');
  drainer();
  await expect.poll(left, { timeout: 40_000 }).toBe(0);

  const messages = await test.db.readTenant<{ user_id: string; content: string }>(
    { tenant },
    'select user_id, content from msg.message where tenant_id = $1',
    [tenant.id],
  );
  expect(messages).toHaveLength(EVENTS * userIds.length);
  expect(new Set(messages.map(({ user_id, content }) => `${user_id} ${content}`)).size).toBe(
    EVENTS * userIds.length,
  );
  // A mail that left as its process died leaves once more, under the number it had: the reader's
  // program shows one.
  expect(new Set(numbersOf(smtp.mails)).size).toBe(MAILS);
  const states = await test.db.asAnonymous<{ state: string }>('select state from msg.mail');
  expect(states.map(({ state }) => state)).toEqual(Array.from({ length: MAILS }, () => 'sent'));
}, 120_000);

it('a drainer that is stopped ends what it has begun and begins nothing', async () => {
  for (const child of children) child.kill('SIGKILL');
  const event = () =>
    test.db.withTenant({ tenant }, (tx) =>
      postMessage(tx, tenant.id, 'message', { userIds, typeCode: 'user_mod', content: '最后' }),
    );
  let begun = 0;
  let done = 0;
  const drain = new OutboxDrainer(
    test.db,
    {
      message: async () => {
        begun += 1;
        await new Promise((resolve) => {
          setTimeout(resolve, 100);
        });
        const taken = await deliverMessages(test.db);
        done += 1;
        return taken;
      },
    },
    (error) => {
      throw error;
    },
  );
  drain.start();
  await event();
  await expect.poll(() => begun, { timeout: 5_000 }).toBeGreaterThan(0);
  await drain.stop();
  const ended = done;
  expect(ended).toBe(begun);
  await event();
  // Longer than the drainer's own look.
  await new Promise((resolve) => {
    setTimeout(resolve, 1_300);
  });
  expect([begun, await left()]).toEqual([ended, 1]);
});
