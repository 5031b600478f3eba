import { readFileSync, writeFileSync } from 'node:fs';
import { openXlsx, writeXlsx } from 'hucre/xlsx';
import { choosesOption, expect, test } from './fixtures.ts';
import { fitsTheScreen, isAccessible, Reader } from './reader.ts';

test('a leader exports what the list shows, and those who may only look are offered nothing', async ({
  person,
  colleague,
}) => {
  test.slow();
  const { page } = person;
  const customers = new Reader(page, '客户');
  await person.isSignedIn('user');
  await person.goesTo('/main');
  await customers.opensByMenu();
  const first = (await customers.column('客户名称'))[0]!;

  await test.step('the ticked records as a workbook', async () => {
    await customers.ticks(0);
    await page.getByRole('button', { name: '导出', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '导出' });
    await expect(dialog.getByText('导出选中的 1 条客户')).toBeVisible();
    await isAccessible(person);
    await dialog.getByRole('button', { name: '导出', exact: true }).click();
    await expect(dialog.getByText(/^1 条，/).first()).toBeVisible();
    const saved = page.waitForEvent('download');
    await dialog
      .getByRole('button', { name: /^下载 客户/ })
      .first()
      .click();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^客户 .+\.xlsx$/);
    const [sheet] = (await openXlsx(readFileSync(await file.path()))).sheets;
    expect(sheet!.rows).toHaveLength(2);
    expect(sheet!.rows[1]).toContain(first);
    await page.screenshot({ path: 'test-results/export.png' });
    await page.setViewportSize({ width: 390, height: 844 });
    await fitsTheScreen(person);
    await page.screenshot({ path: 'test-results/export-phone.png' });
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  await test.step('the whole list from its menu', async () => {
    await page.getByRole('button', { name: '更多操作' }).first().click();
    await page.getByRole('menuitem', { name: '导出' }).click();
    const dialog = page.getByRole('dialog', { name: '导出' });
    await expect(dialog.getByText(/^导出列表里的 \d+ 条客户/)).toBeVisible();
    await dialog.getByRole('radio', { name: 'CSV' }).click();
    await dialog.getByRole('button', { name: '导出', exact: true }).click();
    const saved = page.waitForEvent('download');
    await dialog
      .getByRole('button', { name: /^下载 客户 .+csv$/ })
      .first()
      .click();
    const text = readFileSync(await (await saved).path(), 'utf8');
    expect(text.split('\r\n').length).toBeGreaterThan(20);
    expect(text).toContain(first);
  });
  await test.step('the warehouse has no such entry', async () => {
    await colleague.isSignedIn('warehouse');
    await colleague.goesTo('/main');
    await new Reader(colleague.page, '客户').opensByMenu();
    await expect(colleague.page.getByRole('button', { name: '新建', exact: true })).toHaveCount(0);
    await expect(colleague.page.getByRole('button', { name: '更多操作' })).toHaveCount(0);
  });
});

test('a leader imports customers: columns named, rows checked, written, and taken back', async ({
  person,
}, { outputDir }) => {
  test.slow();
  const { page } = person;
  const mark = `导${Date.now() % 1_000_000}`;
  const customers = new Reader(page, '客户');
  const file = `${outputDir}.xlsx`;
  const rows = [
    ['名称', '客户等级', '合作状态', '负责人', '电话'],
    [`${mark}甲`, '重点', '跟进中', 'user', '13800000001'],
    [`${mark}乙`, '没有的等级', '跟进中', '不存在的人', ''],
  ];
  await person.isSignedIn('user');
  writeFileSync(file, await writeXlsx({ sheets: [{ name: '客户', rows }] }));
  await person.goesTo('/main');
  await customers.opensByMenu();
  await page.getByRole('button', { name: '更多操作' }).first().click();
  await page.getByRole('menuitem', { name: '导入' }).click();
  await person.readsHeading('导入客户');

  await test.step('the template has the columns', async () => {
    const template = page.waitForEvent('download');
    await page.getByRole('button', { name: '下载模板' }).click();
    const [sheet] = (await openXlsx(readFileSync(await (await template).path()))).sheets;
    expect(sheet!.rows[0]).toContain('客户名称');
  });
  await test.step('a column that was not recognised gets its field', async () => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: '选择表格' }).click();
    await (await chooser).setFiles(file);
    await person.sees('2 行');
    await choosesOption(page.getByRole('combobox', { name: '“名称”对应的字段' }), '客户名称');
    await isAccessible(person);
    await page.screenshot({ path: 'test-results/import-mapping.png' });
    await page.getByRole('button', { name: '核对', exact: true }).click();
  });
  await test.step('says what is wrong in which row and column', async () => {
    await expect(page.getByText(/[12] 行有问题/)).toBeVisible();
    await expect(page.getByText('没有选项“没有的等级”')).toBeVisible();
    await expect(page.getByText('没有找到“不存在的人”')).toBeVisible();
    await isAccessible(person);
    await page.screenshot({ path: 'test-results/import-check.png' });
    await page.setViewportSize({ width: 390, height: 844 });
    await fitsTheScreen(person);
    await page.screenshot({ path: 'test-results/import-phone.png' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: '只导入没有问题的行' }).click();
    await person.sees('已新建 1 条、更新 0 条客户');
    await page.getByRole('button', { name: '再导入一份' }).click();
  });
  await test.step('takes it back', async () => {
    await page
      .getByRole('button', { name: /^撤销 / })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: '撤销导入' }).click();
    await person.sees(/已撤销/);
    await page.screenshot({ path: 'test-results/import-undone.png' });
    await page.getByRole('link', { name: '客户' }).first().click();
    await expect(page.getByText(`${mark}甲`)).toHaveCount(0);
  });
});
