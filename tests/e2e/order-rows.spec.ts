import { expect, test } from './fixtures.ts';
import { callAs } from './route-parameters.ts';

/** A name no other run of the story has. */
const run = Date.now();
const [GOODS, SALE] = [`goods${run}`, `sale${run}`];

test('an order with rows: choosing goods fills the price, sums follow, and what is saved is what was shown', async ({
  person,
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
      apiName: GOODS,
      label: `商品${run}`,
      fields: [
        { apiName: 'name', label: '名称', type: 'text' },
        { apiName: 'price', label: '售价', type: 'currency' },
      ],
    },
  });
  await ask('bizmeta.record.bulkCreate', {
    object: GOODS,
    records: [
      { name: '螺栓', price: 2.5 },
      { name: '垫圈', price: 0.1 },
    ],
  });
  await ask('bizmeta.describe.create', {
    appId,
    describe: {
      apiName: SALE,
      label: `订单${run}`,
      fields: [
        { apiName: 'name', label: '单号', type: 'text' },
        { apiName: 'day', label: '日期', type: 'date', defaultFrom: { source: 'now' } },
        {
          apiName: 'lines',
          label: '明细',
          type: 'subTable',
          fields: [
            {
              apiName: 'goods',
              label: '商品',
              type: 'lookup',
              refObject: GOODS,
              fills: [{ from: 'price', to: 'price' }],
            },
            { apiName: 'qty', label: '数量', type: 'integer' },
            { apiName: 'price', label: '单价', type: 'currency', noSum: true },
            {
              apiName: 'subtotal',
              label: '小计',
              type: 'formula',
              formula: '数量 * 单价',
              showAs: 'currency',
            },
          ],
        },
        {
          apiName: 'total',
          label: '合计',
          type: 'formula',
          formula: '求和(明细.数量 * 明细.单价)',
          showAs: 'currency',
        },
        {
          apiName: 'list',
          label: '按售价',
          type: 'formula',
          formula: '求和(明细.数量 * 明细.商品.售价)',
          showAs: 'currency',
        },
      ],
    },
  });

  await person.goesTo(`/app/${appId}/${SALE}`);
  await page
    .getByRole('button', { name: `新建订单${run}` })
    .first()
    .click();
  const form = page.getByRole('dialog').last();
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv-SE'));
  await expect(form.getByRole('textbox', { name: '日期' })).toHaveValue(today);
  await form.getByRole('textbox', { name: '单号' }).fill('XS-1');
  const grid = form.getByRole('grid', { name: '明细' });
  const cell = (row: number, at: number) =>
    grid.getByRole('row').nth(row).getByRole('gridcell').nth(at);
  const lines = [
    { goods: '螺栓', qty: '4', price: '¥2.50', subtotal: '¥10.00' },
    { goods: '垫圈', qty: '3', price: '¥0.10', subtotal: '¥0.30' },
  ];
  const first =
    await test.step('rows are filled in, the first cell of one is found by its head', async () => {
      await form.getByRole('button', { name: '添加一行' }).click();
      const heads = await grid.getByRole('columnheader').allInnerTexts();
      return heads.findIndex((text) => text.trim().startsWith('商品'));
    });
  for (const [i, line] of lines.entries())
    await test.step(`choosing ${line.goods} fills its price`, async () => {
      if (i > 0) await form.getByRole('button', { name: '添加一行' }).click();
      await cell(i + 1, first).dblclick();
      const picker = page.getByRole('group', { name: '编辑商品' }).getByRole('combobox');
      await picker.fill(line.goods);
      await page.getByRole('option', { name: line.goods }).first().click();
      await expect(cell(i + 1, first + 2)).toHaveText(line.price);
      await cell(i + 1, first + 1).click();
      await page.keyboard.type(line.qty);
      await page.keyboard.press('Enter');
      await expect(cell(i + 1, first + 3)).toHaveText(line.subtotal);
    });
  await expect(form.getByRole('textbox', { name: '合计' })).toHaveValue('¥10.30');
  await expect(form.getByRole('textbox', { name: '按售价' })).toHaveValue('¥10.30');

  await test.step('a price of one’s own stays, and the list price is shown beside it', async () => {
    await cell(1, first + 2).click();
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await expect(cell(1, first + 3)).toHaveText('¥12.00');
    await expect(form.getByRole('textbox', { name: '合计' })).toHaveValue('¥12.30');
    await expect(form.getByRole('textbox', { name: '按售价' })).toHaveValue('¥10.30');
  });
  await test.step('what is saved is what was shown', async () => {
    await form.getByRole('button', { name: '保存', exact: true }).click();
    await expect(page.getByText('XS-1').first()).toBeVisible();
    const { records } = await ask('bizmeta.record.list', { object: SALE, size: 1 });
    const { record } = await ask('bizmeta.record.detail', {
      object: SALE,
      id: String(records[0]!['id']),
    });
    expect(record).toMatchObject({
      total: 12.3,
      list: 10.3,
      day: today,
      lines: [
        { qty: 4, price: 3, subtotal: 12 },
        { qty: 3, price: 0.1, subtotal: 0.3 },
      ],
    });
  });
  await test.step('a dearer product changes what reads it, and no price that was taken', async () => {
    const { records } = await ask('bizmeta.record.list', { object: GOODS, size: 10 });
    const washer = records.find(({ name }) => name === '垫圈')!;
    await ask('bizmeta.record.bulkEdit', {
      object: GOODS,
      records: [{ id: washer['id'], version: washer['version'], price: 1 }],
    });
    await page.reload();
    await page.getByText('XS-1').first().click();
    await page.getByRole('button', { name: '编辑', exact: true }).last().click();
    await expect(form.getByRole('textbox', { name: '合计' })).toHaveValue('¥12.30');
    await expect(form.getByRole('textbox', { name: '按售价' })).toHaveValue('¥13.00');
  });
  await test.step('a row that is changed is counted again, on the screen and by the server', async () => {
    await cell(2, first + 1).click();
    await page.keyboard.type('5');
    await page.keyboard.press('Enter');
    await expect(cell(2, first + 3)).toHaveText('¥0.50');
    await expect(form.getByRole('textbox', { name: '合计' })).toHaveValue('¥12.50');
    await form.getByRole('button', { name: '保存', exact: true }).click();
    await expect(form.getByRole('button', { name: '保存', exact: true })).toBeHidden();
    const { records } = await ask('bizmeta.record.list', { object: SALE, size: 1 });
    expect(records[0]).toMatchObject({ total: 12.5, list: 15 });
  });
  await test.step('the builder reads the formulas in words', async () => {
    await person.goesTo(`/build.html#/object/${SALE}`);
    await page.getByRole('button', { name: '选择 合计', exact: true }).click();
    await person.sees(/明细 各行的 数量 × 单价/);
  });
});
