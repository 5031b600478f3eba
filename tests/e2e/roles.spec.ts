import { expect, test, type Person } from './person.ts';

const roleLine = (person: Person, name: string) => person.page.getByRole('treeitem', { name: new RegExp(name) });

async function makesRole(person: Person, name: string): Promise<void> {
  await person.goesTo('/platform/role');
  await expect(roleLine(person, '普通用户')).toBeVisible();
  await person.page.getByRole('button', { name: '新建', exact: true }).click();
  await person.page.getByRole('menuitem', { name: '新建角色', exact: true }).click();
  await person.page.getByLabel('角色名称').fill(name);
  await person.page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(person.page.getByRole('heading', { name })).toBeVisible();
}

test('an administrator makes a role, gives it a function and a member, and the member has the function and no other', async ({ person }) => {
  const name = `巡查员${Date.now() % 100_000}`;
  await person.signsIn('admin');
  await makesRole(person, name);
  await roleLine(person, '日志查看').click();
  await person.page.getByRole('button', { name: '保存权限' }).click();
  await expect(person.page.getByRole('button', { name: '保存权限' })).toBeDisabled();
  await person.page.getByRole('tab', { name: '成员', exact: true }).click();
  await person.page.getByRole('button', { name: '添加成员' }).click();
  const drawer = person.page.getByRole('dialog');
  await drawer.getByPlaceholder('搜索姓名或拼音').fill('许清和');
  await expect(drawer.getByRole('option')).toHaveText([/许清和/]);
  await drawer.getByRole('option').click();
  await person.page.getByRole('button', { name: '添加 1 人' }).click();
  await expect(roleLine(person, name)).toContainText('1');
  await person.signsOut();
  await person.fillsLogin('user', 'Huozi@2026');
  await person.isAt(/^\/(main|platform)/);
  await person.goesTo('/platform/log/login');
  await person.readsHeading('登录日志');
  await person.goesTo('/platform/role');
  await expect(roleLine(person, '普通用户')).toHaveCount(0);
});

test('a work group is made of people and departments, looked at and deleted', async ({ person }) => {
  const name = `旺季备货${Date.now() % 100_000}`;
  await person.signsIn('admin');
  await person.goesTo('/platform/workGroup');
  await person.page.getByRole('button', { name: '新建工作组' }).first().click();
  await person.page.getByLabel('名称', { exact: true }).fill(name);
  await person.page.getByRole('button', { name: '保存', exact: true }).click();
  await person.page.getByText(name, { exact: true }).first().click();
  await expect(person.page.getByText('还没有成员。')).toBeVisible();
  await person.page.getByRole('button', { name: '删除', exact: true }).click();
  await person.page.getByRole('dialog', { name: `删除“${name}”` }).getByRole('button', { name: '删除', exact: true }).click();
  await expect(person.page.getByText(name, { exact: true })).toHaveCount(0);
});
