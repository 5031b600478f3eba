import { writeFileSync } from 'node:fs';
import { writeXlsx } from 'hucre/xlsx';
import { EffortCount } from './effort.ts';
import { expect, PASSWORD, test, type Person } from './fixtures.ts';

const SEARCH = '姓名、拼音、工号、账号、手机号、邮箱';
/** What the administrator gives a new account; its person has to choose another. */
const FIRST = 'First@2026';

/** Names no other run of the story has. */
const stamp = String(Date.now() % 100_000_000).padStart(8, '0');
const [REGION, BRANCH] = [`大区${stamp}`, `门店${stamp}`];
const [BOSS, CLERK] = [`店长${stamp}`, `店员${stamp}`];

/** Signs in with a given password, chooses an own one, and signs in with that. */
async function choosesOwnPassword(who: Person, account: string, given: string, own: string) {
  await who.goesTo('/passport.html#/login');
  await who.fillsLogin(account, given);
  await who.page.getByRole('button', { name: '设置密码' }).click();
  await who.readsHeading('设置新密码');
  await who.page.getByRole('textbox', { name: '密码' }).fill(own);
  await who.page.getByRole('button', { name: '设置密码' }).click();
  await who.page.getByRole('button', { name: '去登录' }).click();
  await who.fillsLogin(account, own);
  await who.isAt(/^\/main$/);
}

/** Finds one member and opens the menu of the row. */
async function picksFromMenu(who: Person, name: string, deed: string): Promise<void> {
  await who.goesTo('/platform/user/user');
  await who.page.getByPlaceholder(SEARCH).fill(name);
  await who.sees('共 1 条');
  await who.page.getByRole('button', { name: `${name} 的更多操作` }).click();
  await who.page.getByRole('menuitem', { name: deed, exact: true }).click();
}

test('an administrator’s first week: departments, people by a sheet, a delegated administrator, a forgotten password, a leaver, and a log of all of it', async ({
  person,
  colleague,
  onPhone,
}, { outputDir }) => {
  test.setTimeout(240_000);
  const { page } = person;
  const effort = new EffortCount();
  await effort.watch(page);
  const others = new EffortCount();
  for (const each of [colleague, onPhone]) await others.watch(each.page);
  await person.signsIn('admin');
  const option = (name: string) => page.getByRole('option', { name: new RegExp(name) }).first();
  effort.part('登录');

  await test.step('a department, and one below it', async () => {
    await page.getByRole('button', { name: '系统管理', exact: true }).click();
    await page.getByRole('link', { name: '组织管理' }).click();
    for (const name of [REGION, BRANCH]) {
      await page.getByRole('button', { name: '新建部门' }).click();
      const drawer = page.getByRole('dialog', { name: '新建部门' });
      await drawer.getByLabel('部门名称').fill(name);
      if (name === BRANCH) {
        await drawer.getByRole('combobox', { name: '上级部门' }).click();
        await page.keyboard.type(REGION);
        await option(REGION).click();
      }
      await drawer.getByRole('button', { name: '创建', exact: true }).click();
      await expect(drawer).toHaveCount(0);
    }
    effort.part('部门');
  });

  await test.step('accounts for two who have neither number nor address', async () => {
    await page.getByRole('link', { name: '部门管理' }).click();
    for (const [name, account] of [
      [BOSS, 'boss'],
      [CLERK, 'clerk'],
    ] as const) {
      await page.getByRole('button', { name: '邀请成员' }).click();
      const drawer = page.getByRole('dialog', { name: '邀请成员' });
      await drawer.getByRole('radio', { name: '直接建账号' }).click();
      await drawer.getByLabel('姓名').fill(name);
      await drawer.getByRole('textbox', { name: '账号' }).fill(`${account}.${stamp}`);
      await drawer.getByRole('textbox', { name: '初始密码' }).fill(FIRST);
      await drawer.getByRole('combobox', { name: '部门', exact: true }).click();
      await page.keyboard.type(REGION);
      await option(REGION).click();
      await page.keyboard.press('Escape');
      await drawer.getByRole('button', { name: '创建账号' }).click();
      await expect(drawer).toHaveCount(0);
    }
    effort.part('直接建两个账号');
  });

  await test.step('the clerk leads the department below', async () => {
    await page.getByRole('link', { name: '组织管理' }).click();
    await page.getByRole('treeitem', { name: new RegExp(BRANCH) }).click();
    await page.getByRole('button', { name: '编辑', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: '编辑部门' });
    await drawer.getByRole('combobox', { name: '负责人' }).click();
    await page.keyboard.type(CLERK);
    await option(CLERK).click();
    await page.keyboard.press('Escape');
    await drawer.getByRole('button', { name: '保存' }).click();
    await expect(drawer).toHaveCount(0);
    await page.getByRole('link', { name: '部门管理' }).click();
    effort.part('部门负责人');
  });

  await test.step('the others by a sheet: what is wrong is said at its row', async () => {
    const rows = [
      ['姓名', '手机号或邮箱', '部门', '工号', '直接上级'],
      [`同事一${stamp}`, `139${stamp}`, `${REGION}/${BRANCH}`, `L${stamp}`, BOSS],
      [`同事二${stamp}`, `m${stamp}@example.com`, `${REGION}/${BRANCH}`, `M${stamp}`, BOSS],
      ['无处可去', `137${stamp}`, '没有的部门', '', ''],
    ];
    const file = `${outputDir}.xlsx`;
    writeFileSync(file, await writeXlsx({ sheets: [{ name: '成员', rows }] }));
    await page.getByRole('button', { name: '导入', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: '导入成员' });
    const chooser = page.waitForEvent('filechooser');
    await drawer.getByRole('button', { name: '选择表格' }).click();
    await (await chooser).setFiles(file);
    await expect(drawer.getByText(/没有的部门/).first()).toBeVisible();
    await drawer.getByRole('button', { name: '只导入没有问题的行' }).click();
    await expect(drawer.getByText('已导入 2 名成员')).toBeVisible();
    await drawer.getByRole('button', { name: '完成', exact: true }).click();
    effort.part('按表格导入');
  });

  await test.step('the manager of the region gets its people to look after', async () => {
    await page.getByRole('button', { name: '用户菜单' }).click();
    await page.getByRole('menuitem', { name: '企业管理' }).click();
    await page.getByRole('tab', { name: '管理员' }).click();
    await page.getByRole('button', { name: '添加子管理员' }).click();
    const drawer = page.getByRole('dialog', { name: '添加子管理员' });
    for (const [label, name] of [
      ['成员', BOSS],
      ['管理范围', REGION],
    ] as const) {
      await drawer.getByRole('combobox', { name: label }).click();
      await page.keyboard.type(name);
      await option(name).click();
      await page.keyboard.press('Escape');
    }
    for (const name of [/修改成员/, /重置密码/])
      await drawer.getByRole('treeitem', { name }).click();
    await drawer.getByRole('button', { name: '任命' }).click();
    await expect(drawer).toHaveCount(0);
    effort.part('子管理员');
  });

  await test.step('the manager signs in for the first time and chooses a password', async () => {
    others.resumes();
    await choosesOwnPassword(colleague, `boss.${stamp}`, FIRST, PASSWORD);
    others.part('店长第一次登录');
  });

  let given = '';
  await test.step('the clerk forgot the password: the manager reads who may give one, the administrator does', async () => {
    const named = { name: `重置${CLERK}的密码` };
    await picksFromMenu(colleague, CLERK, '重置密码');
    const told = colleague.page.getByRole('dialog', named);
    await expect(told.getByText(/请由管理员重置/)).toBeVisible();
    await expect(told.getByRole('button', { name: '重置密码' })).toHaveCount(0);
    await told.getByRole('button', { name: '取消' }).click();
    others.part('店长看店员的密码由谁重置');
    effort.resumes();
    await picksFromMenu(person, CLERK, '重置密码');
    const drawer = page.getByRole('dialog', named);
    await drawer.getByRole('button', { name: '重置密码' }).click();
    given = (await drawer.getByText(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/).textContent()) ?? '';
    await drawer.getByRole('button', { name: '完成' }).click();
    effort.part('重置店员的密码');
  });

  await test.step('the clerk signs in with it on a phone, and has to choose another', async () => {
    others.resumes();
    await choosesOwnPassword(onPhone, `clerk.${stamp}`, given, `${PASSWORD}-own`);
    others.part('店员用手机登录');
    others.report('first-week-others');
  });

  await test.step('the clerk leaves: what they had goes to the manager', async () => {
    effort.resumes();
    await picksFromMenu(person, CLERK, '离职交接');
    const drawer = page.getByRole('dialog', { name: `${CLERK}的离职交接` });
    await expect(drawer.getByText('负责的部门：1 个')).toBeVisible();
    await drawer.getByLabel('交接给').click();
    await page.keyboard.type(BOSS);
    await option(BOSS).click();
    await drawer.getByRole('button', { name: '确认离职' }).click();
    await person.sees(/已办理离职/);
    effort.part('离职交接');
  });

  await test.step('the log says who did what to whom', async () => {
    await page.getByRole('link', { name: '操作日志' }).click();
    const rows = page.getByRole('grid').getByRole('row');
    for (const [who, what, whom] of [
      ['顾望舒', '离职', CLERK],
      ['顾望舒', '重置成员密码', CLERK],
      ['顾望舒', '子管理员', BOSS],
      ['顾望舒', '导入成员', ''],
      ['顾望舒', '新建部门', BRANCH],
    ] as const)
      await expect(
        rows.filter({ hasText: who }).filter({ hasText: what }).filter({ hasText: whom }).first(),
      ).toBeVisible();
    effort.part('操作日志');
    effort.report('first-week');
  });
});
