import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormBody, FormPublish } from '../../../contract/index.ts';
import { places } from '../testing/index.ts';
import {
  bodyOf,
  field,
  smartFormsDriver,
  PNG,
  type SmartFormsDriver,
  type PublishedForm,
} from '../testing/smartforms.ts';
import { sweepFormFiles } from './sweep.ts';

let driver: SmartFormsDriver;
beforeAll(async () => {
  driver = await smartFormsDriver();
});
afterAll(() => driver?.server.close());

const forMembers: FormPublish = { mode: 'member' };
const byId = (form: PublishedForm) => ({ ...form, token: form.id });
const submissions = async (as = driver.user, more: object = {}) =>
  (await driver.server.call('bizmeta.smartform.submissions', more, as)).data;
const submissionOf = (id: string, as = driver.user) =>
  driver.server.call('bizmeta.smartform.submission', { id }, as);
const firstOf = async (form: PublishedForm, as = driver.user) =>
  (await submissions(as, { formId: form.id })).records[0]!;

describe('a member using a form', () => {
  it('opens and submits a form for members by its id, without any link', async () => {
    const form = await driver.published(bodyOf(forMembers));
    await driver.server.call(
      'bizmeta.smartform.link',
      { id: form.id, revoke: true },
      driver.builder,
    );
    expect((await driver.open(byId(form), {}, driver.user)).data).toMatchObject({
      state: 'open',
      formVersion: 1,
    });
    expect((await driver.send(byId(form), { title: '按编号' }, {}, driver.user)).msg).toBe('ok');
    expect(await driver.records('按编号')).toMatchObject([{ createdBy: driver.user.userid }]);
  });
  it('sees published forms for members, each with its state', async () => {
    const once = await driver.published(bodyOf({ mode: 'member', perUserLimit: 1 }));
    const later = await driver.published(
      bodyOf({ mode: 'member', startAt: new Date(Date.now() + 86_400_000).toISOString() }),
    );
    const open = await driver.published(bodyOf({ mode: 'link' }));
    await driver.send(once, { title: '一次' }, {}, driver.user);
    const offers = (
      await driver.server.call('bizmeta.smartform.offers', { object: 'visit' }, driver.user)
    ).data;
    const offer = (id: string) => offers.find((each) => each.id === id);
    expect([offer(once.id), offer(later.id), offer(open.id)]).toMatchObject([
      { state: 'done', mine: 1, objectLabel: '预约' },
      { state: 'notBegun', mine: 0 },
      undefined,
    ]);
    expect(JSON.stringify(offers)).not.toContain(once.token);
    expect(
      (await driver.server.call('bizmeta.smartform.offers', { object: 'shop' }, driver.user)).data,
    ).toEqual([]);
  });
  it('finds their submissions, sees what the form shows of them, and changes them while allowed', async () => {
    const items = [
      field('title'),
      field('amount'),
      field('source', { hidden: true, default: '门户' }),
      field('shop'),
    ];
    const form = await driver.published(
      bodyOf({ mode: 'member', allowEdit: 'untilLocked' }, items),
    );
    await driver.send(
      form,
      { title: '我的', amount: 1, shop: driver.shopIds[0]! },
      {},
      driver.user,
    );
    const head = await firstOf(form);
    expect(head).toMatchObject({
      formName: '预约登记',
      objectLabel: '预约',
      title: '我的',
      state: 'submitted',
      canEdit: true,
      changedAt: null,
    });
    const { data } = await submissionOf(head.id);
    expect(data).toMatchObject({
      values: { title: '我的', amount: 1, shop: driver.shopIds[0] },
      labels: { shop: { [driver.shopIds[0]!]: '东门一店' } },
    });
    expect(JSON.stringify(data)).not.toMatch(/门户|source|secret/);
    expect(
      (
        await driver.send(
          byId(form),
          { title: '我的', amount: 2, shop: driver.shopIds[0]! },
          { editKey: head.id },
          driver.user,
        )
      ).msg,
    ).toBe('ok');
    expect(await firstOf(form)).toMatchObject({ state: 'changed', canEdit: true });
    const [record] = await driver.records('我的');
    expect(record).toMatchObject({ amount: 2, source: '门户' });
    await driver.server.call(
      'bizmeta.record.bulkEdit',
      { object: 'visit', records: [{ id: record!['id'], version: 2, amount: 9 }] },
      driver.builder,
    );
    expect(await firstOf(form)).toMatchObject({ state: 'handled', canEdit: false });
    await driver.server.call(
      'bizmeta.record.bulkDelete',
      { object: 'visit', ids: [String(record!['id'])] },
      driver.builder,
    );
    expect(await firstOf(form)).toMatchObject({ state: 'removed', canEdit: false, title: '' });
    expect((await submissionOf(head.id)).data.values).toEqual({});
  });
  it('still sees a submission when its form was stopped or deleted, and cannot change it any more', async () => {
    const form = await driver.published(bodyOf({ mode: 'member', allowEdit: 'always' }));
    await driver.send(form, { title: '留下' }, {}, driver.user);
    await driver.server.call('bizmeta.smartform.stop', { id: form.id }, driver.builder);
    const head = await firstOf(form);
    expect(head).toMatchObject({ title: '留下', canEdit: false });
    expect(
      (await driver.send(byId(form), { title: '改' }, { editKey: head.id }, driver.user)).code,
    ).toBe(400);
    await driver.server.call('bizmeta.smartform.delete', { id: form.id }, driver.builder);
    expect((await submissionOf(head.id)).data).toMatchObject({
      values: { title: '留下' },
      canEdit: false,
    });
  });
});

describe('a member who may not see the shops', () => {
  const close = (defaultAccess: 'all' | 'none') =>
    driver.server.call(
      'bizmeta.authgroup.config',
      { objectApiName: 'shop', defaultAccess },
      driver.builder,
    );
  beforeAll(async () => {
    expect((await close('none')).msg).toBe('ok');
  });
  afterAll(async () => {
    await close('all');
  });
  const sends = async (form: PublishedForm, shop?: string, title = '关') => {
    const values = { title, ...(shop !== undefined && { shop }) };
    return await driver.send(form, values, {}, driver.user);
  };

  it('does not choose one whose id they know', async () => {
    const form = await driver.published(bodyOf(forMembers, [field('title'), field('shop')]));
    const refused = await sends(form, driver.shopIds[0]);
    expect(refused.data).toMatchObject({
      reason: 'REFERENCE_MISSING',
      errors: [{ path: '/values/shop' }],
    });
    expect((await sends(form)).msg).toBe('ok');
  });
  it('chooses what the form offers, and takes what its builder gives', async () => {
    const [first, second] = driver.shopIds;
    const searched = field('shop', { search: true });
    const offers = await driver.published(bodyOf(forMembers, [field('title'), searched]));
    expect((await sends(offers, first, '所给')).msg).toBe('ok');
    const given = field('shop', { default: second });
    const gives = await driver.published(bodyOf(forMembers, [field('title'), given]));
    expect((await sends(gives, second, '默认')).msg).toBe('ok');
    expect(await driver.records('默认')).toMatchObject([{ shop: second }]);
  });
});

describe('a member does not find', () => {
  it("another member's submission, another company's, and an anonymous one", async () => {
    const form = await driver.published(bodyOf({ mode: 'member', allowEdit: 'always' }));
    await driver.send(form, { title: '别人的' }, {}, driver.builder);
    const { id } = await firstOf(form, driver.builder);
    const { auth: stranger } = await driver.server.newTenant('submission-thief');
    for (const as of [
      driver.user,
      stranger,
      { ...stranger, tenant: driver.user.tenant },
      { ...driver.user, userid: driver.builder.userid },
    ]) {
      const answer = await submissionOf(id, as);
      expect([404, 401, 403]).toContain(answer.code);
      expect((await submissions(as)).records?.map((each) => each.id) ?? []).not.toContain(id);
      expect((await driver.send(byId(form), { title: '改了' }, { editKey: id }, as)).code).not.toBe(
        200,
      );
    }
    const nameless = await driver.published(bodyOf({ mode: 'anonymous' }));
    await driver.send(nameless, { title: '无名' }, {}, driver.user);
    expect((await submissions()).records.map(({ formId }) => formId)).not.toContain(nameless.id);
    expect(await driver.records('改了')).toEqual([]);
  });
  it('a form behind a link or password by its id, unless they have submitted it; visitors without a session find none', async () => {
    const shared = await driver.published(bodyOf({ mode: 'link' }));
    const inside = await driver.published(bodyOf(forMembers));
    expect((await driver.open(byId(shared), {}, driver.user)).code).toBe(404);
    expect((await driver.open(byId(inside))).code).toBe(404);
    expect(
      (await driver.open(byId(inside), {}, (await driver.server.newTenant('form-finder')).auth))
        .code,
    ).toBe(404);
    await driver.send(shared, { title: '来过' }, {}, driver.user);
    expect((await driver.open(byId(shared), {}, driver.user)).data.state).toBe('open');
    expect((await driver.server.call('bizmeta.smartform.submissions', {})).code).toBe(401);
  });
  it('a draft, even with its id', async () => {
    const { data } = await driver.draft(bodyOf(forMembers));
    expect((await driver.open({ token: data.id }, {}, driver.user)).code).toBe(404);
  });
});

describe('a view that is filled in', () => {
  const view = (formId: unknown, as = driver.user) =>
    driver.server.call(
      'bizmeta.customView.create',
      {
        object: 'visit',
        view: { name: '填写', kind: 'formView', kindConfig: { formId, formFields: ['title'] } },
      },
      as,
    );
  it('uses a published form for members of its own object, and no other', async () => {
    const form = await driver.published(bodyOf(forMembers));
    expect((await view(form.id)).data).toMatchObject({
      kindConfig: { formId: form.id, formFields: ['title'] },
    });
    const shared = await driver.published(bodyOf({ mode: 'link' }));
    const draft = (await driver.draft(bodyOf(forMembers))).data;
    const other = (
      await driver.server.call(
        'bizmeta.smartform.create',
        { object: 'shop', name: '门店', body: bodyOf(forMembers, [field('name')]) },
        driver.builder,
      )
    ).data;
    await driver.server.call(
      'bizmeta.smartform.publish',
      { id: other.id, version: other.version },
      driver.builder,
    );
    const { auth } = await driver.server.newTenant('view-thief');
    await driver.server.call(
      'bizmeta.describe.create',
      {
        describe: {
          apiName: 'visit',
          label: '预约',
          fields: [{ apiName: 'title', label: '称呼', type: 'text' }],
        },
      },
      auth,
    );
    for (const answer of [
      await view(shared.id),
      await view(draft.id),
      await view(other.id),
      await view('made-up'),
      await view(form.id, auth),
    ])
      expect(places(answer)).toEqual(['/view/kindConfig/formId VIEW_SETTING']);
  });
});

describe('a field locked by a rule', () => {
  const rules: FormBody['rules'] = [
    { when: `kind = 'b'`, then: [{ do: 'readonly', targets: ['amount'] }] },
    {
      when: `kind = 'c'`,
      then: [
        { do: 'set', targets: ['amount'], value: 7 },
        { do: 'readonly', targets: ['amount'] },
      ],
    },
  ];
  it('ignores what is submitted: it has its default, or what a rule sets', async () => {
    const form = await driver.published(
      bodyOf({ mode: 'link' }, [field('title'), field('kind'), field('amount', { default: 5 })], {
        rules,
      }),
    );
    for (const kind of ['a', 'b', 'c'])
      expect((await driver.send(form, { title: '锁', kind, amount: 900 })).msg).toBe('ok');
    expect(
      Object.fromEntries(
        (await driver.records('锁')).map((record) => [record['kind'], record['amount']]),
      ),
    ).toEqual({ a: 900, b: 5, c: 7 });
  });
  it("retains the record's value when a submission is changed", async () => {
    const form = await driver.published(
      bodyOf(
        { mode: 'link', allowEdit: 'always' },
        [field('title'), field('kind'), field('amount')],
        { rules },
      ),
    );
    const { editKey } = (await driver.send(form, { title: '锁改', kind: 'a', amount: 3 })).data;
    expect(
      (await driver.send(form, { title: '锁改', kind: 'b', amount: 900 }, { editKey: editKey! }))
        .msg,
    ).toBe('ok');
    expect(await driver.records('锁改')).toMatchObject([{ kind: 'b', amount: 3 }]);
  });
  it('opened before others changed the record, takes nothing of theirs back', async () => {
    const form = await driver.published(bodyOf({ mode: 'link', allowEdit: 'always' }));
    const { editKey } = (await driver.send(form, { title: '同改', kind: 'a', amount: 3 })).data;
    const more = { editKey: editKey!, recordVersion: 1 };
    const opened = await driver.open(form, { editKey });
    expect(JSON.stringify(opened.data.page)).toContain('"recordVersion":1');
    const [record] = await driver.records('同改');
    await driver.server.call(
      'bizmeta.record.bulkEdit',
      { object: 'visit', records: [{ id: record!['id'], version: 1, amount: 8 }] },
      driver.builder,
    );
    const sent = { title: '同改', kind: 'b', amount: 3 };
    expect((await driver.send(form, sent, more)).msg).toBe('ok');
    expect(await driver.records('同改')).toMatchObject([{ kind: 'b', amount: 8 }]);
    const clash = await driver.send(form, { ...sent, amount: 5 }, more);
    expect(clash).toMatchObject({ code: 409, error: { reason: 'FORM_CHANGED' } });
    expect(JSON.stringify(clash)).not.toContain('updatedBy');
    expect(await driver.records('同改')).toMatchObject([{ kind: 'b', amount: 8 }]);
  });
  it('or by the form itself, keeps its stored value when the rest is changed', async () => {
    const form = await driver.published(
      bodyOf({ mode: 'link', allowEdit: 'always' }, [
        field('title'),
        field('amount', { readonly: true, default: 5 }),
      ]),
    );
    const { editKey } = (await driver.send(form, { title: '只读改' })).data;
    const [record] = await driver.records('只读改');
    await driver.server.call(
      'bizmeta.record.bulkEdit',
      { object: 'visit', records: [{ id: record!['id'], version: 1, amount: 8 }] },
      driver.builder,
    );
    // The page was opened before: it still has the value of then.
    for (const amount of [5, 8, 900]) {
      expect(
        (await driver.send(form, { title: '只读改', amount }, { editKey: editKey! })).msg,
      ).toBe('ok');
      expect(await driver.records('只读改')).toMatchObject([{ amount: 8 }]);
    }
  });
});

describe('a validation of the whole form', () => {
  it('names the fields it is about, without hidden ones', async () => {
    const form = await driver.published(
      bodyOf({ mode: 'link' }, undefined, {
        rules: [{ when: `kind = 'a'`, then: [{ do: 'hide', targets: ['why'] }] }],
        validations: [
          { expr: `amount < 10 or coalesce(why, '') = '特批'`, message: '10 以上须特批' },
        ],
      }),
    );
    const about = async (kind: string) =>
      (await driver.send(form, { title: '校验', kind, amount: 20, why: '无' })).error.errors?.map(
        (each) => [each.path, each.msg, each.about],
      );
    expect(await about('b')).toEqual([
      ['/values', '10 以上须特批', ['/values/why', '/values/amount']],
    ]);
    expect(await about('a')).toEqual([['/values', '10 以上须特批', ['/values/amount']]]);
    expect(await driver.records('校验')).toEqual([]);
  });
});

describe('a file that was never submitted', () => {
  const sweep = (keepHours: number) =>
    sweepFormFiles({
      db: driver.server.db,
      dataDir: driver.server.dataDir,
      log: driver.server.app.log,
      keepHours,
    });
  const onDisk = (fileId: string) =>
    readdirSync(driver.server.dataDir, { recursive: true, encoding: 'utf8' }).some((path) =>
      path.endsWith(fileId),
    );
  const read = async (fileId: string, edge = '') =>
    (
      await driver.server.inject({
        method: 'GET',
        url: `/storage/attachment/att?fileId=${fileId}${edge}`,
        headers: driver.builder,
      })
    ).statusCode;
  const photos = () => driver.published(bodyOf({ mode: 'link' }, [field('title'), field('photo')]));
  it('is deleted after its time, with its bytes; a submitted one stays', async () => {
    const form = await photos();
    const [lost, used] = [
      (await driver.upload(form.token, 'photo', PNG)).data,
      (await driver.upload(form.token, 'photo', PNG)).data,
    ];
    expect((await driver.send(form, { title: '有图', photo: [used] })).msg).toBe('ok');
    expect([await read(used.fileId, '&edge=96'), await read(lost.fileId)]).toEqual([200, 404]);
    expect(await sweep(1)).toBe(0);
    expect(await sweep(0)).toBe(1);
    expect(await read(used.fileId)).toBe(200);
    await expect
      .poll(() =>
        readdirSync(driver.server.dataDir, { recursive: true, encoding: 'utf8' }).filter((path) =>
          path.includes(lost.fileId),
        ),
      )
      .toEqual([]);
    expect(places(await driver.send(form, { title: '晚了', photo: [lost] }))).toEqual([
      '/values/photo FILE_UNKNOWN',
    ]);
  });
  it('is deleted with old counters', async () => {
    const form = await driver.published(bodyOf({ mode: 'link', captcha: true }));
    await driver.server.call('bizmeta.smartform.captcha', { token: form.token });
    const rows = (act: string) =>
      driver.server.db.withTenant({ tenant: driver.server.demo.tenant }, async (tx) => {
        await tx.run(act, []);
        return (
          await tx.query<{ n: number }>('SELECT count(*)::int AS n FROM bizmeta.form_tally')
        )[0]!.n;
      });
    expect(
      await rows(`UPDATE bizmeta.form_tally SET since = since - interval '2 days'`),
    ).toBeGreaterThan(0);
    await sweep(1);
    expect(await rows('SELECT 1')).toBe(0);
  });
  it('is swept or submitted, never both, in any order', async () => {
    const form = await photos();
    for (let round = 0; round < 12; round++) {
      const { data } = await driver.upload(form.token, 'photo', PNG);
      const [answer] = await Promise.all([
        driver.send(form, { title: `竞争 ${round}`, photo: [data] }, { requestId: randomUUID() }),
        sweep(0),
      ]);
      expect([answer.msg === 'ok', answer.error?.reason === 'FILE_UNKNOWN']).toContain(true);
      await expect.poll(() => onDisk(data.fileId)).toBe(answer.msg === 'ok');
      expect(await driver.records(`竞争 ${round}`)).toHaveLength(answer.msg === 'ok' ? 1 : 0);
    }
  });
});

it('a record that was filled in without a name says by which form, to those who may read it', async () => {
  const form = await driver.published(bodyOf({ mode: 'anonymous' }));
  await driver.send(form, { title: '没有署名' });
  const [record] = await driver.records('没有署名');
  const asked = { object: 'visit', recordId: String(record!['id']) };
  const { data } = await driver.server.call('bizmeta.record.submission', asked, driver.user);
  expect(data).toMatchObject({ form: { id: form.id } });
  expect(Date.parse(data!.at)).toBeGreaterThan(Date.now() - 60_000);
  expect(record!['createdBy']).toBe('0');
  const missing = { ...asked, recordId: '01a00000-0000-7000-8000-000000000000' };
  expect((await driver.server.call('bizmeta.record.submission', missing, driver.user)).code).toBe(
    404,
  );
});
