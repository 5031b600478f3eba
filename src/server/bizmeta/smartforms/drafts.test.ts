import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataOf, FormDraft } from '../../../contract/index.ts';
import { places } from '../testing/index.ts';
import { bodyOf, field, smartFormsDriver, type SmartFormsDriver } from '../testing/smartforms.ts';

let driver: SmartFormsDriver;
beforeAll(async () => {
  driver = await smartFormsDriver();
});
afterAll(() => driver?.server.close());

const preview = async (
  body: FormDraft,
  id?: string,
): Promise<DataOf<'bizmeta.smartform.preview'>> => {
  const answer = await driver.server.call(
    'bizmeta.smartform.preview',
    { object: 'visit', name: '预约', body, ...(id !== undefined && { id }) },
    driver.builder,
  );
  expect(answer.msg).toBe('ok');
  return answer.data;
};
const unfinished: FormDraft = {
  layout: {
    pages: [
      {
        sections: [
          {
            items: [
              field('title', { hidden: true }),
              field('gone'),
              { kind: 'text' },
              { kind: 'divider' },
            ],
          },
          {},
        ],
      },
    ],
  },
  rules: [
    {},
    {
      when: "kind = 'a'",
      then: [
        { do: 'show' },
        { do: 'set', targets: ['title'] },
        { do: 'limitOptions', targets: ['title'] },
      ],
    },
  ],
  validations: [{}],
  publish: { mode: 'password' },
};

describe('a draft', () => {
  it('may be saved before it is finished; missing parts count as empty', async () => {
    const made = await driver.draft({ ...unfinished, terminal: 'pc' } as never);
    expect(made.data).toMatchObject({
      terminal: 'pc',
      rules: [{ when: '', then: [] }, { then: [{ do: 'show', targets: [] }, {}, {}] }],
      validations: [{ expr: '', message: '' }],
      layout: {
        pages: [{ sections: [{ items: [{}, {}, { kind: 'text', text: '' }, {}] }, { items: [] }] }],
      },
    });
    const next = await driver.server.call(
      'bizmeta.smartform.update',
      { id: made.data.id, version: made.data.version, body: { rules: [] } },
      driver.builder,
    );
    expect(next.data).toMatchObject({
      terminal: 'pc',
      rules: [],
      validations: [{ expr: '', message: '' }],
    });
  });
  it('is not published without a required field: no visitor could submit it', async () => {
    const body = bodyOf({ mode: 'link' }, [field('kind')]);
    const { data } = await driver.draft(body);
    const refused = await driver.server.call(
      'bizmeta.smartform.publish',
      { id: data.id, version: data.version },
      driver.builder,
    );
    expect(refused.error.errors?.map(({ path, msg }) => [path, msg])).toEqual([
      ['/body/layout', expect.stringContaining('必填字段“称呼”不在表单中，没有人能提交')],
    ]);
  });
  it('is not published before it is complete: every missing place is named', async () => {
    const { data } = await driver.draft(unfinished as never);
    const refused = await driver.server.call(
      'bizmeta.smartform.publish',
      { id: data.id, version: data.version },
      driver.builder,
    );
    expect(refused.code).toBe(400);
    expect(places(refused)).toEqual([
      '/body/layout/pages/0/sections/0/items/0/default FORM_SETTING',
      '/body/layout/pages/0/sections/0/items/1/field FORM_SETTING',
      '/body/rules/0/when FORM_SETTING',
      '/body/rules/0/then FORM_SETTING',
      '/body/rules/1/when EXPRESSION_INVALID',
      '/body/rules/1/then/0 FORM_SETTING',
      '/body/rules/1/then/1 FORM_SETTING',
      '/body/rules/1/then/2 FORM_SETTING',
      '/body/validations/0/expr FORM_SETTING',
      '/body/validations/0/message FORM_SETTING',
      '/body/publish/mode FORM_SETTING',
    ]);
    expect(
      (await driver.server.call('bizmeta.smartform.detail', { id: data.id }, driver.builder)).data
        .status,
    ).toBe('draft');
  });
});

describe('the preview of a draft', () => {
  it('is the form as it would be opened, with rules and checks that can be read', async () => {
    const { form, placed, shown } = await preview(unfinished);
    expect(form).toMatchObject({ state: 'open', name: '预约', captcha: false });
    expect(form.describe?.fields).toEqual([]);
    expect([placed.map(({ apiName }) => apiName), shown]).toEqual([['title'], []]);
  });
  it('leaves out rules that would break its page', async () => {
    const { form } = await preview(
      bodyOf({ mode: 'link' }, undefined, {
        rules: [
          { when: 'kind =', then: [{ do: 'hide', targets: ['why'] }] },
          { when: "kind = 'a'", then: [{ do: 'hide', targets: ['why'] }] },
        ],
        validations: [{ expr: '(', message: '错' }],
      }),
    );
    expect([form.body?.rules.map(({ when }) => when), form.body?.validations]).toEqual([
      ["kind = 'a'"],
      [],
    ]);
  });
  it('reports problems at their places', async () => {
    const { faults } = await preview(unfinished);
    expect(
      faults.map(({ aspect, part, group, item, index }) => [aspect, part, group, item, index]),
    ).toEqual([
      ['fields', 0, 0, 0, -1],
      ['fields', 0, 0, 1, -1],
      ['rules', -1, -1, -1, 0],
      ['rules', -1, -1, -1, 0],
      ['rules', -1, -1, -1, 1],
      ['rules', -1, -1, -1, 1],
      ['rules', -1, -1, -1, 1],
      ['rules', -1, -1, -1, 1],
      ['checks', -1, -1, -1, 0],
      ['checks', -1, -1, -1, 0],
      ['publish', -1, -1, -1, -1],
    ]);
    expect(faults[0]!.msg).toBe('字段“称呼”必填，隐藏时须有默认值');
  });
  it('offers the object’s fields, marks the used ones and explains why one cannot be used', async () => {
    const { palette } = await preview(bodyOf({ mode: 'link' }, [field('title')]));
    expect(palette.map(({ key, used, hint }) => [key, used, hint === ''])).toEqual([
      ['title', true, true],
      ['kind', false, true],
      ['why', false, true],
      ['amount', false, true],
      ['secret', false, true],
      ['source', false, true],
      ['photo', false, true],
      ['shop', false, true],
      ['owner', false, false],
    ]);
    expect(
      (await preview(bodyOf({ mode: 'member' }, []))).palette.find(({ key }) => key === 'owner')
        ?.hint,
    ).toBe('');
  });
  it('is answered while the form is being saved, as whatever only reads it', async () => {
    const form = await driver.published(bodyOf({ mode: 'link' }, [field('title')]));
    const { server, builder } = driver;
    await server.db.withTenant(server.demo, async (tx) => {
      await tx.run('UPDATE bizmeta.smart_form SET version = version WHERE tenant_id = $1', [
        tx.tenant.id,
      ]);
      expect((await preview({}, form.id)).changes).toEqual([]);
      const { data } = await server.call('bizmeta.smartform.detail', { id: form.id }, builder);
      expect(data.id).toBe(form.id);
      const link = await server.call('bizmeta.form.addressLink', { form: form.id }, builder);
      expect(link.msg).toBe('ok');
    });
  });
  it('describes in words what publishing it would change, and nothing before the first time', async () => {
    const form = await driver.published(
      bodyOf({ mode: 'link' }, [field('title'), field('kind'), field('why')], {
        rules: [{ when: "kind = 'a'", then: [{ do: 'hide', targets: ['why'] }] }],
      }),
    );
    expect((await preview({}, form.id)).changes).toEqual([]);
    expect(
      (
        await preview(
          {
            publish: {
              mode: 'link',
              captcha: false,
              allowEdit: 'none',
              successPage: { again: true },
            },
          },
          form.id,
        )
      ).changes,
    ).toEqual([]);
    const next = bodyOf(
      { mode: 'member', maxSubmits: 5 },
      [field('kind', { label: '哪一类', required: true }), field('title'), field('amount')],
      { terminal: 'mobile', validations: [{ expr: 'amount > 1', message: '太少' }] },
    );
    expect((await preview(next, form.id)).changes).toEqual([
      '新增字段“金额”',
      '移除字段“原因”',
      '修改字段“类别”：名称、必填',
      '调整了分区、次序或分栏',
      '规则由 1 条变为 0 条',
      '校验由 0 条变为 1 条',
      '填写人由有链接的人改为企业成员',
      '适用设备由电脑和手机改为手机',
      '修改发布设置：份数上限',
    ]);
    expect((await preview(next)).changes).toEqual([]);
  });
  it('is for builders of the company only', async () => {
    expect(
      (
        await driver.server.call(
          'bizmeta.smartform.preview',
          { object: 'visit', body: {} },
          driver.user,
        )
      ).code,
    ).toBe(403);
    const form = await driver.published(bodyOf({ mode: 'link' }));
    const { auth } = await driver.server.newTenant('elsewhere');
    expect(
      (
        await driver.server.call(
          'bizmeta.smartform.preview',
          { object: 'visit', id: form.id, body: {} },
          auth,
        )
      ).code,
    ).toBe(404);
    expect(
      (await driver.server.call('bizmeta.smartform.preview', { object: 'visit', body: {} }, auth))
        .code,
    ).toBe(404);
  });
});

it('a list contains when and where its forms are filled in', async () => {
  const endAt = '2030-01-01T00:00:00.000Z';
  const form = await driver.published(
    bodyOf({ mode: 'link', endAt, maxSubmits: 2 }, undefined, { terminal: 'mobile' }),
  );
  const { data } = await driver.server.call(
    'bizmeta.smartform.list',
    { object: 'visit' },
    driver.builder,
  );
  expect(data.find(({ id }) => id === form.id)).toMatchObject({
    terminal: 'mobile',
    startAt: null,
    endAt,
    maxSubmits: 2,
    changed: false,
    status: 'published',
  });
});
