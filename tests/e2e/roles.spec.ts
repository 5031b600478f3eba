import { callAsAdministrator, createMember } from './administrator.ts';
import { expect, PASSWORD, test, type Person } from './fixtures.ts';

const DIGITS = '零一二三四五六七八九';
/** A name of its own without a figure in it: a figure beside a role's name is how many have it. */
const own = (name: string): string =>
  name + [...String(Date.now() % 100_000)].map((digit) => DIGITS[Number(digit)]).join('');
const roleLine = (person: Person, name: string) =>
  person.page.getByRole('treeitem', { name: new RegExp(name) });

async function makesRole(person: Person, name: string): Promise<void> {
  await person.goesTo('/platform/role');
  await expect(roleLine(person, '普通用户')).toBeVisible();
  await person.page.getByRole('button', { name: '新建', exact: true }).click();
  await person.page.getByRole('menuitem', { name: '新建角色', exact: true }).click();
  await person.page.getByLabel('角色名称').fill(name);
  await person.page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(person.page.getByRole('heading', { name })).toBeVisible();
}

test('an administrator makes a role, gives it a function and a member, and the member has the function and no other', async ({
  person,
}) => {
  const [name, who] = [own('巡查员'), own('许巡')];
  await person.isSignedIn('admin');
  await person.goesTo('/main');
  // Rights of a person of other stories must not change under them.
  const account = await createMember(await callAsAdministrator(person), who);
  await makesRole(person, name);
  await roleLine(person, '日志查看').click();
  await person.page.getByRole('button', { name: '保存权限' }).click();
  await expect(person.page.getByRole('button', { name: '保存权限' })).toBeDisabled();
  await person.page.getByRole('tab', { name: '成员', exact: true }).click();
  await person.page.getByRole('button', { name: '添加成员' }).click();
  const drawer = person.page.getByRole('dialog');
  await drawer.getByPlaceholder('搜索姓名或拼音').fill(who);
  await expect(drawer.getByRole('option')).toHaveText([new RegExp(who)]);
  await drawer.getByRole('option').click();
  await person.page.getByRole('button', { name: '添加 1 人' }).click();
  await expect(roleLine(person, name)).toHaveText(new RegExp(`${name}\\D*1\\D*$`));
  await person.signsOut();
  await person.fillsLogin(account, PASSWORD);
  await person.isAt(/^\/(main|platform)/);
  await person.goesTo('/platform/log/login');
  await person.readsHeading('登录日志');
  await person.goesTo('/platform/role');
  await expect(roleLine(person, '普通用户')).toHaveCount(0);
});

test('a role given in another browser reaches who is at work: the menu grows and what they typed stays; taken, it closes without signing out', async ({
  person,
  colleague,
}) => {
  const [name, who] = [own('值班员'), own('许值')];
  await person.isSignedIn('admin');
  await person.goesTo('/main');
  const ask = await callAsAdministrator(person);
  const account = await createMember(ask, who);
  await colleague.isSignedIn(account);
  await colleague.goesTo('/personal/profile');
  const typed = colleague.page.getByLabel('姓名');
  await expect(typed).toHaveValue(who);
  await typed.fill('还没有保存');
  const menu = async (count: number): Promise<void> => {
    await colleague.page.getByRole('button', { name: '用户菜单' }).click();
    await expect(colleague.page.getByRole('menuitem', { name: '退出登录' })).toBeVisible();
    await expect(colleague.page.getByRole('menuitem', { name: '系统管理' })).toHaveCount(count);
    await colleague.page.keyboard.press('Escape');
  };
  await menu(0);

  await makesRole(person, name);
  await roleLine(person, '日志查看').click();
  await person.page.getByRole('button', { name: '保存权限' }).click();
  await expect(person.page.getByRole('button', { name: '保存权限' })).toBeDisabled();
  await person.page.getByRole('tab', { name: '成员', exact: true }).click();
  await person.page.getByRole('button', { name: '添加成员' }).click();
  const drawer = person.page.getByRole('dialog');
  await drawer.getByPlaceholder('搜索姓名或拼音').fill(who);
  await drawer.getByRole('option').click();
  await person.page.getByRole('button', { name: '添加 1 人' }).click();

  await expect(async () => menu(1)).toPass();
  await expect(typed).toHaveValue('还没有保存');
  const tab = await colleague.opensTab('/platform/log/login');
  await tab.readsHeading('登录日志');

  const role = (await ask('upm.role.tree', { ids: [] }))
    .flatMap(({ children }) => children)
    .find(({ title }) => title === name)!;
  const { records } = await ask('upm.userRole.pageUserRoleList', { roleId: role.id });
  await ask('upm.userRole.deleteUserRole', {
    roleId: role.id,
    userIds: records.map(({ id }) => id),
  });
  await tab.sees('没有访问此处的权限');
  await expect(async () => menu(0)).toPass();
  await expect(typed).toHaveValue('还没有保存');
});

test('a work group is made of people and departments, looked at and deleted', async ({
  person,
}) => {
  const name = own('旺季备货');
  await person.isSignedIn('admin');
  await person.goesTo('/platform/workGroup');
  await person.page.getByRole('button', { name: '新建工作组' }).first().click();
  await person.page.getByLabel('名称', { exact: true }).fill(name);
  await person.page.getByRole('button', { name: '保存', exact: true }).click();
  await person.page.getByText(name, { exact: true }).first().click();
  await expect(person.page.getByText('还没有成员。')).toBeVisible();
  await person.page.getByRole('button', { name: '删除', exact: true }).click();
  await person.page
    .getByRole('dialog', { name: `删除“${name}”` })
    .getByRole('button', { name: '删除', exact: true })
    .click();
  await expect(person.page.getByText(name, { exact: true })).toHaveCount(0);
});
