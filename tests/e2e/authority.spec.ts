import { choosesOption, Designer, expect, test, type Person } from './fixtures.ts';
import { fitsTheScreen, isAccessible } from './reader.ts';

/** Adds a group to the object that is looked at, with one department as its members. */
async function addsGroup({ page }: Person, name: string, preset: string, dept: string) {
  await page.getByRole('button', { name: '新建授权组' }).click();
  await page.getByRole('textbox', { name: '授权组名称' }).fill(name);
  await page.getByRole('button', { name: preset, exact: true }).click();
  await page.getByRole('button', { name: '新建并设置' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.getByRole('combobox', { name: '部门' }).first().click();
  await page.keyboard.type(dept);
  await page
    .getByRole('option', { name: new RegExp(dept) })
    .first()
    .click();
  await page.keyboard.press('Escape');
}
async function saves({ page }: Person) {
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('有未保存的修改')).toHaveCount(0);
}

test('a builder closes an object: salespeople see their own records, their leader the department’s, and an amount is hidden', async ({
  person,
}) => {
  const { page } = person;
  const stamp = String(Date.now() % 1_000_000);
  const [label, sales, leaders] = [`商机${stamp}`, `销售${stamp}`, `主管${stamp}`];
  const designer = new Designer(page);
  await person.isSignedIn('builder');
  await designer.opensNewObject('客户管理');
  await designer.namesIt(label);
  await designer.addsField({ type: '单行文本', label: '名称' });
  await designer.addsField({ type: '金额', label: '金额' });
  await designer.addsField({ type: '电话', label: '电话' });
  await designer.saves();
  await page.getByRole('tab', { name: '权限' }).click();
  await person.sees('开放：所有成员可以做任何操作');

  await test.step('a group begins with a preset, and is said in a sentence', async () => {
    await addsGroup(person, sales, '管理本人', '销售');
    await choosesOption(page.getByRole('combobox', { name: '删除的范围' }), '无');
    await page.getByRole('radio', { name: '金额：不可见' }).check();
    await page.getByRole('radio', { name: '电话：脱敏' }).check();
    await expect(page.getByRole('radio', { name: '金额：脱敏' })).toHaveCount(0);
    await page.getByRole('button', { name: '所有部门负责人' }).click();
    await isAccessible(person);
    await saves(person);
    await page.getByRole('link', { name: '返回' }).click();
    await person.sees(/可对本人的做全部操作，删除除外；看不到 “金额”，“电话”脱敏/);
    await addsGroup(person, leaders, '本部门及下级查看', '销售');
    await choosesOption(page.getByRole('combobox', { name: '编辑的范围' }), '符合条件');
    const row = page.getByRole('group', { name: '条件 1' });
    await choosesOption(row.getByRole('combobox', { name: '条件', exact: true }), '包含');
    await row.getByRole('textbox').fill('大客户');
    await person.sees(/可编辑符合条件（名称 包含 “大客户”）的/);
    await page.getByRole('button', { name: '撤销' }).click();
    await page.getByRole('button', { name: '重做' }).click();
    await saves(person);
    await page.setViewportSize({ width: 390, height: 844 });
    await fitsTheScreen(person);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('link', { name: '返回' }).click();
  });

  await test.step('closing says who loses access, and is taken back at any time', async () => {
    await page.getByRole('button', { name: '改为仅授权成员…' }).click();
    const dialog = page.getByRole('dialog', { name: `“${label}”改为仅授权成员` });
    await expect(dialog.getByText('没有人失去权限')).toBeVisible();
    await dialog.getByRole('button', { name: '只留授权组的成员' }).click();
    await expect(dialog.getByText(/有 \d+ 名成员会失去权限/)).toBeVisible();
    await isAccessible(person);
    await dialog.getByRole('button', { name: '改为仅授权成员' }).click();
    await person.sees('仅授权成员：只有授权组的成员可以使用');
    await isAccessible(person);
  });

  await test.step('the overview says who sees what', async () => {
    await person.goesTo('/build.html#/access');
    const row = page.getByRole('row').filter({ hasText: label });
    await expect(row).toContainText('仅授权成员');
    await isAccessible(person);
  });
});
