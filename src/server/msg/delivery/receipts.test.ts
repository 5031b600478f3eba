import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postMessage } from '../../kernel/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { aliyunStandIn, type AliyunStandIn, type Reply } from './aliyun-stand-in.testing.ts';
import { aliyunSms } from './aliyun.ts';
import { fetchReceipts } from './receipts.ts';
import { deliverSmsMessages } from './texts.ts';

let server: TestServer;
let admin: Auth;
let aliyun: AliyunStandIn;
beforeAll(async () => {
  server = await testServer();
  admin = await server.signIn('admin');
  aliyun = await aliyunStandIn();
  // The server would deliver what is delivered here by hand.
  await server.stopService('msg');
});
afterAll(async () => {
  aliyun?.close();
  await server?.close();
});

const SENT: Reply = { status: 200, body: { Code: 'OK', BizId: 'biz-1' } };
const detail = (given: object): Reply => ({
  status: 200,
  body: { Code: 'OK', TotalCount: '1', SmsSendDetailDTOs: { SmsSendDetailDTO: [given] } },
});
const faults: unknown[] = [];
const provider = () => aliyunSms(aliyun.config);
const ask = () => fetchReceipts(server.db, provider(), (error) => faults.push(error));
const dueNow = () =>
  server.db.withAnonymousTx((tx) =>
    tx.run('update msg.sms_log set receipt_due = now() where receipt_due is not null'),
  );
const shown = async () => (await server.call('msg.smsSendLogs.page', {}, admin)).data.records[0]!;

/** A message that has just been handed to the provider, whose later answers are `reply`. */
async function sent(reply: (query: URLSearchParams) => Reply): Promise<void> {
  aliyun.reply = (query, action) => (action === 'SendSms' ? SENT : reply(query));
  await server.db.withAnonymousTx((tx) =>
    postMessage(tx, server.demo.tenant.id, 'sms', {
      mobile: '13800138000',
      template: 'reset',
      params: { code: '042613' },
    }),
  );
  await deliverSmsMessages(server.db, {
    provider: provider(),
    clear: false,
    templates: { reset: 'SMS_7' },
  });
}
beforeEach(async () => {
  [aliyun.seen.length, faults.length] = [0, 0];
  await server.db.withAnonymousTx(async (tx) => {
    for (const table of ['kernel.outbox', 'msg.sms_log']) await tx.run(`delete from ${table}`);
  });
});

describe('a text message that was handed over', () => {
  it('is shown as received once the carrier reports it, requested by its number, mobile and day, signed', async () => {
    await sent(() =>
      detail({
        SendStatus: 3,
        ErrCode: 'DELIVERED',
        ReceiveDate: '2026-11-21 08:00:05',
        PhoneNum: '13800138000',
      }),
    );
    expect(await shown()).toMatchObject({ state: 'sent', receiveStatus: 0 });
    expect(await ask()).toBe(0);
    await dueNow();
    expect([await ask(), faults]).toEqual([1, []]);
    expect(await shown()).toMatchObject({
      state: 'delivered',
      receiveStatus: 10,
      receivedTime: '2026-11-21T00:00:05Z',
      error: '',
    });
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' })
      .format(new Date())
      .replaceAll('-', '');
    expect(Object.fromEntries(new URL(aliyun.seen.at(-1)!.url!, 'http://x').searchParams)).toEqual({
      PhoneNumber: '13800138000',
      BizId: 'biz-1',
      SendDate: today,
      PageSize: '1',
      CurrentPage: '1',
    });
    await dueNow();
    expect(await ask()).toBe(0);
    expect(
      (await server.call('msg.smsSendLogs.page', { state: 'delivered' }, admin)).data.total,
    ).toBe(1);
    expect((await server.call('msg.smsSendLogs.page', { state: 'sent' }, admin)).data.total).toBe(
      0,
    );
  });
  it.each([
    ['MOBILE_NOT_ON_SERVICE', '号码停机、空号或已销号（MOBILE_NOT_ON_SERVICE）'],
    ['XX:0139', '运营商返回 XX:0139'],
    ['constructor', '运营商返回 constructor'],
    ['', '运营商返回 未知原因'],
  ])('that was not received says why (%s)', async (code, why) => {
    await sent(() => detail({ SendStatus: 2, ErrCode: code, ReceiveDate: '' }));
    await dueNow();
    await ask();
    expect(await shown()).toMatchObject({
      state: 'undelivered',
      receiveStatus: 20,
      error: why,
      receivedTime: null,
    });
  });
  it('is requested again later while the result is unknown, each time later, and no more after three days', async () => {
    await sent(() => detail({ SendStatus: 1 }));
    const wait = async () =>
      (
        await server.db.asAnonymous<{ wait: number | null }>(
          'select extract(epoch from receipt_due - now())::int as wait from msg.sms_log',
        )
      )[0]!.wait;
    const waits: number[] = [];
    for (let i = 0; i < 4; i++) {
      await dueNow();
      await ask();
      waits.push((await wait())!);
    }
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect([waits[0]! >= 15, waits[3]! > waits[0]! * 4]).toEqual([true, true]);
    await server.db.withAnonymousTx((tx) =>
      tx.run(`update msg.sms_log set sent_at = now() - interval '73 hours', receipt_due = now()`),
    );
    expect([await ask(), await wait(), (await shown()).state]).toEqual([1, null, 'sent']);
  });
  it('stays as it is while the provider cannot be asked, and is asked about again', async () => {
    await sent(() => ({ status: 503, body: '<html>' }));
    await dueNow();
    expect([await ask(), faults.length, (await shown()).state]).toEqual([1, 1, 'sent']);
    aliyun.reply = () => detail({ SendStatus: 3, ReceiveDate: 'soon' });
    await dueNow();
    await ask();
    expect(await shown()).toMatchObject({ state: 'delivered', receivedTime: null });
  });
  it('is asked about by one process only, however many look', async () => {
    await sent(() => detail({ SendStatus: 1 }));
    await dueNow();
    const asked = await Promise.all([ask(), ask(), ask()]);
    expect(asked.toSorted()).toEqual([0, 0, 1]);
  });
  it('and was received stays so, even if a later report differs', async () => {
    let reply = detail({ SendStatus: 3, ReceiveDate: '2026-11-21 08:00:05' });
    await sent(() => reply);
    await dueNow();
    await ask();
    reply = detail({ SendStatus: 2, ErrCode: 'USER_REJECT' });
    await server.db.withAnonymousTx((tx) => tx.run('update msg.sms_log set receipt_due = now()'));
    await ask();
    expect((await shown()).state).toBe('delivered');
  });
});
