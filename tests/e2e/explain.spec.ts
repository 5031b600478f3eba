import { expect, test } from './fixtures.ts';
import { isAccessible, Reader } from './reader.ts';

test('a computed value says how it came about: on a record, and before it is saved', async ({
  person,
}) => {
  const { page } = person;
  const contracts = new Reader(page, '合同');
  const told = page.getByRole('dialog', { name: /^怎么算的/ });
  await person.isSignedIn('user');
  await person.goesTo('/main');
  await contracts.opensByMenu();

  await test.step('on the record: the formula, its values, what they come from', async () => {
    await contracts.reads(1);
    await contracts.drawer.getByText('预付款', { exact: true }).hover();
    await contracts.drawer.getByRole('button', { name: '怎么算的：预付款' }).click();
    await expect(told.getByText('预付款 = 四舍五入（合同金额 × 预付比例，2）')).toBeVisible();
    await expect(told.getByText(/^= 四舍五入\([\d,.]+ × \d+%，2\)$/)).toBeVisible();
    await isAccessible(person);
    await told.getByRole('button', { name: '怎么算的' }).click();
    await expect(told.getByText('合同金额 = 供货明细 各行的 数量 × 单价之和')).toBeVisible();
    await expect(told.getByText(/^= [\d,.]+( \+ [\d,.…]+)*$/)).toBeVisible();
    await expect(told.getByText('汇总的行')).toBeVisible();
    await told.getByRole('button', { name: '返回' }).click();
    await expect(told.getByText('怎么算的：预付款')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(told).toHaveCount(0);
    await expect(contracts.drawer.getByRole('button', { name: '怎么算的：预付款' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await test.step('in the list by the keyboard alone: F2 at a computed cell, and the grid goes on', async () => {
    const grid = page.getByRole('grid', { name: '合同' });
    await page.getByRole('button', { name: '字段', exact: true }).click();
    await page.getByRole('dialog', { name: '字段' }).getByLabel('预付款', { exact: true }).check();
    await page.keyboard.press('Escape');
    await expect(grid.getByRole('columnheader', { name: '预付款' })).toBeAttached();
    await grid.focus();
    await page.keyboard.press('ArrowDown');
    // More than the list has columns: those out of sight are not drawn, so they are not counted.
    for (let at = 0; at < 40 && !(await told.isVisible()); at += 1) {
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('F2');
    }
    await expect(told).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(told).toHaveCount(0);
    await expect(grid).toBeFocused();
  });
  await test.step('in a form what is typed counts, before it is saved', async () => {
    await contracts.startsNew();
    await contracts.drawer.getByRole('button', { name: '添加一行' }).click();
    await contracts.drawer.getByRole('button', { name: '怎么算的：预付款' }).click();
    await expect(told.getByText('「预付比例」为空，所以没有结果')).toBeVisible();
  });
});
