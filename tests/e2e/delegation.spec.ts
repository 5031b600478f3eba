import { callAsAdministrator, createAccount } from './administrator.ts';
import { expect, test } from './fixtures.ts';
import { fitsTheScreen, isAccessible } from './reader.ts';

const SEARCH = '姓名、拼音、工号、账号、手机号、邮箱';

test('an administrator leaves a department to a delegated administrator, who manages its people and no others, until it is withdrawn', async ({
  person,
  colleague,
}) => {
  test.slow();
  const { page } = person;
  const stamp = String(Date.now() % 100_000_000).padStart(8, '0');
  const [region, branch] = [`大区${stamp}`, `门店${stamp}`];
  const [inside, outside, boss] = [`店员${stamp}`, `外人${stamp}`, `店长${stamp}`];
  await person.isSignedIn('admin');
  const ask = await callAsAdministrator(person);
  const { id: upper } = await ask('upm.org.addOrgGroup', { title: region });
  const { id: lower } = await ask('upm.org.addOrgGroup', { title: branch, parentId: upper });
  const employ = (realName: string, deptIds: string[]) =>
    ask('upm.userOrg.createUser', {
      realName,
      account: `m${realName.charCodeAt(0)}.${stamp}`,
      password: 'First@2026',
      deptIds,
    });
  await employ(inside, [lower]);
  await employ(outside, []);
  await createAccount(ask, boss, `boss.${stamp}`);

  await test.step('the administrator chooses who, which department and what', async () => {
    await person.goesTo('/company/administrator');
    await page.getByRole('button', { name: '添加子管理员' }).click();
    const drawer = page.getByRole('dialog', { name: '添加子管理员' });
    for (const [label, name] of [
      ['成员', boss],
      ['管理范围', region],
    ] as const) {
      await drawer.getByRole('combobox', { name: label }).click();
      await page.keyboard.type(name);
      await page.getByRole('option', { name: new RegExp(name) }).click();
      await page.keyboard.press('Escape');
    }
    for (const name of [/添加成员/, /修改成员/, /编辑部门/])
      await drawer.getByRole('treeitem', { name }).click();
    await fitsTheScreen(person);
    await isAccessible(person);
    await drawer.getByRole('button', { name: '任命' }).click();
    await expect(drawer).toHaveCount(0);
    const row = page.getByRole('row').filter({ hasText: boss });
    await expect(row).toContainText(region);
    await expect(row).toContainText('添加成员、修改成员、编辑部门');
  });

  await test.step('the delegated administrator sees that department’s people, and changes them', async () => {
    await colleague.isSignedIn(`boss.${stamp}`);
    await colleague.goesTo('/system');
    await colleague.isAt(/^\/platform\/user\/user/);
    await expect(colleague.page.getByRole('treeitem')).toHaveCount(3);
    await colleague.page.getByPlaceholder(SEARCH).fill(stamp);
    await colleague.sees('共 1 条');
    await expect(colleague.page.getByRole('button', { name: '导出' })).toHaveCount(0);
    await colleague.page.getByRole('grid').getByText(inside).click();
    await colleague.page.getByRole('button', { name: '编辑' }).click();
    const drawer = colleague.page.getByRole('dialog', { name: '编辑成员' });
    await drawer.getByLabel('职务').fill('店员');
    await drawer.getByRole('button', { name: '保存' }).click();
    await expect(colleague.page.getByRole('grid').getByText('店员', { exact: true })).toBeVisible();
    await fitsTheScreen(colleague);
  });

  await test.step('and its departments, which stay where they are', async () => {
    await colleague.page.getByRole('link', { name: '组织管理' }).click();
    await colleague.page.getByRole('button', { name: '新建部门' }).click();
    const drawer = colleague.page.getByRole('dialog', { name: '新建部门' });
    await drawer.getByLabel('部门名称').fill(`柜台${stamp}`);
    await drawer.getByRole('button', { name: '创建', exact: true }).click();
    await expect(drawer.getByText('请选择上级部门')).toBeVisible();
    await drawer.getByRole('combobox', { name: '上级部门' }).click();
    await expect(colleague.page.getByRole('option')).toHaveCount(2);
    await colleague.page.getByRole('option', { name: new RegExp(branch) }).click();
    await drawer.getByRole('button', { name: '创建', exact: true }).click();
    await expect(
      colleague.page.getByRole('treeitem', { name: new RegExp(`柜台${stamp}`) }),
    ).toBeVisible();
  });

  await test.step('once it is withdrawn, the open page takes nothing more', async () => {
    await page.getByRole('button', { name: `${boss} 的更多操作` }).click();
    await page.getByRole('menuitem', { name: '撤销' }).click();
    await page.getByRole('button', { name: '撤销', exact: true }).click();
    await person.sees('已撤销，立即生效');
    await colleague.goesTo('/platform/user/user');
    await colleague.readsHeading('没有访问此处的权限');
  });
});
