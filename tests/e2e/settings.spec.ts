import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures.ts';
import { fitsTheScreen, isAccessible } from './reader.ts';

test.describe.configure({ mode: 'parallel' });
const unique = (): string => Date.now().toString(36);

test('an administrator keeps a dictionary: made, filled, an item switched off', async ({
  person,
}) => {
  const { page } = person;
  const name = `来源${unique()}`;
  await person.isSignedIn('admin');
  await person.goesTo('/platform/system/dict');
  await test.step('makes one', async () => {
    await page.getByRole('button', { name: '新建字典', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: '新建字典' });
    await drawer.getByRole('textbox', { name: '名称' }).fill(name);
    await drawer.getByRole('textbox', { name: '编码' }).fill(`src${unique()}`);
    await drawer.getByRole('button', { name: '保存' }).click();
    await expect(page.getByRole('treeitem', { name })).toBeVisible();
  });
  await test.step('adds an item to it', async () => {
    await page.getByRole('treeitem', { name }).click();
    await person.sees('还没有字典项');
    await page.getByRole('button', { name: '新建字典项' }).click();
    const drawer = page.getByRole('dialog', { name: '新建字典项' });
    await drawer.getByRole('textbox', { name: '名称' }).fill('展会');
    await drawer.getByRole('textbox', { name: '编码' }).fill('expo');
    await drawer.getByRole('button', { name: '保存' }).click();
    await expect(page.getByRole('treeitem', { name: '展会' })).toBeVisible();
    await isAccessible(person);
  });
  await test.step('switches it off', async () => {
    await page
      .getByRole('treeitem', { name: '展会' })
      .getByRole('button', { name: '修改' })
      .click();
    const drawer = page.getByRole('dialog', { name: '修改字典项' });
    await drawer.getByRole('switch', { name: '启用' }).click();
    await drawer.getByRole('button', { name: '保存' }).click();
    await expect(page.getByRole('treeitem', { name: '展会' })).toContainText('已停用');
  });
});

test('an administrator writes a code rule and sees what it gives while writing', async ({
  person,
}) => {
  const { page } = person;
  const code = `no${unique()}`;
  await person.isSignedIn('admin');
  await person.goesTo('/platform/system/rule');
  await page.getByRole('button', { name: '新建规则' }).click();
  const drawer = page.getByRole('dialog', { name: '新建编码规则' });
  await drawer.getByRole('textbox', { name: '名称' }).fill(`订单号 ${code}`);
  await drawer.getByRole('textbox', { name: '编码' }).fill(code);
  await person.sees('须有一段流水号，否则会重复');
  const add = async (part: string) => {
    await drawer.getByRole('button', { name: '添加一段' }).click();
    await page.getByRole('menuitem', { name: part }).click();
  };
  await add('固定文字');
  await drawer.getByPlaceholder('文字，例如 PO-').fill('PO-');
  await add('流水号');
  await person.sees('PO-0001、PO-0002、PO-0003');
  await add('日期');
  await drawer.getByRole('combobox', { name: '日期格式' }).click();
  await page.getByRole('option', { name: '月（11）', exact: true }).click();
  await person.sees(/PO-0001\d{2}、PO-0002/);
  await drawer.getByRole('button', { name: /^移除/ }).last().click();
  await person.sees('PO-0001、PO-0002、PO-0003');
  await drawer.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('row', { name: new RegExp(code) })).toContainText('PO-0001');
});

test('a parameter out of its bounds is refused; the operation log lists both tries and is exported as a table', async ({
  person,
}) => {
  const { page } = person;
  await person.isSignedIn('admin');
  await person.goesTo('/platform/system/config');
  await page.getByText('邀请的有效期').first().click();
  const drawer = page.getByRole('dialog', { name: '修改参数' });
  await drawer.getByRole('textbox', { name: /值/ }).fill('1000');
  await drawer.getByRole('button', { name: '保存' }).click();
  await person.sees('邀请的有效期超出允许范围（1 至 90）');
  const days = String(1 + (Date.now() % 89));
  await drawer.getByRole('textbox', { name: /值/ }).fill(days);
  await drawer.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('row', { name: /邀请的有效期/ })).toContainText(`${days} 天`);
  await test.step('the log has both', async () => {
    // A page already open does not follow the log: every look is a new one.
    await expect(async () => {
      await person.goesTo('/platform/log/operation');
      const tries = page.getByRole('row', { name: /修改系统参数/ });
      await expect(tries.filter({ hasText: '成功' }).first()).toBeVisible({ timeout: 2000 });
      await expect(tries.filter({ hasText: '超出允许范围' }).first()).toBeVisible({
        timeout: 2000,
      });
    }).toPass({ timeout: 30_000 });
    await page
      .getByRole('row', { name: /修改系统参数/ })
      .first()
      .click();
    await expect(page.getByRole('dialog', { name: '操作详情' })).toContainText(
      'system.param.submit',
    );
    await page.keyboard.press('Escape');
  });
  await test.step('and is saved as a file spreadsheets open', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '导出' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('操作日志.csv');
    expect(readFileSync(await file.path(), 'utf8')).toMatch(/^\uFEFF时间,操作人,操作/);
  });
  await test.step('on a phone as well', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await fitsTheScreen(person);
  });
});
