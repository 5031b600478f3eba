import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { solveCaptcha, wrongly } from '../../kernel/captcha.testing.ts';
import {
  calls,
  callOf,
  MAX_FORM_FILE_BYTES,
  type CaptchaAnswer,
  type FormBody,
  type FormPublish,
  type RecordValues,
} from '../../../contract/index.ts';
import { FORM_LIMITS } from './rate-limit.ts';
import type { Auth, TestServer } from '../../testing.ts';
import { places } from '../testing/index.ts';
import {
  bodyOf,
  expectClosed,
  field,
  smartFormsDriver,
  multipart,
  PNG,
  type SmartFormsDriver,
} from '../testing/smartforms.ts';

let server: TestServer;
let builder: Auth;
let user: Auth;
let customer: string[];
let driver: SmartFormsDriver;
let draft: SmartFormsDriver['draft'];
let published: SmartFormsDriver['published'];
let send: SmartFormsDriver['send'];
let open: SmartFormsDriver['open'];
let records: SmartFormsDriver['records'];
beforeAll(async () => {
  driver = await smartFormsDriver();
  ({ server, builder, user, shopIds: customer, draft, published, send, open, records } = driver);
});
afterAll(() => server?.close());

const link: FormPublish = { mode: 'link' };

describe('a form', () => {
  it('is created, published, filled in by a visitor with its link, stopped and deleted; the record stays', async () => {
    const form = await published(bodyOf(link));
    expect(form).toMatchObject({
      status: 'published',
      publishedVersion: 1,
      changed: false,
      submits: 0,
      object: 'visit',
    });
    const opened = (await open(form)).data;
    expect(opened).toMatchObject({
      state: 'open',
      name: '预约登记',
      formVersion: 1,
      captcha: false,
    });
    expect(opened.describe!.fields.map(({ apiName }) => apiName)).toEqual([
      'title',
      'kind',
      'why',
      'amount',
    ]);
    expect((await send(form, { title: '王先生', kind: 'a', amount: 3 })).data).toEqual({
      editKey: null,
    });
    expect(await records('王先生')).toMatchObject([{ kind: 'a', amount: 3, createdBy: '0' }]);
    expect(
      (await server.call('bizmeta.smartform.list', { object: 'visit' }, builder)).data.find(
        ({ id }) => id === form.id,
      )?.submits,
    ).toBe(1);
    await server.call('bizmeta.smartform.stop', { id: form.id }, builder);
    expectClosed((await open(form)).data, 'stopped');
    expect(await send(form, { title: 'x' })).toMatchObject({ code: 400, msg: '表单已停止收集' });
    await server.call('bizmeta.smartform.delete', { id: form.id }, builder);
    expect(await open(form)).toMatchObject({ code: 404, error: { reason: 'FORM_UNKNOWN' } });
    expect(await records('王先生')).toHaveLength(1);
  });
  it('is filled in as it was published until it is published again, and an outdated page gets an error', async () => {
    const form = await published(bodyOf(link));
    const next = (
      await server.call(
        'bizmeta.smartform.update',
        {
          id: form.id,
          version: form.version,
          body: { layout: bodyOf(link, [field('title')]).layout },
        },
        builder,
      )
    ).data;
    expect(next.changed).toBe(true);
    expect((await open(form)).data.describe!.fields).toHaveLength(4);
    expect(
      (
        await server.call(
          'bizmeta.smartform.update',
          { id: form.id, version: form.version, name: '旧' },
          builder,
        )
      ).code,
    ).toBe(409);
    const publishing = { id: form.id, version: next.version };
    const done = await server.call('bizmeta.smartform.publish', publishing, builder);
    expect(done.data.version, 'its content is still what its builder has open').toBe(next.version);
    expect((await open(form)).data.describe!.fields).toHaveLength(1);
    expect(await send(form, { title: '旧页面' })).toMatchObject({
      code: 409,
      error: { reason: 'FORM_CHANGED' },
    });
  });
  it.each(['hide', 'show', 'optional', 'clear'] as const)(
    'is not published with a rule that would %s what the object requires: it could not be sent',
    async (what) => {
      const rules = [{ when: "kind = 'b'", then: [{ do: what, targets: ['title'] }] }];
      const { id, version } = (await draft(bodyOf(link, undefined, { rules }))).data;
      expect(
        places(await server.call('bizmeta.smartform.publish', { id, version }, builder)),
      ).toEqual(['/body/rules/0/then/0 FORM_SETTING']);
    },
  );
  it('reports every wrong place when it is published', async () => {
    const wrong = bodyOf(
      {
        mode: 'link',
        startAt: '2026-05-02',
        endAt: '2026-05-01',
        successPage: { redirect: 'javascript:alert(1)' },
      },
      [
        field('title'),
        field('title'),
        field('nothing'),
        field('owner'),
        field('shop'),
        field('no'),
      ],
      {
        rules: [{ when: 'secret > 1', then: [{ do: 'hide', targets: ['secret'] }] }],
        validations: [{ expr: 'title +', message: '错' }],
      },
    );
    const { id, version } = (await draft(wrong)).data;
    expect(
      places(await server.call('bizmeta.smartform.publish', { id, version }, builder))?.sort(),
    ).toEqual([
      '/body/layout/pages/0/sections/0/items/1/field FORM_SETTING',
      '/body/layout/pages/0/sections/0/items/2/field FORM_SETTING',
      '/body/layout/pages/0/sections/0/items/3/field FORM_SETTING',
      '/body/layout/pages/0/sections/0/items/4/field FORM_SETTING',
      '/body/layout/pages/0/sections/0/items/5/field FORM_SETTING',
      '/body/publish/endAt FORM_SETTING',
      '/body/publish/successPage/redirect FORM_SETTING',
      '/body/rules/0/then/0 FORM_SETTING',
      '/body/rules/0/when EXPRESSION_INVALID',
      '/body/validations/0/expr EXPRESSION_INVALID',
    ]);
  });
  it('is created by builders only', async () => {
    expect((await draft(bodyOf(link), user)).code).toBe(403);
    expect((await server.call('bizmeta.smartform.list', { object: 'visit' }, user)).code).toBe(403);
  });
});

describe('rules of a form', () => {
  const rules: FormBody['rules'] = [
    {
      when: `kind = 'a'`,
      then: [
        { do: 'show', targets: ['why'] },
        { do: 'require', targets: ['why'] },
      ],
    },
    { when: `kind = 'b'`, then: [{ do: 'set', targets: ['amount'], value: 9 }] },
    { when: 'amount > 100', then: [{ do: 'limitOptions', targets: ['kind'], options: ['c'] }] },
  ];
  it('are enforced by the server: hidden fields are not written, conditions are checked, values are set', async () => {
    const form = await published(
      bodyOf(link, undefined, {
        rules,
        validations: [{ expr: 'amount is null or amount <> 13', message: '不能是 13' }],
      }),
    );
    expect(places(await send(form, { title: '规则', kind: 'a' }))).toEqual([
      '/values/why REQUIRED',
    ]);
    expect(places(await send(form, { title: '规则', kind: 'a', why: '有', amount: 101 }))).toEqual([
      '/values/kind VALUE_OPTION',
    ]);
    expect(await send(form, { title: '规则', kind: 'c', amount: 13 })).toMatchObject({
      msg: '不能是 13',
    });
    expect(places(await send(form, { title: '', amount: 2000 }))).toContain(
      '/values/title REQUIRED',
    );
    expect(places(await send(form, { title: '规则', amount: 2000 }))).toEqual([
      '/values/amount VALUE_RANGE',
    ]);
    expect((await send(form, { title: '规则', kind: 'b', why: '隐藏了', amount: 1 })).msg).toBe(
      'ok',
    );
    expect(await records('规则')).toMatchObject([{ kind: 'b', why: null, amount: 9 }]);
  });
});

describe('limits of a form', () => {
  it('hold for concurrent submissions', async () => {
    const form = await published(bodyOf({ mode: 'link', maxSubmits: 3 }));
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => send(form, { title: '抢位', amount: i })),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(3);
    expect(new Set(answers.filter(({ code }) => code !== 200).map(({ msg }) => msg))).toEqual(
      new Set(['提交份数已满']),
    );
    expect(await records('抢位')).toHaveLength(3);
    expectClosed((await open(form)).data, 'full');
  });
  it('are reported before it begins, after it ended, and to a person who has reached their limit', async () => {
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString();
    const later = await published(bodyOf({ mode: 'link', startAt: day(1) }));
    const over = await published(bodyOf({ mode: 'link', endAt: day(-1) }));
    expect([(await open(later)).data.state, (await open(over)).data.state]).toEqual([
      'notBegun',
      'ended',
    ]);
    expect([
      (await send(later, { title: 'x' })).msg,
      (await send(over, { title: 'x' })).msg,
    ]).toEqual(['表单还没有开始收集', '表单已截止']);
    const once = await published(bodyOf({ mode: 'member', perUserLimit: 1 }));
    expect((await send(once, { title: '一次' }, {}, user)).msg).toBe('ok');
    expect(await send(once, { title: '一次' }, {}, user)).toMatchObject({
      msg: '已达到提交次数上限',
    });
    expect((await send(once, { title: '一次' }, {}, builder)).msg).toBe('ok');
    expect((await records('一次')).map(({ createdBy }) => createdBy).sort()).toEqual(
      [user.userid, builder.userid].sort(),
    );
  });
  it('of one address are counted, regardless of the address in the request', async () => {
    const form = await published(bodyOf({ mode: 'password' }), 'open sesame');
    const guess = (n: number) =>
      server.inject({
        method: 'POST',
        url: '/bizmeta/v1/smartform/unlock',
        headers: { 'x-forwarded-for': `10.0.0.${n}`, 'x-real-ip': `10.0.0.${n}` },
        payload: { token: form.token, password: `guess ${n}` },
      });
    const codes: number[] = [];
    for (let i = 0; i < 7; i++) codes.push((await guess(i)).statusCode);
    expect(codes).toEqual([400, 400, 400, 400, 400, 429, 429]);
    expect(
      (
        await server.call('bizmeta.smartform.unlock', {
          token: form.token,
          password: 'open sesame',
        })
      ).code,
    ).toBe(429);
  });
});

describe('a form with a password', () => {
  it('shows nothing but its name without it; another password invalidates the passes of the first', async () => {
    const form = await published(bodyOf({ mode: 'password' }), 'first one');
    expectClosed((await open(form)).data, 'password');
    expect((await send(form, { title: 'x' })).msg).toBe('请输入表单的密码');
    const { pass } = (
      await server.call('bizmeta.smartform.unlock', { token: form.token, password: 'first one' })
    ).data;
    expect((await open(form, { pass })).data.state).toBe('open');
    expect(
      (await open(form, { pass: `${Date.now() + 1e9}.${pass.split('.')[1]}` })).data.state,
    ).toBe('password');
    expect((await send(form, { title: '有密码' }, { pass })).msg).toBe('ok');
    await server.call(
      'bizmeta.smartform.update',
      { id: form.id, version: form.version, password: 'second one' },
      builder,
    );
    expect((await open(form, { pass })).data.state).toBe('password');
  });
  it('is not published before it has one', async () => {
    const { id, version } = (await draft(bodyOf({ mode: 'password' }))).data;
    expect(await server.call('bizmeta.smartform.publish', { id, version }, builder)).toMatchObject({
      code: 400,
      msg: '表单设置有误：请先设置密码',
    });
  });
});

describe('the captcha of a form', () => {
  const ask = async (of: { token: string }) =>
    solveCaptcha((await server.call('bizmeta.smartform.captcha', { token: of.token })).data);
  const title = '验证';
  it("is answered once: a wrong answer, a used one and another form's are refused, a repeat of the same request is not", async () => {
    const form = await published(bodyOf({ mode: 'link', captcha: true }));
    const reasonOf = async (captcha?: CaptchaAnswer) =>
      (await send(form, { title }, captcha && { captcha })).error.reason;
    expect(await reasonOf()).toBe('CAPTCHA_REQUIRED');
    const wrong = await ask(form);
    expect(await reasonOf(wrongly(wrong))).toBe('CAPTCHA_WRONG');
    expect(await reasonOf(wrong)).toBe('CAPTCHA_WRONG');
    const captcha = await ask(form);
    expect((await send(form, { title, amount: -5 }, { captcha })).error.reason).toBe('VALUE_RANGE');
    const requestId = randomUUID();
    for (const time of ['first', 'again'])
      expect((await send(form, { title }, { captcha, requestId })).msg, time).toBe('ok');
    expect(await reasonOf(captcha)).toBe('CAPTCHA_WRONG');
    expect(
      await reasonOf(await ask(await published(bodyOf({ mode: 'link', captcha: true })))),
    ).toBe('CAPTCHA_WRONG');
    expect(await records(title)).toHaveLength(1);
  });
});

describe('what a link does not open', () => {
  it('a made-up, renewed or revoked link, and a form that was never published, get the same error', async () => {
    const form = await published(bodyOf(link));
    const renewed = (await server.call('bizmeta.smartform.link', { id: form.id }, builder)).data;
    const revoked = (
      await server.call(
        'bizmeta.smartform.link',
        { id: (await published(bodyOf(link))).id, revoke: true },
        builder,
      )
    ).data;
    expect(revoked.token).toBeNull();
    for (const token of [form.token, 'made-up', `${renewed.token!}x`])
      expect(await open({ token })).toMatchObject({ code: 404, error: { reason: 'FORM_UNKNOWN' } });
    expect((await open(renewed)).data.state).toBe('open');
  });
  it('fields it does not have, hides or only shows cannot be written, and are not revealed', async () => {
    const items = [
      field('title'),
      field('source', { hidden: true, default: '官网' }),
      field('amount', { readonly: true, default: 5 }),
    ];
    const form = await published(bodyOf(link, items));
    const text = JSON.stringify((await open(form)).data);
    for (const secret of ['secret', '内部评分', 'source', '官网', 'visit'])
      expect(text).not.toContain(secret);
    expect(places(await send(form, { title: 'x', secret: 9 }))).toEqual([
      '/values/secret UNKNOWN_FIELD',
    ]);
    expect(places(await send(form, { title: 'x', source: '我写的' }))).toEqual([
      '/values/source UNKNOWN_FIELD',
    ]);
    expect((await send(form, { title: '只能看', amount: 900 })).msg).toBe('ok');
    expect(await records('只能看')).toMatchObject([{ amount: 5 }]);
    for (const system of ['id', 'createdBy', 'version', '__proto__', 'a/b'])
      expect(
        (await send(form, JSON.parse(`{"title":"x","${system}":"1"}`) as RecordValues)).code,
      ).toBe(400);
    expect((await send(form, { title: '默认值' })).msg).toBe('ok');
    expect(await records('默认值')).toMatchObject([{ source: '官网', amount: 5, secret: null }]);
  });
  it('a field it only shows takes what a rule fills in, whatever is sent for it', async () => {
    const form = await published(
      bodyOf(link, [field('title'), field('kind'), field('amount', { readonly: true })], {
        rules: [{ when: "kind = 'b'", then: [{ do: 'set', targets: ['amount'], value: 9 }] }],
      }),
    );
    expect((await send(form, { title: '套餐甲', kind: 'b', amount: 9 })).msg).toBe('ok');
    expect((await send(form, { title: '套餐乙', kind: 'b', amount: 1 })).msg).toBe('ok');
    expect((await send(form, { title: '套餐丙', kind: 'a', amount: 1 })).msg).toBe('ok');
    const amounts = await Promise.all(['套餐甲', '套餐乙', '套餐丙'].map(records));
    expect(amounts.flat().map(({ amount }) => amount)).toEqual([9, 9, null]);
  });
  it('the company behind it is not accessible: its token is no session, and no other call accepts it', async () => {
    const form = await published(bodyOf(link));
    const forged = {
      token: form.token,
      userid: '0',
      tenant: builder.tenant,
      regionid: builder.regionid,
    };
    for (const call of calls) {
      if (call.access === 'anonymous' || callOf(call.id).bodyKind === 'multipart') continue;
      const path = call.path.replace(/\{(\w+)\}/g, 'visit');
      const answer = await server.inject({
        method: call.method,
        url: path,
        headers: forged,
        ...(call.method === 'POST' && { payload: {} }),
      });
      expect([call.id, answer.statusCode]).toEqual([call.id, 401]);
    }
  });
  it('another company finds neither the form nor its people with a session of its own', async () => {
    const form = await published(bodyOf({ mode: 'member' }));
    const { auth } = await server.newTenant('form-thief');
    expect((await server.call('bizmeta.smartform.detail', { id: form.id }, auth)).code).toBe(404);
    expect((await server.call('bizmeta.smartform.link', { id: form.id }, auth)).code).toBe(404);
    for (const as of [
      undefined,
      auth,
      { ...auth, tenant: builder.tenant },
      { ...user, userid: builder.userid },
    ]) {
      expectClosed((await open(form, {}, as)).data, 'login');
      expect((await send(form, { title: '别家' }, {}, as)).code).toBe(401);
    }
    const shared = await published(bodyOf(link));
    await send(shared, { title: '别家' }, {}, auth);
    expect(await records('别家')).toMatchObject([{ createdBy: '0' }]);
  });
  it('an anonymous form stores no author, signed in or not', async () => {
    const form = await published(bodyOf({ mode: 'anonymous' }));
    await send(form, { title: '匿名' }, {}, user);
    expect(await records('匿名')).toMatchObject([{ createdBy: '0', updatedBy: '0' }]);
  });
  it('a request sent twice is accepted once, and its id serves no other content', async () => {
    const form = await published(bodyOf(link));
    const requestId = randomUUID();
    await Promise.all([1, 2, 3].map(() => send(form, { title: '重复' }, { requestId })));
    expect(await records('重复')).toHaveLength(1);
    expect((await send(form, { title: '别的' }, { requestId })).error.reason).toBe(
      'REQUEST_ID_REUSED',
    );
  });
});

describe('a lookup of a form', () => {
  const items = [
    field('title'),
    field('shop', { search: true, filter: { field: 'open', op: 'eq', value: true } }),
  ];
  it('finds names of what the form allows and nothing more, and accepts no other id', async () => {
    const form = await published(bodyOf(link, items));
    const find = (name: string, search: string) =>
      server.call('bizmeta.smartform.lookup', { token: form.token, field: name, search });
    expect((await find('shop', '东门')).data).toEqual([{ id: customer[0], label: '东门一店' }]);
    for (const word of ['', '东', '%%', '__']) expect((await find('shop', word)).data).toEqual([]);
    expect([(await find('title', '东门')).code, (await find('owner', '东门')).code]).toEqual([
      403, 403,
    ]);
    expect(places(await send(form, { title: '查找', shop: customer[1]! }))).toEqual([
      '/values/shop REFERENCE_MISSING',
    ]);
    expect((await send(form, { title: '查找', shop: customer[0]! })).msg).toBe('ok');
    expect(JSON.stringify((await open(form)).data)).not.toContain('filter');
    // Titles that a group hides from its members are offered to no one.
    const shop = { objectApiName: 'shop', defaultAccess: 'none' } as const;
    await server.call('bizmeta.authgroup.config', shop, builder);
    const { titleField } = (
      await server.call('bizmeta.describe.detail', { apiName: 'shop' }, builder)
    ).data;
    const grants = {
      objects: { shop: { ops: ['view'], fields: { [titleField]: 'masked' } } },
    } as const;
    const group = { scopeType: 'project', name: '看门店', grants } as never;
    const made = await server.call('bizmeta.authgroup.create', group, builder);
    expect(made.msg).toBe('ok');
    expect((await find('shop', '东门')).data).toEqual([]);
    expect(places(await send(form, { title: '查找', shop: customer[0]! }))).toEqual([
      '/values/shop REFERENCE_MISSING',
    ]);
    await server.call('bizmeta.authgroup.remove', { id: made.data.id }, builder);
    await server.call('bizmeta.authgroup.config', { ...shop, defaultAccess: 'all' }, builder);
  });
});

describe('a file of a form', () => {
  const upload: SmartFormsDriver['upload'] = (...args) => driver.upload(...args);
  it('is a picture where one is asked for, not too large, and used once, in its form and field', async () => {
    const form = await published(bodyOf(link, [field('title'), field('photo')]));
    const other = await published(bodyOf(link, [field('title'), field('photo')]));
    const { data: ref } = await upload(form.token, 'photo', PNG);
    expect((await send(other, { title: '照片', photo: [ref] })).error.reason).toBe('FILE_UNKNOWN');
    expect((await send(form, { title: '照片', photo: [ref] })).msg).toBe('ok');
    expect((await send(form, { title: '照片', photo: [ref] })).error.reason).toBe('FILE_UNKNOWN');
    expect(await records('照片')).toMatchObject([
      { photo: [{ fileId: ref.fileId, mime: 'image/png' }] },
    ]);
    expect(
      (
        await upload(
          form.token,
          'photo',
          Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
        )
      ).data.reason,
    ).toBe('FILE_KIND');
    expect(
      (await upload(form.token, 'photo', Buffer.concat([PNG, Buffer.alloc(MAX_FORM_FILE_BYTES)])))
        .data.reason,
    ).toBe('FILE_TOO_LARGE');
    expect((await upload(form.token, 'title', PNG)).code).toBe(403);
    expect((await upload('made-up', 'photo', PNG)).code).toBe(404);
  });
  it('comes from a network, whichever of its addresses it is sent from', async () => {
    const form = await published(bodyOf(link, [field('title'), field('photo')]));
    const sent = [];
    for (let n = 1; n <= FORM_LIMITS.upload.times + 1; n += 1)
      sent.push((await upload(form.token, 'photo', PNG, `2001:db8::${n.toString(16)}`)).code);
    expect(sent.filter((code) => code !== 200)).toEqual([429]);
    expect((await upload(form.token, 'photo', PNG, '2001:db8:0:1::1')).code).toBe(200);
  });
  it('is refused while visitors have sent too many that were never submitted, of this form or of all', async () => {
    const form = await published(bodyOf(link, [field('title'), field('photo')]));
    const other = await published(bodyOf(link, [field('title'), field('photo')]));
    const resize = (fileId: string, bytes: number) =>
      server.db.withTenant(server.demo, (tx) =>
        tx.run('UPDATE storage.file SET size = $2 WHERE id = $1', [fileId, bytes]),
      );
    const { data: large } = await upload(form.token, 'photo', PNG);
    await resize(large.fileId, 1024 ** 3);
    expect((await upload(form.token, 'photo', PNG)).data.reason).toBe('FORM_FILES_FULL');
    expect((await upload(other.token, 'photo', PNG)).code).toBe(200);
    // What is submitted counts no longer.
    expect((await send(form, { title: '大图', photo: [large] })).msg).toBe('ok');
    expect((await upload(form.token, 'photo', PNG)).code).toBe(200);

    const many = [];
    for (let n = 0; n < 6; n += 1) {
      const each = await published(bodyOf(link, [field('title'), field('photo')]));
      many.push((await upload(each.token, 'photo', PNG)).data.fileId);
    }
    for (const id of many) await resize(id, 966_367_641);
    expect((await upload(other.token, 'photo', PNG)).data.reason).toBe('FORM_FILES_FULL');
    for (const id of many) await resize(id, PNG.length);
    expect((await upload(other.token, 'photo', PNG)).code).toBe(200);
  });
  it("of the company's own cannot be used in a submission by its id", async () => {
    const { type, payload } = multipart(PNG);
    const own = await server.inject({
      method: 'POST',
      url: '/storage/attachment/upload',
      headers: { ...builder, 'content-type': type },
      payload,
    });
    const form = await published(bodyOf(link, [field('title'), field('photo')]));
    expect(
      (await send(form, { title: '偷图', photo: [(own.json() as { data: object }).data] })).error
        .reason,
    ).toBe('FILE_UNKNOWN');
  });
});

describe('a submission', () => {
  it('is looked for by a key a number of times only', async () => {
    const form = await published(bodyOf({ mode: 'link', allowEdit: 'always' }));
    const tries = await Promise.all(
      Array.from({ length: FORM_LIMITS.lookup.times + 1 }, (_, at) =>
        open(form, { editKey: `guess-${at}` }),
      ),
    );
    expect(tries.filter(({ code }) => code === 200)).toHaveLength(FORM_LIMITS.lookup.times);
    expect(await open(form, { editKey: 'guess' })).toMatchObject({
      error: { reason: 'TOO_FREQUENT' },
    });
    expect((await open(form)).code).toBe(200);
  });
  it('is seen and changed with its own key only, until it is locked', async () => {
    const form = await published(bodyOf({ mode: 'link', maxSubmits: 1, allowEdit: 'untilLocked' }));
    const { editKey } = (await send(form, { title: '可改', amount: 1 })).data;
    const mine = async (key: string) =>
      (await server.call('bizmeta.smartform.mine', { token: form.token, editKey: key })).data;
    expect(await mine(editKey!)).toMatchObject([
      { values: { title: '可改', kind: null, why: null, amount: 1 }, canEdit: true },
    ]);
    expect(await mine('made-up')).toEqual([]);
    // Its form is full: with the key it opens to be changed, without it or with another it does not.
    const own = (await open(form, { editKey })).data;
    expect(JSON.stringify(own.page.document)).toContain('"可改"');
    expectClosed((await open(form)).data, 'full');
    expectClosed((await open(form, { editKey: 'made-up' })).data, 'full');
    expect((await send(form, { title: '可改', amount: 2 }, { editKey: editKey! })).msg).toBe('ok');
    expect(
      (await send(form, { title: '可改', amount: 3 }, { editKey: 'made-up' })).error.reason,
    ).toBe('FORM_EDIT_CLOSED');
    const [record] = await records('可改');
    expect(record).toMatchObject({ amount: 2, version: 2 });
    await server.call(
      'bizmeta.record.bulkEdit',
      { object: 'visit', records: [{ id: record!['id'], version: 2, amount: 7 }] },
      builder,
    );
    expect(
      (await send(form, { title: '可改', amount: 3 }, { editKey: editKey! })).error.reason,
    ).toBe('FORM_EDIT_CLOSED');
    expect(await records('可改')).toMatchObject([{ amount: 7 }]);
  });
});
