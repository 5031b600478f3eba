import { afterAll, beforeAll, expect, it } from 'vitest';
import { places } from '../testing/index.ts';
import { bodyOf, smartFormsDriver, type SmartFormsDriver } from '../testing/smartforms.ts';

let driver: SmartFormsDriver;
beforeAll(async () => {
  driver = await smartFormsDriver();
});
afterAll(() => driver?.server.close());

it('a form obeys the rules of its object: those a visitor can see are shown, all are checked', async () => {
  const { server, builder, published, open, send, records } = driver;
  const form = await published(bodyOf({ mode: 'link' }));
  const { data: visit } = await server.call(
    'bizmeta.describe.detail',
    { apiName: 'visit' },
    builder,
  );
  const saved = await server.call(
    'bizmeta.describe.update',
    {
      describe: {
        ...visit,
        rules: [
          { when: "kind = 'a'", then: [{ do: 'show', targets: ['why', 'secret'] }] },
          { when: "kind = 'b'", then: [{ do: 'require', targets: ['amount'] }] },
          { when: 'secret > 3', then: [{ do: 'readonly', targets: ['title'] }] },
          { when: 'true', then: [{ do: 'hide', targets: ['title'] }], off: true },
        ],
        validations: [
          { expr: 'amount < 100', message: '金额太大', field: 'amount' },
          { expr: "isEmpty(secret) or why != 'x'", message: '不对' },
          { expr: "source != 'y'", message: '来源不对', field: 'source' },
        ],
      },
    },
    builder,
  );
  expect(saved.msg).toBe('ok');

  const { body, describe } = (await open(form)).data;
  expect(body?.rules).toEqual([
    { when: "kind = 'a'", then: [{ do: 'show', targets: ['why'] }] },
    { when: "kind = 'b'", then: [{ do: 'require', targets: ['amount'] }] },
  ]);
  expect(body?.validations).toEqual([
    { expr: 'amount < 100', message: '金额太大', field: 'amount' },
  ]);
  expect(JSON.stringify([body, describe])).not.toContain('secret');

  expect(places(await send(form, { title: '甲', kind: 'b' }))).toEqual(['/values/amount REQUIRED']);
  expect(places(await send(form, { title: '甲', amount: 500 }))).toEqual([
    '/values/amount RULE_BROKEN',
  ]);
  expect((await send(form, { title: '甲', kind: 'c', why: '藏着' })).msg).toBe('ok');
  expect((await records('甲'))[0]).toMatchObject({ kind: 'c', why: null });
});
