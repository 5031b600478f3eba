import { expect, test } from './fixtures.ts';
import { callAs } from './route-parameters.ts';

/** A name no other run of the story has. */
const run = Date.now();
const [DEVICE, REPAIR] = [`device${run}`, `repair${run}`];
const PHONE = { width: 390, height: 844 };

test('the code on a device opens the repair form with the device filled in', async ({
  person,
  browser,
}) => {
  test.setTimeout(180_000);
  const { page } = person;
  await person.isSignedIn('builder');
  await person.goesTo('/main');
  const ask = await callAs(person);
  const [app] = await ask('bizmeta.app.list', {});
  const appId = app!.id;
  await ask('bizmeta.describe.create', {
    appId,
    describe: {
      apiName: DEVICE,
      label: `设备${run}`,
      fields: [{ apiName: 'name', label: '名称', type: 'text' }],
    },
  });
  const { ids } = await ask('bizmeta.record.bulkCreate', {
    object: DEVICE,
    records: [{ name: '三号空压机' }],
  });
  await ask('bizmeta.describe.create', {
    appId,
    describe: {
      apiName: REPAIR,
      label: `工单${run}`,
      fields: [
        { apiName: 'what', label: '故障', type: 'text' },
        { apiName: 'device', label: '设备', type: 'lookup', refObject: DEVICE },
      ],
    },
  });
  const items = [
    { kind: 'field' as const, field: 'device', search: true, fromAddress: true },
    { kind: 'field' as const, field: 'what' },
  ];
  const made = await ask('bizmeta.smartform.create', {
    object: REPAIR,
    name: '报修',
    body: { layout: { pages: [{ sections: [{ items }] }] }, publish: { mode: 'anonymous' } },
  });
  await ask('bizmeta.smartform.publish', { id: made.id, version: made.version });

  await person.goesTo(`/app/${appId}/${DEVICE}/record/${ids[0]}`);
  await page.getByRole('button', { name: /更多/ }).first().click();
  await page.getByRole('menuitem', { name: '二维码' }).click();
  const code = page.getByRole('dialog').getByRole('img', { name: /三号空压机 报修/ });
  await expect(code).toBeVisible();
  await page.screenshot({ path: 'test-results/device-code.png' });
  const link = (await code.getAttribute('aria-label'))!.replace(/^[^：]*：/, '');

  const context = await browser.newContext({ viewport: PHONE, locale: 'zh-CN', hasTouch: true });
  const visitor = await context.newPage();
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { level: 1, name: '报修' })).toBeVisible();
  await expect(visitor.getByRole('combobox', { name: '设备' })).toHaveValue('三号空压机');
  await expect
    .poll(() => visitor.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
  await visitor.screenshot({ path: 'test-results/device-code-visitor.png' });
  await visitor.getByRole('textbox', { name: '故障' }).fill('漏油');
  await visitor.getByRole('button', { name: '提交' }).click();
  await expect(visitor.getByText('提交成功')).toBeVisible();
  await context.close();
  const { records } = await ask('bizmeta.record.list', { object: REPAIR });
  expect(records).toMatchObject([{ what: '漏油', device: ids[0] }]);
});
