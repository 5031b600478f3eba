import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldInput, FormBody, SmartForm } from '../../../contract/index.ts';
import { bodyOf, field, smartFormsDriver, type SmartFormsDriver } from '../testing/smartforms.ts';

let driver: SmartFormsDriver;
beforeAll(async () => {
  driver = await smartFormsDriver();
});
afterAll(() => driver?.server.close());

const describeOf = async (apiName: string) =>
  (await driver.server.call('bizmeta.describe.detail', { apiName }, driver.builder)).data;
/** Saves the object with some of its fields changed; the others are unchanged. */
async function change(
  apiName: string,
  fields: (Partial<FieldInput> & { was: string })[],
  head: object = {},
) {
  const now = await describeOf(apiName);
  const patches = fields.map(({ was, ...more }) => {
    const own = now.fields.find((each) => each.apiName === was)!;
    return { ...own, ...more, id: own.id };
  });
  const answer = await driver.server.call(
    'bizmeta.describe.update',
    {
      describe: {
        id: now.id,
        label: now.label,
        version: now.version,
        fields: patches,
        ...head,
      } as never,
    },
    driver.builder,
  );
  expect(answer.error?.errors ?? answer.msg).toBe('ok');
}
const detail = async ({ id }: { id: string }): Promise<SmartForm> =>
  (await driver.server.call('bizmeta.smartform.detail', { id }, driver.builder)).data;
const fieldsOf = ({ layout }: Pick<FormBody, 'layout'>) =>
  layout.pages.flatMap((page) =>
    page.sections.flatMap((section) =>
      section.items.map((item) => (item.kind === 'field' ? item.field : item.kind)),
    ),
  );
const rules: FormBody['rules'] = [
  {
    when: "kind = 'a' and amount > 1",
    then: [
      { do: 'hide', targets: ['why'] },
      { do: 'require', targets: ['why', 'amount'] },
    ],
  },
  { when: 'amount > 9', then: [{ do: 'clear', targets: ['why'] }] },
];

describe('a field that gets another name', () => {
  it('is followed by drafts and published forms: items, conditions, what rules do, checks', async () => {
    const form = await driver.published(
      bodyOf({ mode: 'link' }, undefined, {
        rules,
        validations: [{ expr: 'amount < 100', message: '太多' }],
      }),
    );
    const draft = (
      await driver.draft(
        bodyOf({ mode: 'link' }, [field('kind'), field('why')], { rules: [rules[0]!] }),
      )
    ).data;
    await change('visit', [
      { was: 'kind', apiName: 'sort' },
      { was: 'why', apiName: 'reason' },
    ]);
    const next = await detail(form);
    expect([fieldsOf(next), next.rules, next.changed]).toEqual([
      ['title', 'sort', 'reason', 'amount'],
      [
        {
          when: "sort = 'a' and amount > 1",
          then: [
            { do: 'hide', targets: ['reason'] },
            { do: 'require', targets: ['reason', 'amount'] },
          ],
        },
        { when: 'amount > 9', then: [{ do: 'clear', targets: ['reason'] }] },
      ],
      false,
    ]);
    expect([fieldsOf(await detail(draft)), (await detail(draft)).rules[0]!.when]).toEqual([
      ['sort', 'reason'],
      "sort = 'a' and amount > 1",
    ]);
    const opened = (await driver.open(form)).data;
    expect([opened.formVersion, opened.describe!.fields.map(({ apiName }) => apiName)]).toEqual([
      2,
      ['title', 'sort', 'reason', 'amount'],
    ]);
    expect(await driver.send(form, { title: '旧页面', kind: 'b' })).toMatchObject({
      code: 409,
      error: { reason: 'FORM_CHANGED' },
    });
    expect((await driver.send(next, { title: '新页面', sort: 'b', reason: '有' })).msg).toBe('ok');
    await change('visit', [
      { was: 'sort', apiName: 'kind' },
      { was: 'reason', apiName: 'why' },
    ]);
  });
  it('two that swap names are not mixed up', async () => {
    const form = await driver.published(
      bodyOf({ mode: 'link' }, [
        field('title'),
        field('why', { label: '原因' }),
        field('source', { label: '来源' }),
      ]),
    );
    await change('visit', [{ was: 'why', apiName: 'middle' }]);
    await change('visit', [{ was: 'source', apiName: 'why' }]);
    await change('visit', [{ was: 'middle', apiName: 'source' }]);
    const { layout } = await detail(form);
    expect(
      layout.pages[0]!.sections[0]!.items.map((item) =>
        item.kind === 'field' ? [item.field, item.label] : [],
      ),
    ).toEqual([
      ['title', undefined],
      ['source', '原因'],
      ['why', '来源'],
    ]);
    await change('visit', [{ was: 'why', apiName: 'other' }]);
    await change('visit', [{ was: 'source', apiName: 'why' }]);
    await change('visit', [{ was: 'other', apiName: 'source' }]);
  });
  it('of an object that is searched, is followed in the condition of the search', async () => {
    const search = field('shop', {
      search: true,
      filter: { op: 'and', items: [{ field: 'open', op: 'eq', value: true }] },
    });
    const form = await driver.published(bodyOf({ mode: 'link' }, [field('title'), search]));
    await change('shop', [{ was: 'open', apiName: 'trading' }]);
    const { token } = form;
    const found = await driver.server.call('bizmeta.smartform.lookup', {
      token,
      field: 'shop',
      search: '东门',
    });
    expect(found.data.map(({ label }) => label)).toEqual(['东门一店']);
    expect((await detail(form)).layout.pages[0]!.sections[0]!.items[1]).toMatchObject({
      filter: { items: [{ field: 'trading' }] },
    });
    await change('shop', [{ was: 'trading', apiName: 'open' }]);
  });
  it('that is a column of a sub-table, is followed in formulas over its rows', async () => {
    const make = await driver.server.call(
      'bizmeta.describe.create',
      {
        describe: {
          apiName: 'trip',
          label: '行程',
          fields: [
            { apiName: 'title', label: '名称', type: 'text' },
            {
              apiName: 'legs',
              label: '分段',
              type: 'subTable',
              fields: [
                { apiName: 'km', label: '公里', type: 'integer' },
                { apiName: 'paid', label: '已付', type: 'boolean' },
              ],
            },
          ],
        },
      },
      driver.builder,
    );
    expect(make.msg).toBe('ok');
    const { data } = await driver.server.call(
      'bizmeta.smartform.create',
      {
        object: 'trip',
        name: '行程',
        body: {
          layout: { pages: [{ sections: [{ items: [field('title'), field('legs')] }] }] },
          validations: [{ expr: 'sum(legs.km where paid = true) < 100', message: '太远' }],
          publish: { mode: 'link' },
        },
      },
      driver.builder,
    );
    const legs = (await describeOf('trip')).fields[1]!;
    await change('trip', [
      {
        was: 'legs',
        apiName: 'parts',
        fields: legs.fields!.map((column) => ({
          ...column,
          apiName: column.apiName === 'km' ? 'distance' : 'settled',
        })),
      },
    ]);
    expect((await detail(data)).validations[0]!.expr).toBe(
      'sum(parts.distance where settled = true) < 100',
    );
  });
});

describe('a field that is called as a column of a sub-table', () => {
  const make = async (apiName: string, expr: string) => {
    const columns = [
      { apiName: 'amount', label: '金额', type: 'integer' },
      { apiName: 'paid', label: '已付', type: 'boolean' },
    ];
    const fields = [
      { apiName: 'title', label: '名称', type: 'text' },
      { apiName: 'amount', label: '金额', type: 'integer' },
      { apiName: 'lines', label: '明细', type: 'subTable', fields: columns },
    ];
    const describe = { apiName, label: apiName, fields } as never;
    const made = await driver.server.call('bizmeta.describe.create', { describe }, driver.builder);
    expect(made.msg).toBe('ok');
    const items = [field('title'), field('amount'), field('lines')];
    const body: FormBody = {
      ...bodyOf({ mode: 'link' }, items),
      rules: [
        { when: 'count(lines where amount > 1) > 1', then: [{ do: 'hide', targets: ['title'] }] },
      ],
      validations: [{ expr, message: '太多' }],
    };
    const { data } = await driver.server.call(
      'bizmeta.smartform.create',
      { object: apiName, name: apiName, body },
      driver.builder,
    );
    const { id, version } = data;
    const done = await driver.server.call(
      'bizmeta.smartform.publish',
      { id, version },
      driver.builder,
    );
    expect(done.error?.errors ?? done.msg).toBe('ok');
    return { id, live: async () => (await driver.open(done.data)).data.body! };
  };
  const EXPR = 'sum(lines.amount where amount > 0) < amount';

  it('is another: rules over the rows go on reading the column', async () => {
    const { live } = await make('bill', EXPR);
    await change('bill', [{ was: 'amount', apiName: 'total' }]);
    const {
      rules: [rule],
      validations: [check],
    } = await live();
    expect([rule!.when, check!.expr]).toEqual([
      'count(lines where amount > 1) > 1',
      'sum(lines.amount where amount > 0) < total',
    ]);
    const { fields } = await describeOf('bill');
    const columns = fields[2]!.fields!.map((column) =>
      column.apiName === 'amount' ? { ...column, apiName: 'price' } : column,
    );
    await change('bill', [{ was: 'lines', fields: columns }]);
    expect((await live()).validations[0]!.expr).toBe('sum(lines.price where price > 0) < total');
  });
  it('may be removed without what reads the rows alone; a removed column takes it along', async () => {
    const { live } = await make('bill2', 'sum(lines.amount where amount > 0) < 5');
    await change('bill2', [{ was: 'amount', removed: true }]);
    expect((await live()).rules).toHaveLength(1);
    expect((await live()).validations).toHaveLength(1);
    const { fields } = await describeOf('bill2');
    const lines = fields.find(({ apiName }) => apiName === 'lines')!;
    const columns = lines.fields!.map((column) =>
      column.apiName === 'amount' ? { ...column, removed: true } : column,
    );
    await change('bill2', [{ was: 'lines', fields: columns as never }]);
    const { rules: left, validations } = await live();
    expect([left, validations]).toEqual([[], []]);
  });
});

describe('a removed field', () => {
  it('is removed from the published form, with what its rules did to it; the draft retains it with a problem', async () => {
    const form = await driver.published(
      bodyOf({ mode: 'link' }, undefined, {
        rules,
        validations: [{ expr: 'amount < 100', message: '太多' }],
      }),
    );
    await change('visit', [{ was: 'amount', removed: true }]);
    const opened = (await driver.open(form)).data;
    expect([
      opened.describe!.fields.map(({ apiName }) => apiName),
      opened.body!.rules,
      opened.body!.validations,
    ]).toEqual([['title', 'kind', 'why'], [], []]);
    const draft = await detail(form);
    expect([fieldsOf(draft), draft.changed]).toEqual([['title', 'kind', 'why', 'amount'], true]);
    expect(
      (await driver.send({ ...draft, publishedVersion: 2 }, { title: '少了一个', kind: 'a' })).msg,
    ).toBe('ok');
    const { data } = await driver.server.call(
      'bizmeta.smartform.preview',
      { object: 'visit', id: form.id, body: {} },
      driver.builder,
    );
    expect(data.faults.map(({ aspect, item, index }) => [aspect, item, index])).toEqual([
      ['fields', 3, -1],
      ['rules', -1, 0],
      ['rules', -1, 0],
      ['rules', -1, 1],
      ['checks', -1, 0],
    ]);
    expect(
      (
        await driver.server.call(
          'bizmeta.smartform.publish',
          { id: form.id, version: draft.version },
          driver.builder,
        )
      ).code,
    ).toBe(400);
  });
});

describe('a change after which a form that is out could not be sent', () => {
  const save = async (apiName: string, fields: Partial<FieldInput>[]) => {
    const { id, label, version, fields: now } = await describeOf(apiName);
    const given = fields.map((field) => ({
      ...now.find((each) => each.apiName === field.apiName),
      ...field,
    }));
    return driver.server.call(
      'bizmeta.describe.update',
      { describe: { id, label, version, fields: given } as never },
      driver.builder,
    );
  };
  const floor = { apiName: 'floor', label: '楼层', type: 'integer' as const };

  it('is refused with the name of the form, until the form is stopped', async () => {
    const { server, builder } = driver;
    const made = await server.call(
      'bizmeta.smartform.create',
      { object: 'shop', name: '开店申请', body: bodyOf({ mode: 'link' }, [field('name')]) },
      builder,
    );
    const { id, version } = made.data;
    const form = (await server.call('bizmeta.smartform.publish', { id, version }, builder)).data;
    expect((await save('shop', [floor])).msg).toBe('ok');
    for (const fields of [
      [{ ...floor, required: true }],
      [{ apiName: 'city', label: '城市', type: 'text' as const, required: true }],
    ]) {
      const answer = await save('shop', fields);
      expect(answer.error?.errors).toMatchObject([
        { path: '/describe/fields', reason: 'FORM_SETTING' },
      ]);
      expect(answer.error?.errors?.[0]?.msg).toContain(
        '“开店申请”正在收集，这样修改后没有人能提交',
      );
    }
    expect((await driver.send(form, { name: '东门三店' })).msg).toBe('ok');
    // With a value of its own it takes nothing from the form.
    expect((await save('shop', [{ ...floor, required: true, defaultValue: 1 }])).msg).toBe('ok');
    expect((await driver.send(form, { name: '东门四店' })).msg).toBe('ok');
    await server.call('bizmeta.smartform.stop', { id }, builder);
    expect(
      (await save('shop', [{ apiName: 'open', required: true, defaultValue: null }])).msg,
    ).toBe('ok');
  });
  it('is refused where an option is taken away that the form fills in', async () => {
    const { id } = await driver.published(
      bodyOf({ mode: 'link' }, [field('title'), field('kind', { hidden: true, default: 'c' })]),
    );
    const kept = ['a', 'b'].map((code) => ({ code, label: code.toUpperCase() }));
    const answer = await save('visit', [{ apiName: 'kind', options: kept }]);
    expect(answer.error?.errors?.[0]?.msg).toContain('“预约登记”正在收集，这样修改后没有人能提交');
    await driver.server.call('bizmeta.smartform.stop', { id }, driver.builder);
  });
});

describe('an object', () => {
  it('that is renamed retains its forms and their links', async () => {
    const form = await driver.published(bodyOf({ mode: 'link' }, [field('title')]));
    await change('visit', [], { apiName: 'appointment' });
    expect((await driver.send(form, { title: '改名之后' })).msg).toBe('ok');
    expect(
      (
        await driver.server.call(
          'bizmeta.smartform.list',
          { object: 'appointment' },
          driver.builder,
        )
      ).data.some(({ id }) => id === form.id),
    ).toBe(true);
    await change('appointment', [], { apiName: 'visit' });
  });
  it('a change that renames nothing makes no new version', async () => {
    const form = await driver.published(bodyOf({ mode: 'link' }, [field('title')]));
    await change('visit', [{ was: 'why', label: '为什么' }]);
    expect(await detail(form)).toMatchObject({ version: form.version, publishedVersion: 1 });
  });
  it('that is changed during submissions: each is accepted whole or refused with a request to reload', async () => {
    const form = await driver.published(bodyOf({ mode: 'link' }, [field('title'), field('why')]));
    const [, ...sent] = await Promise.all([
      change('visit', [{ was: 'why', apiName: 'cause' }]),
      ...Array.from({ length: 6 }, (_, at) =>
        driver.send(form, { title: `同时 ${at}`, why: '有' }),
      ),
    ]);
    expect(
      sent.every((answer) => answer.msg === 'ok' || answer.error?.reason === 'FORM_CHANGED'),
    ).toBe(true);
    const taken = (
      await driver.server.call(
        'bizmeta.record.list',
        { object: 'visit', filter: { field: 'title', op: 'starts', value: '同时' } },
        driver.builder,
      )
    ).data.records;
    expect(taken).toHaveLength(sent.filter(({ msg }) => msg === 'ok').length);
    expect(taken.every((record) => record['cause'] === '有')).toBe(true);
  });
  it('that is deleted makes its forms’ links unusable', async () => {
    const form = await driver.published(bodyOf({ mode: 'link' }, [field('title')]));
    expect(
      (await driver.server.call('bizmeta.describe.delete', { apiName: 'visit' }, driver.builder))
        .msg,
    ).toBe('ok');
    expect(await driver.open(form)).toMatchObject({ code: 404, error: { reason: 'FORM_UNKNOWN' } });
    expect((await driver.send(form, { title: '没有了' })).code).toBe(404);
  });
});
