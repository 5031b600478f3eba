import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MAX_TRIES, postMessage, type MailEvent, type SmsEvent } from '../../kernel/index.ts';
import { openTestDatabase, type TestDatabase } from '../../kernel/testing.ts';
import { deliverMails } from './mails.ts';
import { mailChannel, smtpTransport, type MailChannel } from './mail-channel.ts';
import { PermanentDeliveryError } from './permanent-error.ts';
import { smtpStandIn, type StandIn } from './smtp-stand-in.testing.ts';
import { smsProvider } from './sms-channel.ts';
import type { SmsProvider } from './sms-provider.ts';
import { deliverSmsMessages } from './texts.ts';

let test: TestDatabase;
let smtp: StandIn;
beforeAll(async () => {
  test = await openTestDatabase();
  smtp = await smtpStandIn();
});
afterAll(async () => {
  await smtp?.close();
  await test?.drop();
});
afterEach(async () => {
  smtp.refusal = '250 ok';
  smtp.greets = true;
  smtp.mails.length = 0;
  await test.db.withAnonymousTx(async (tx) => {
    for (const table of ['kernel.outbox', 'msg.mail', 'msg.sms_log'])
      await tx.run(`delete from ${table}`);
  });
});

const mail = (over: Partial<MailEvent> = {}) =>
  test.db.withAnonymousTx((tx) =>
    postMessage(tx, null, 'mail', {
      to: 'lin@example.com',
      subject: '找回密码',
      text: '验证码 {code}',
      code: '042613',
      ...over,
    }),
  );
const sms = (over: Partial<SmsEvent> = {}) =>
  test.db.withAnonymousTx((tx) =>
    postMessage(tx, null, 'sms', {
      mobile: '13800138000',
      template: 'reset',
      params: { code: '042613' },
      ...over,
    }),
  );
const rows = <R extends object>(table: string) =>
  test.db.asAnonymous<R>(`select * from ${table} order by created_at`);
const due = () => test.db.asAnonymous(`update kernel.outbox set next_at = now()`);
const real = (): MailChannel =>
  mailChannel({ url: smtp.url, from: '活字 <no-reply@huozi.example>' });
/** Long for a server on this machine, short enough to be waited for. */
const SOON = { sendMs: 400 };
const never = () => new Promise<never>(() => undefined);

/** Whom the mails and text messages went to, in their order. */
async function sentBehindBulk(
  send: (tenantId: string | null, to: string, more?: object) => Promise<unknown>,
  deliver: () => Promise<number>,
  table: string,
  column: string,
): Promise<string[]> {
  for (let n = 0; n < 60; n++) await send('a-company', `bulk-${n}`, { code: undefined });
  await send('another-company', 'other', { code: undefined });
  await send(null, 'awaited');
  await deliver();
  return (await rows<Record<string, string>>(table)).map((row) => row[column]!);
}

describe('much of one company', () => {
  it('keeps neither a code nor the mail of another company waiting', async () => {
    const channel = mailChannel(undefined);
    const sent = await sentBehindBulk(
      (tenantId, to, more) =>
        test.db.withAnonymousTx((tx) =>
          postMessage(tx, tenantId, 'mail', {
            to,
            subject: '标题',
            text: '{code}',
            code: '042613',
            ...more,
          }),
        ),
      () => deliverMails(test.db, channel, false),
      'msg.mail',
      'to_address',
    );
    expect(sent).toEqual(expect.arrayContaining(['awaited', 'other', 'bulk-0']));
  });

  it('keeps no code by text message waiting', async () => {
    const sent = await sentBehindBulk(
      (tenantId, mobile, more) =>
        test.db.withAnonymousTx((tx) =>
          postMessage(tx, tenantId, 'sms', {
            mobile,
            template: more ? 'invite' : 'reset',
            params: more ? { company: '甲', link: 'x' } : { code: '042613' },
          }),
        ),
      () =>
        deliverSmsMessages(test.db, {
          provider: smsProvider(undefined),
          templates: {},
          clear: false,
        }),
      'msg.sms_log',
      'mobile',
    );
    expect(sent).toEqual(expect.arrayContaining(['awaited', 'other', 'bulk-0']));
  });
});

describe('a mail', () => {
  it('server that fails between two mails ends no process', () => {
    const transport = smtpTransport(smtp.url);
    expect(() => transport.emit('error', new Error('the connection broke'))).not.toThrow();
    transport.close();
  });

  it('leaves through the mail server with its code, which the stored mail does not show', async () => {
    await mail();
    const channel = real();
    expect(await deliverMails(test.db, channel, true)).toBe(1);
    channel.close();
    expect(smtp.mails).toHaveLength(1);
    expect(Buffer.from(smtp.mails[0]!.split('\n\n').at(-1)!.trim(), 'base64').toString()).toContain(
      '042613',
    );
    expect(await rows('msg.mail')).toMatchObject([
      { state: 'sent', to_address: 'lin@example.com', body: '验证码 ******', tries: 1 },
    ]);
    expect(await rows('kernel.outbox')).toEqual([]);
  });

  it('is stored here without a mail server: its code to be read in a demo, and nowhere else', async () => {
    await mail();
    await deliverMails(test.db, mailChannel(undefined), true);
    await mail();
    await deliverMails(test.db, mailChannel(undefined), false);
    expect(
      (await rows<{ state: string; body: string }>('msg.mail')).map(({ state, body }) => [
        state,
        body,
      ]),
    ).toEqual([
      ['boxed', '验证码 042613'],
      ['boxed', '验证码 ******'],
    ]);
  });

  it('waits longer and longer while the server is away, under the same number, and is given up in the end', async () => {
    await mail();
    const away = mailChannel({ url: 'smtp://127.0.0.1:9', from: 'a@b.example' });
    const waits: number[] = [];
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      expect(await deliverMails(test.db, away, false)).toBe(1);
      expect(await deliverMails(test.db, away, false)).toBe(0);
      const [row] = await test.db.asAnonymous<{ wait: number }>(
        'select extract(epoch from next_at - now())::int as wait from kernel.outbox',
      );
      waits.push(row!.wait);
      await due();
    }
    expect(waits.every((wait, index) => index === 0 || wait >= waits[index - 1]!)).toBe(true);
    expect(await rows('msg.mail')).toMatchObject([
      { state: 'failed', tries: MAX_TRIES, body: '验证码 ******' },
    ]);
    expect((await rows<{ error: string }>('msg.mail'))[0]!.error).toContain('ECONNREFUSED');
    expect(await deliverMails(test.db, away, false)).toBe(0);
  });

  it('to an unknown address is given up at once; a temporary refusal is tried again', async () => {
    const channel = real();
    await mail();
    for (const refusal of ['450 later', '535 sign in first']) {
      smtp.refusal = refusal;
      await deliverMails(test.db, channel, false);
      expect(await rows('msg.mail'), refusal).toMatchObject([{ state: 'waiting' }]);
      await due();
    }
    smtp.refusal = '550 no such user';
    await deliverMails(test.db, channel, false);
    channel.close();
    expect(await rows('msg.mail')).toMatchObject([{ state: 'failed', tries: 3 }]);
  });

  it('is one mail however odd its address and subject are', async () => {
    const channel = real();
    await mail({ to: 'a@b.example, c@d.example', subject: '标题\r\nBcc: x@y.example' });
    await deliverMails(test.db, channel, false);
    channel.close();
    expect(smtp.mails.join('')).not.toMatch(/^Bcc:/m);
  });

  it('is delivered by one of several processes, not by each', async () => {
    for (let n = 0; n < 12; n++) await mail();
    let sent = 0;
    const counting: MailChannel = {
      keeps: false,
      send: async () => {
        sent += 1;
      },
      close: () => undefined,
    };
    const drain = async () => {
      while ((await deliverMails(test.db, counting, false)) > 0);
    };
    await Promise.all([drain(), drain(), drain()]);
    expect([sent, (await rows('msg.mail')).length]).toEqual([12, 12]);
  });

  it('whose lease ran out belongs to who took it next: the first to claim it neither deletes nor changes it', async () => {
    await mail();
    let release = (): void => undefined;
    const slow: MailChannel = {
      keeps: false,
      send: () =>
        new Promise((done) => {
          release = done;
        }),
      close: () => undefined,
    };
    const first = deliverMails(test.db, slow, false);
    await expect.poll(() => release.toString()).not.toBe('() => undefined');
    await due();
    const failing: MailChannel = {
      keeps: false,
      send: async () => {
        throw new Error('nein');
      },
      close: () => undefined,
    };
    await deliverMails(test.db, failing, false);
    release();
    await first;
    expect(await rows('kernel.outbox')).toMatchObject([{ tries: 2, error: 'nein' }]);
    expect(await rows('msg.mail')).toMatchObject([{ state: 'waiting', tries: 2 }]);
  });
});

describe('a text message', () => {
  const ways = (provider: SmsProvider, clear = false) => ({
    provider,
    clear,
    templates: { reset: 'SMS_7' },
  });
  const taking = (sent: unknown[]): SmsProvider => ({
    name: 'aliyun',
    keeps: false,
    send: async (message) => {
      sent.push(message);
      return 'biz';
    },
  });

  it('leaves by its template at the provider, and its log never shows the code', async () => {
    const sent: unknown[] = [];
    await sms();
    await deliverSmsMessages(test.db, ways(taking(sent), true));
    expect(sent).toMatchObject([
      { mobile: '13800138000', templateId: 'SMS_7', params: { code: '042613' } },
    ]);
    expect(await rows('msg.sms_log')).toMatchObject([
      {
        send_status: 10,
        provider: 'aliyun',
        provider_serial: 'biz',
        template_name: '找回密码验证码',
        content: '你正在重设密码，验证码 ******，5 分钟内有效。如非本人操作，请尽快修改密码。',
      },
    ]);
  });

  it('without a provider is its log: readable in a demo, masked elsewhere', async () => {
    await sms();
    await deliverSmsMessages(test.db, ways(smsProvider(undefined), true));
    await sms({
      template: 'invite',
      params: { company: '云帆', link: 'https://x.example/join?token=abc' },
    });
    await deliverSmsMessages(test.db, ways(smsProvider(undefined)));
    const kept = await rows<{ content: string; send_status: number }>('msg.sms_log');
    expect(kept.map(({ send_status }) => send_status)).toEqual([30, 30]);
    expect(kept[0]!.content).toContain('042613');
    expect(kept[1]!.content).toBe('云帆 邀请你加入，请打开链接完成加入：******');
  });

  it('is given up at once by an unknown template or a refusal for good, and the reason is stored', async () => {
    await sms({ template: 'nope' });
    await deliverSmsMessages(test.db, ways(taking([])));
    await sms();
    await deliverSmsMessages(
      test.db,
      ways({
        name: 'aliyun',
        keeps: false,
        send: async () => {
          throw new PermanentDeliveryError('isv.MOBILE_NUMBER_ILLEGAL');
        },
      }),
    );
    expect(await rows('msg.sms_log')).toMatchObject([
      { send_status: 20, error: '没有标识为“nope”的短信模板' },
      { send_status: 20, error: 'isv.MOBILE_NUMBER_ILLEGAL' },
    ]);
  });
});

/** Ways in which a sender fails, again and again. */
const FAILURES: readonly [string, () => Promise<never>][] = [
  [
    'throws at once',
    () => {
      throw new Error('坏了');
    },
  ],
  ['never ends', never],
  [
    'refuses in passing, for ever',
    async () => {
      throw new Error('稍后再试');
    },
  ],
];

describe.each(FAILURES)('a sender that %s for one of them', (_name, fail) => {
  it('is tried a bounded number of times, and the other mails leave at once', async () => {
    const left: string[] = [];
    const channel: MailChannel = {
      ...SOON,
      sendMs: 50,
      keeps: false,
      send: ({ to }) => (to === 'bad@example.com' ? fail() : Promise.resolve(void left.push(to))),
      close: () => undefined,
    };
    await mail({ to: 'bad@example.com' });
    for (let n = 0; n < 7; n++) await mail({ to: `p${n}@example.com` });
    while ((await deliverMails(test.db, channel, false)) > 0);
    expect(left.sort()).toEqual(Array.from({ length: 7 }, (_, n) => `p${n}@example.com`));
    for (let tries = 1; tries < MAX_TRIES; tries++) {
      await due();
      await deliverMails(test.db, channel, false);
    }
    await due();
    expect(await deliverMails(test.db, channel, false)).toBe(0);
    expect(
      (await rows<{ to_address: string; state: string; tries: number }>('msg.mail')).filter(
        ({ state }) => state !== 'sent',
      ),
    ).toMatchObject([{ to_address: 'bad@example.com', state: 'failed', tries: MAX_TRIES }]);
  });

  it('is tried a bounded number of times, and the other text messages leave at once', async () => {
    const left: string[] = [];
    const provider: SmsProvider = {
      sendMs: 50,
      name: 'aliyun',
      keeps: false,
      send: ({ mobile }) =>
        mobile === '13900000000' ? fail() : Promise.resolve(String(left.push(mobile))),
    };
    const deliver = () => deliverSmsMessages(test.db, { provider, clear: false, templates: {} });
    await sms({ mobile: '13900000000' });
    for (let n = 0; n < 12; n++) await sms();
    while ((await deliver()) > 0);
    expect(left).toHaveLength(12);
    for (let tries = 1; tries < MAX_TRIES; tries++) {
      await due();
      await deliver();
    }
    await due();
    expect(await deliver()).toBe(0);
    expect(
      (await rows<{ send_status: number }>('msg.sms_log')).filter(
        ({ send_status }) => send_status !== 10,
      ),
    ).toMatchObject([{ mobile: '13900000000', send_status: 20, tries: MAX_TRIES }]);
  });
});

describe('an unforeseen delivery failure', () => {
  const taking: MailChannel = { keeps: false, send: async () => undefined, close: () => undefined };

  it('that ended its process at every try is given up, with that reason', async () => {
    await mail();
    await test.db.asAnonymous('update kernel.outbox set tries = $1', [MAX_TRIES]);
    expect(await deliverMails(test.db, taking, false)).toBe(1);
    expect(await rows('msg.mail')).toMatchObject([
      { state: 'failed', error: '多次发送都没有完成，不再尝试' },
    ]);
    await due();
    expect(await deliverMails(test.db, taking, false)).toBe(0);
  });

  it.each([
    ['mail', null],
    ['mail', { text: 5 }],
    ['mail', { to: 'a@b.example', text: '没有标题' }],
    ['sms', null],
    ['sms', { template: 'reset' }],
  ] as const)(
    'of what is no %s (%j) neither stops the others nor is tried for ever',
    async (topic, payload) => {
      await test.db.asAnonymous('insert into kernel.outbox (topic, payload) values ($1, $2)', [
        topic,
        JSON.stringify(payload),
      ]);
      await (topic === 'mail' ? mail() : sms());
      const sent: unknown[] = [];
      const provider: SmsProvider = {
        name: 'aliyun',
        keeps: false,
        send: async (message) => String(sent.push(message)),
      };
      const deliver = () =>
        topic === 'mail'
          ? deliverMails(test.db, taking, false)
          : deliverSmsMessages(test.db, { provider, clear: false, templates: {} });
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        await deliver();
        await due();
      }
      expect(await deliver()).toBe(0);
      expect(await rows(topic === 'mail' ? 'msg.mail' : 'msg.sms_log')).toContainEqual(
        expect.objectContaining(
          topic === 'mail'
            ? { state: 'sent', to_address: 'lin@example.com' }
            : { send_status: 10, mobile: '13800138000' },
        ),
      );
    },
  );

  it('to a mail server that keeps its callers waiting with a word now and then takes its time, and no more: the next leave', async () => {
    const channel = { ...real(), ...SOON };
    smtp.greets = false;
    for (let n = 0; n < 5; n++) await mail({ to: `p${n}@example.com` });
    const since = performance.now();
    expect(await deliverMails(test.db, channel, false)).toBe(5);
    expect(performance.now() - since).toBeLessThan(5_000);
    expect((await rows<{ state: string }>('msg.mail')).map(({ state }) => state)).toEqual(
      Array(5).fill('waiting'),
    );
    channel.close();
    smtp.greets = true;
    await due();
    const patient = real();
    await deliverMails(test.db, patient, false);
    patient.close();
    expect((await rows<{ state: string }>('msg.mail')).map(({ state }) => state)).toEqual(
      Array(5).fill('sent'),
    );
    expect(smtp.mails).toHaveLength(5);
  });
});
