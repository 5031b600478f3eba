import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postMessage, type TenantRef } from '../../kernel/index.ts';
import { holds } from '../../upm/identity/sign-in.testing.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

let server: TestServer;
let demo: Auth;
let boss: Auth;
let tenant: TenantRef;
beforeAll(async () => {
  server = await testServer();
  demo = await server.signIn('admin');
  ({ auth: boss, tenant } = await server.newTenant('boss-outbox'));
});
afterAll(() => server?.close());

const mail = (subject: string, of: TenantRef | null) => {
  const event = {
    to: 'lin@example.com',
    subject,
    text: '打开 https://huozi.example/passport.html#/activate/{code}，完成注册。',
    code: 'tok-1',
  };
  return of
    ? server.db.withTenant({ tenant: of }, (tx) => postMessage(tx, of.id, 'mail', event))
    : server.db.withAnonymousTx((tx) => postMessage(tx, null, 'mail', event));
};
const mails = async (as: Auth, input: object = {}) =>
  (await server.call('msg.mail.page', input, as)).data;
const subjects = async (as: Auth, input: object = {}) =>
  (await mails(as, input)).records.map(({ subject }) => subject).sort();

describe('the outbox', () => {
  it('shows a company’s own mails to those who may see them, and a demo’s developers those without a company', async () => {
    await mail('给公司', tenant);
    await mail('给示例', server.demo.tenant);
    await mail('还没有公司', null);
    await expect.poll(() => subjects(demo)).toEqual(['给示例', '还没有公司'].sort());
    await expect.poll(() => subjects(boss)).toEqual(['给公司']);
    expect((await server.call('msg.mail.page', {}, await server.signIn('user'))).error.reason).toBe(
      'FORBIDDEN',
    );
    expect(await subjects(demo, { query: '还没' })).toEqual(['还没有公司']);
    expect(await subjects(demo, { query: '%' })).toEqual([]);
    expect(await subjects(demo, { state: 'failed' })).toEqual([]);
    expect((await mails(demo, { size: 1, current: 2 })).total).toBe(2);
  });

  it('shows a demo nothing that opens a company that is none: codes and links of its people', async () => {
    const to = 'boss-of-another@example.com';
    await holds(server, boss.userid, { email: to });
    await server.call('upm.public.forgetPwd', { email: to });
    await expect
      .poll(() => server.db.asAnonymous('select from msg.mail where to_address = $1', [to]))
      .toHaveLength(1);
    const [mail] = await server.db.asAnonymous<{ id: string }>(
      'select id from msg.mail where to_address = $1',
      [to],
    );
    expect((await mails(demo, { query: to })).total).toBe(0);
    expect((await server.call('msg.mail.detail', { id: mail!.id }, demo)).error.reason).toBe(
      'MAIL_UNKNOWN',
    );
  });

  it('gives a mail with its links; another company’s answers like an unknown one', async () => {
    const { records } = await mails(demo, { query: '还没有公司' });
    const { data } = await server.call('msg.mail.detail', { id: records[0]!.id }, demo);
    expect(data).toMatchObject({
      to: 'lin@example.com',
      state: 'boxed',
      links: ['https://huozi.example/passport.html#/activate/tok-1'],
    });
    const [theirs, unknown] = [
      await server.call('msg.mail.detail', { id: records[0]!.id }, boss),
      await server.call('msg.mail.detail', { id: 'nope' }, boss),
    ];
    expect(theirs).toEqual(unknown);
    expect(theirs).toMatchObject({ code: 404, error: { reason: 'MAIL_UNKNOWN' } });
    expect((await server.call('msg.mail.resend', { id: records[0]!.id }, boss)).error.reason).toBe(
      'MAIL_UNKNOWN',
    );
    expect((await server.call('msg.mail.resend', { id: records[0]!.id }, demo)).error.reason).toBe(
      'MAIL_NOT_FAILED',
    );
  });

  it('sends a mail again that was given up', async () => {
    await mail('再来', tenant);
    await expect.poll(() => subjects(boss, { query: '再来' })).toEqual(['再来']);
    const [row] = (await mails(boss, { query: '再来' })).records;
    const [kept] = await server.db.asAnonymous<{ outbox_id: number }>(
      'select outbox_id from msg.mail where id = $1',
      [row!.id],
    );
    // As a mail server that was away for half a day would have left it.
    await server.db.withAnonymousTx(async (tx) => {
      await tx.run(
        `update msg.mail set state = 'failed', error = 'ECONNREFUSED', tries = 10 where id = $1`,
        [row!.id],
      );
      await tx.run(
        `insert into kernel.outbox (id, tenant_id, topic, payload, tries,
          dead_at) overriding system value values ($1, $2, 'mail', $3, 10, now())`,
        [
          kept!.outbox_id,
          tenant.id,
          JSON.stringify({ to: 'lin@example.com', subject: '再来', text: '内容' }),
        ],
      );
    });
    expect((await server.call('msg.mail.resend', { id: row!.id }, boss)).code).toBe(200);
    await expect
      .poll(async () => (await mails(boss, { query: '再来' })).records)
      .toMatchObject([{ state: 'boxed', tries: 1, error: '' }]);
    expect((await server.call('msg.mail.resend', { id: row!.id }, boss)).error.reason).toBe(
      'MAIL_NOT_FAILED',
    );
  });
});

describe('templates of text messages', () => {
  const templates = async (as: Auth, query?: string) =>
    (await server.call('msg.smsTemplate.page', query === undefined ? {} : { query }, as)).data
      .records;
  const own = {
    code: 'invite',
    name: '邀请',
    type: 'notice',
    content: '{inviter} 请你加入：{link}',
    providerTemplateId: '',
    enabled: true,
  } as const;

  it('are the system’s until a company puts its own in their place, for itself', async () => {
    expect((await templates(boss)).map(({ code }) => code)).toEqual([
      'register',
      'login',
      'reset',
      'bind',
      'invite',
      'resetLink',
      'flow_notice',
      'joinAnswer',
      'contactLink',
    ]);
    const { data: saved } = await server.call('msg.smsTemplate.save', own, boss);
    expect(saved).toMatchObject({
      code: 'invite',
      system: true,
      version: 1,
      params: ['inviter', 'link'],
    });
    expect((await templates(demo, 'invite'))[0]).toMatchObject({ id: null, name: '邀请加入企业' });
    await server.db.withTenant({ tenant }, (tx) =>
      postMessage(tx, tenant.id, 'sms', {
        mobile: '13900139000',
        template: 'invite',
        params: { inviter: '林晓', link: 'https://x' },
      }),
    );
    await expect
      .poll(async () => (await server.call('msg.smsSendLogs.page', {}, boss)).data.records)
      .toMatchObject([
        {
          content: '林晓 请你加入：https://x',
          templateName: '邀请',
          state: 'logged',
          sendStatus: 30,
        },
      ]);
    expect((await server.call('msg.smsSendLogs.page', { state: 'sent' }, boss)).data.total).toBe(0);
    expect((await server.call('msg.smsSendLogs.page', {}, demo)).data.total).toBe(0);
    expect(
      (await server.call('msg.smsTemplate.remove', { id: saved.id!, version: 1 }, boss)).code,
    ).toBe(200);
    expect((await templates(boss, 'invite'))[0]).toMatchObject({ id: null, name: '邀请加入企业' });
  });

  it('are changed by one user at a time, and by no one of another company', async () => {
    const { data: saved } = await server.call(
      'msg.smsTemplate.save',
      { ...own, code: 'holiday', name: '放假' },
      boss,
    );
    const change = {
      id: saved.id!,
      name: '放假通知',
      content: '放假',
      providerTemplateId: 'SMS_9',
      enabled: false,
    };
    expect(
      (await server.call('msg.smsTemplate.update', { ...change, version: 1 }, boss)).data,
    ).toMatchObject({ version: 2, enabled: false, params: [] });
    expect(
      await server.call('msg.smsTemplate.update', { ...change, version: 1 }, boss),
    ).toMatchObject({ code: 409, error: { reason: 'STALE_VERSION', current: { version: 2 } } });
    expect(
      (await server.call('msg.smsTemplate.update', { ...change, version: 2 }, demo)).error.reason,
    ).toBe('TEMPLATE_UNKNOWN');
    expect(
      (await server.call('msg.smsTemplate.remove', { id: saved.id!, version: 2 }, demo)).error
        .reason,
    ).toBe('TEMPLATE_UNKNOWN');
    expect(
      (await server.call('msg.smsTemplate.save', { ...own, code: 'holiday' }, boss)).error.reason,
    ).toBe('NAME_TAKEN');
    expect(
      (await server.call('msg.smsTemplate.save', { ...own, code: 'Bad code' }, boss)).code,
    ).toBe(400);
  });
});
