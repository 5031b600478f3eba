import { writeFileSync } from 'node:fs';
import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from './fixtures.ts';
import { hasReadableContrast, fitsTheScreen, isAccessible } from './reader.ts';

test.describe.configure({ mode: 'parallel' });

test('an administrator makes departments, drags one below another, names who leads it and deletes it', async ({
  person,
}) => {
  test.slow();
  const { page } = person;
  const stamp = String(Date.now() % 1_000_000);
  const [upper, lower] = [`上级 ${stamp}`, `下级 ${stamp}`];
  const node = (name: string) => page.getByRole('treeitem', { name: new RegExp(name) });
  const makes = async (name: string) => {
    await node('全部').click();
    await page.getByRole('button', { name: '新建部门' }).click();
    const drawer = page.getByRole('dialog', { name: '新建部门' });
    await drawer.getByLabel('部门名称').fill(name);
    await drawer.getByRole('button', { name: '创建', exact: true }).click();
    await expect(drawer).toHaveCount(0);
    await expect(node(name)).toBeVisible();
  };
  await person.isSignedIn('admin');
  await person.goesTo('/platform/organization');
  await makes(upper);
  await makes(lower);
  await test.step('moves it with the keys, into the one above', async () => {
    await node(lower).click();
    await page.getByRole('tree', { name: '组织' }).focus();
    const moved = page.waitForResponse((answer) =>
      answer.url().includes('/upm/org/updateOrgGroup'),
    );
    await page.keyboard.press('Alt+ArrowRight');
    expect((await moved).status()).toBe(200);
    await expect(node(lower)).toHaveAttribute('aria-level', '3');
    await person.sees(`${upper} / ${lower}`);
  });
  await test.step('takes it back, and does it again', async () => {
    await person.sees(`已把“${lower}”移到“${upper}”下`);
    await page.keyboard.press('Control+z');
    await expect(node(lower)).toHaveAttribute('aria-level', '2');
    await node(lower).click();
    await page.getByRole('tree', { name: '组织' }).focus();
    await page.keyboard.press('Alt+ArrowRight');
    await expect(node(lower)).toHaveAttribute('aria-level', '3');
  });
  await test.step('cannot delete what still holds something', async () => {
    await node(upper).click();
    await page.getByRole('button', { name: '部门的更多操作' }).click();
    await page.getByRole('menuitem', { name: '删除部门' }).click();
    const held = page.getByRole('dialog', { name: `删除“${upper}”` });
    await expect(held.getByText('1 个下级部门')).toBeVisible();
    await expect(held.getByRole('button', { name: '删除', exact: true })).toHaveCount(0);
    await held.getByRole('button', { name: '知道了' }).click();
    await expect(held).toHaveCount(0);
  });
  await test.step('deletes the empty one', async () => {
    await node(lower).click();
    await expect(page.getByRole('heading', { name: lower })).toBeVisible();
    await page.getByRole('button', { name: '部门的更多操作' }).click();
    await page.getByRole('menuitem', { name: '删除部门' }).click();
    await page.getByRole('button', { name: '删除', exact: true }).click();
    await expect(node(lower)).toHaveCount(0);
  });
  await isAccessible(person);
});

test('an administrator imports people from a sheet, corrects nothing and takes the good rows', async ({
  person,
}, { outputDir }) => {
  test.slow();
  const { page } = person;
  const stamp = String(Date.now() % 100_000_000).padStart(8, '0');
  const name = `新人${stamp}`;
  const rows = [
    ['姓名', '手机号或邮箱', '部门', '其他部门'],
    [name, `139${stamp}`, '财务部', ''],
    ['', 'x', '没有的部门', ''],
  ];
  const file = `${outputDir}.xlsx`;
  writeFileSync(file, await writeXlsx({ sheets: [{ name: '成员', rows }] }));
  await person.isSignedIn('admin');
  await person.goesTo('/platform/user/user');
  await page.getByRole('button', { name: '导入', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: '导入成员' });
  const template = page.waitForEvent('download');
  await drawer.getByRole('button', { name: '下载模板' }).click();
  expect((await template).suggestedFilename()).toBe('成员导入模板.xlsx');
  const chooser = page.waitForEvent('filechooser');
  await drawer.getByRole('button', { name: '选择表格' }).click();
  await (await chooser).setFiles(file);
  await expect(drawer.getByText('1 行有问题，1 行可以导入')).toBeVisible();
  await expect(drawer.getByText('没有这个部门')).toBeVisible();
  await drawer.getByRole('button', { name: '只导入没有问题的行' }).click();
  await expect(drawer.getByText('已导入 1 名成员')).toBeVisible();
  await drawer.getByRole('button', { name: '完成', exact: true }).click();
  await page.getByPlaceholder('姓名、拼音、工号、账号、手机号、邮箱').fill(name);
  await expect(page.getByRole('grid').getByText('待加入')).toBeVisible();
  await expect(page.getByRole('grid').getByText('财务部')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('tab', { name: '成员' })).toBeVisible();
  await fitsTheScreen(person);
  await hasReadableContrast(person);
});

test('an administrator makes an account, switches it off, and sees its person off', async ({
  person,
}) => {
  test.slow();
  const { page } = person;
  const stamp = Date.now().toString(36);
  const name = `离任 ${stamp}`;
  const row = page.getByRole('grid').getByText(name);
  const chooses = async (entry: string) => {
    await page.getByRole('button', { name: `${name} 的更多操作` }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  await person.isSignedIn('admin');
  await person.goesTo('/platform/user/user');
  await page.getByRole('button', { name: '邀请成员' }).click();
  const drawer = page.getByRole('dialog', { name: '邀请成员' });
  await drawer.getByRole('radio', { name: '直接建账号' }).click();
  await drawer.getByLabel('姓名').fill(name);
  await drawer.getByRole('textbox', { name: '账号' }).fill(`h.${stamp}`);
  await drawer.getByRole('textbox', { name: '初始密码' }).fill('Huozi@2026');
  await drawer.getByRole('button', { name: '创建账号' }).click();
  await expect(drawer).toHaveCount(0);
  await page.getByPlaceholder('姓名、拼音、工号、账号、手机号、邮箱').fill(stamp);
  await person.sees('共 1 条');
  await expect(row).toBeVisible();
  await chooses('停用');
  await page.getByRole('button', { name: '停用', exact: true }).last().click();
  await expect(page.getByRole('grid').getByText('已停用')).toBeVisible();
  await chooses('离职交接');
  await page
    .getByRole('dialog', { name: `${name}的离职交接` })
    .getByRole('button', { name: '确认离职' })
    .click();
  await expect(row).toHaveCount(0);
  await isAccessible(person);
});
