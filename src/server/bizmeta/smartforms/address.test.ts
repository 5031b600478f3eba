import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormPublish } from '../../../contract/index.ts';
import { bodyOf, field, smartFormsDriver, type SmartFormsDriver } from '../testing/smartforms.ts';

let driver: SmartFormsDriver;
beforeAll(async () => {
  driver = await smartFormsDriver();
});
afterAll(() => driver?.server.close());

const link: FormPublish = { mode: 'link' };
const opened = { fromAddress: true };
/** 东门一店 is open, 东门二店 is not. */
const shopField = field('shop', {
  ...opened,
  search: true,
  filter: { field: 'open', op: 'eq', value: true },
});
const defaultsOf = async (token: string, address: Record<string, string>) => {
  const { data } = await driver.open({ token }, { address });
  return {
    labels: data.labels,
    key: (data.page.document as { key: string }).key,
    values: Object.fromEntries(
      data.describe!.fields.map(({ apiName, defaultValue }) => [apiName, defaultValue]),
    ),
  };
};

describe('the address of a form', () => {
  it('fills in the fields that were opened to it, each read as typed text, and no other', async () => {
    const { token } = await driver.published(
      bodyOf(link, [
        field('title', opened),
        field('kind', opened),
        field('why'),
        field('amount', opened),
        shopField,
      ]),
    );
    const [first] = driver.shopIds;
    const { values, labels } = await defaultsOf(token, {
      title: '王先生',
      kind: 'B',
      why: '不该填入',
      amount: '1,000',
      shop: first!,
      secret: '9',
    });
    expect(values).toEqual({
      title: '王先生',
      kind: 'b',
      why: undefined,
      amount: 1000,
      shop: first,
    });
    expect(labels).toEqual({ shop: { [first!]: '东门一店' } });
  });

  it('leaves out what does not fit its field, and records the form would not offer', async () => {
    const { token } = await driver.published(
      bodyOf(link, [field('title'), field('kind', opened), field('amount', opened), shopField]),
    );
    const { values, labels } = await defaultsOf(token, {
      kind: 'Z',
      amount: '1001',
      shop: driver.shopIds[1]!,
    });
    expect(values).toEqual({
      title: undefined,
      kind: undefined,
      amount: undefined,
      shop: undefined,
    });
    expect(labels).toEqual({});
    expect((await defaultsOf(token, { shop: "' or true --" })).values['shop']).toBeUndefined();
    const tooLong = { token, address: { kind: 'x'.repeat(501) } };
    expect((await driver.server.call('bizmeta.smartform.open', tooLong)).code).toBe(400);
  });

  it('gives a hidden and a read-only field the same value when the form is sent', async () => {
    const form = await driver.published(
      bodyOf(link, [
        field('title', { ...opened, readonly: true }),
        field('source', { ...opened, hidden: true }),
        field('why', { hidden: true, default: '扫码' }),
        field('amount'),
      ]),
    );
    const address = { title: '三号机', source: '一车间', why: '伪造' };
    const seen = await driver.open(form, { address });
    expect(JSON.stringify(seen.data)).not.toContain('一车间');
    expect((await driver.send(form, { title: '三号机', amount: 1 }, { address })).msg).toBe('ok');
    expect(await driver.records('三号机')).toMatchObject([{ source: '一车间', why: '扫码' }]);
    // What is sent for a read-only field counts for nothing.
    expect((await driver.send(form, { title: '四号机' }, { address })).msg).toBe('ok');
    expect(await driver.records('四号机')).toEqual([]);
    expect((await driver.send(form, { title: '三号机' })).code).toBe(400);
  });

  it('keeps unsaved work of one record apart from that of the next', async () => {
    const { token } = await driver.published(bodyOf(link, [field('title', opened)]));
    const [one, other] = [
      await defaultsOf(token, { title: 'a' }),
      await defaultsOf(token, { title: 'b' }),
    ];
    expect(one.key).not.toBe(other.key);
    expect((await defaultsOf(token, { unknown: 'b' })).key).toBe((await defaultsOf(token, {})).key);
  });

  it('opens no type of field that an address cannot give', async () => {
    const made = await driver.draft(bodyOf(link, [field('title'), field('photo', opened)]));
    const { id, version } = made.data;
    const answer = await driver.server.call(
      'bizmeta.smartform.publish',
      { id, version },
      driver.builder,
    );
    expect(answer.code).toBe(400);
    expect(JSON.stringify(answer)).toContain('不能由链接填入');
  });
});

describe('a link that is filled in', () => {
  it('is made for the builder of values that come back as they were', async () => {
    const form = await driver.published(
      bodyOf(link, [
        field('title', opened),
        field('kind', opened),
        field('amount', opened),
        shopField,
      ]),
    );
    const shop = driver.shopIds[0]!;
    const given = { title: '王 & 李', kind: 'c', amount: 12, shop };
    const { data } = await driver.server.call(
      'bizmeta.form.addressLink',
      {
        form: form.id,
        values: Object.entries(given).map(([name, value]) => ({ field: name, value })),
      },
      driver.builder,
    );
    expect(data.fields.map(({ apiName }) => apiName)).toEqual(['title', 'kind', 'amount', 'shop']);
    const url = new URL(data.path!, 'https://example.com');
    expect(url.pathname).toBe(`/form/${form.token}`);
    const { values } = await defaultsOf(form.token, Object.fromEntries(url.searchParams));
    expect(values).toEqual(given);
    const asked = { form: form.id };
    expect((await driver.server.call('bizmeta.form.addressLink', asked, driver.user)).code).toBe(
      403,
    );
  });

  it('is offered at a record that a form takes from its address', async () => {
    const [shop] = driver.shopIds;
    const form = await driver.published(bodyOf(link, [field('title'), shopField]));
    const linksOf = async (recordId: string) =>
      driver.server.call('bizmeta.record.links', { object: 'shop', recordId }, driver.user);
    const { data } = await linksOf(shop!);
    expect(data.links.map(({ path }) => path)).toContain(`/form/${form.token}?shop=${shop}`);
    await driver.server.call('bizmeta.smartform.stop', { id: form.id }, driver.builder);
    expect((await linksOf(shop!)).data.links.map(({ path }) => path)).not.toContain(
      `/form/${form.token}?shop=${shop}`,
    );
    expect((await linksOf('018f0000-0000-7000-8000-000000000000')).code).toBe(404);
  });
});
