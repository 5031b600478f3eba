import { writeFileSync } from 'node:fs';
import { writeXlsx } from 'hucre/xlsx';
import { EffortCount } from './effort.ts';
import { expect, PASSWORD, test, type Person } from './fixtures.ts';

const SEARCH = '姓名、拼音、工号、账号、手机号、邮箱';

test('an administrator’s first week: people by a sheet, departments, delegation, a forgotten password, a leaver, and a log of all of it', async ({
  person,
  colleague,
}, { outputDir }) => {
  test.setTimeout(240_000);
  const { page } = person;
  const stamp = String(Date.now() % 100_000_000).padStart(8, '0');
  const [region, branch] = [`大区${stamp}`, `门店${stamp}`];
  const [boss, clerk, leaver] = [`店长${stamp}`, `店员${stamp}`, `离店${stamp}`];
  const effort = new EffortCount();
  await effort.watch(page);
  await person.isSignedIn('admin');
  const option = (name: string) => page.getByRole('option', { name: new RegExp(name) }).first();
  const finds = async (who: Person, name: string): Promise<void> => {
    await who.goesTo('/platform/user/user');
    await who.page.getByPlaceholder(SEARCH).fill(name);
    await who.sees('共 1 条');
  };
  const menuOf = async (name: string, deed: string): Promise<void> => {
    await finds(person, name);
    await page.getByRole('button', { name: `${name} 的更多操作` }).click();
    await page.getByRole('menuitem', { name: deed, exact: true }).click();
  };

  await test.step('departments', async () => {
    await person.goesTo('/platform/organization');
    for (const name of [region, branch]) {
      await page.getByRole('button', { name: '新建部门' }).click();
      const drawer = page.getByRole('dialog', { name: '新建部门' });
      await drawer.getByLabel('部门名称').fill(name);
      await drawer.getByRole('button', { name: '创建', exact: true }).click();
      await expect(page.getByRole('treeitem', { name: new RegExp(name) })).toBeVisible();
      await page.getByRole('treeitem', { name: new RegExp(name) }).click();
    }
    effort.part('部门');
  });

  await test.step('people: one account, the others by a sheet', async () => {
    await person.goesTo('/platform/user/user');
    for (const [name, account] of [
      [boss, 'boss'],
      [clerk, 'clerk'],
    ] as const) {
      await page.getByRole('button', { name: '邀请成员' }).click();
      const drawer = page.getByRole('dialog', { name: '邀请成员' });
      await drawer.getByRole('radio', { name: '直接建账号' }).click();
      await drawer.getByLabel('姓名').fill(name);
      await drawer.getByRole('textbox', { name: '账号' }).fill(`${account}.${stamp}`);
      await drawer.getByRole('textbox', { name: '初始密码' }).fill(PASSWORD);
      await drawer.getByRole('combobox', { name: '部门', exact: true }).click();
      await page.keyboard.type(region);
      await option(region).click();
      await page.keyboard.press('Escape');
      await drawer.getByRole('button', { name: '创建账号' }).click();
      await expect(drawer).toHaveCount(0);
    }
    const rows = [
      ['姓名', '手机号或邮箱', '部门', '工号'],
      [leaver, `139${stamp}`, region, `L${stamp}`],
      [`同事${stamp}`, `138${stamp}`, region, `M${stamp}`],
    ];
    const file = `${outputDir}.xlsx`;
    writeFileSync(file, await writeXlsx({ sheets: [{ name: '成员', rows }] }));
    await page.getByRole('button', { name: '导入', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: '导入成员' });
    const chooser = page.waitForEvent('filechooser');
    await drawer.getByRole('button', { name: '选择表格' }).click();
    await (await chooser).setFiles(file);
    await drawer.getByRole('button', { name: /^导入/ }).click();
    await expect(drawer.getByText('已导入 2 名成员')).toBeVisible();
    await drawer.getByRole('button', { name: '完成', exact: true }).click();
    effort.part('成员：建账号、按表格导入');
  });

  await test.step('the manager of the region gets its people', async () => {
    await person.goesTo('/company/administrator');
    await page.getByRole('button', { name: '添加子管理员' }).click();
    const drawer = page.getByRole('dialog', { name: '添加子管理员' });
    for (const [label, name] of [
      ['成员', boss],
      ['管理范围', region],
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

  let given = '';
  await test.step('a clerk forgot the password: the manager gives one', async () => {
    await colleague.isSignedIn(`boss.${stamp}`);
    await finds(colleague, clerk);
    await colleague.page.getByRole('button', { name: `${clerk} 的更多操作` }).click();
    await colleague.page.getByRole('menuitem', { name: '重置密码' }).click();
    const drawer = colleague.page.getByRole('dialog', { name: `重置${clerk}的密码` });
    await drawer.getByRole('button', { name: '重置密码' }).click();
    given = (await drawer.getByText(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/).textContent()) ?? '';
    await drawer.getByRole('button', { name: '完成' }).click();
  });
  await test.step('who may not sign in with it for long: they choose their own', async () => {
    const context = colleague.page.context();
    await context.clearCookies();
    await colleague.page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await colleague.goesTo('/passport.html#/login');
    await colleague.fillsLogin(`clerk.${stamp}`, given);
    await expect(colleague.page.getByRole('button', { name: '设置密码' })).toBeVisible();
  });

  await test.step('one leaves: what they had goes to another', async () => {
    await menuOf(clerk, '离职交接');
    const drawer = page.getByRole('dialog', { name: `${clerk}的离职交接` });
    await drawer.getByLabel('交接给').click();
    await page.keyboard.type(boss);
    await option(boss).click();
    await drawer.getByRole('button', { name: '确认离职' }).click();
    await person.sees(/已办理离职/);
    effort.part('离职交接');
  });

  await test.step('the log says who did what to whom', async () => {
    await person.goesTo('/platform/log/operation');
    const rows = page.getByRole('grid').getByRole('row');
    for (const [who, what] of [
      ['顾望舒', `离职`],
      [boss, `重置成员密码`],
      ['顾望舒', `子管理员`],
      ['顾望舒', `导入`],
      ['顾望舒', `部门`],
    ] as const)
      await expect(rows.filter({ hasText: who }).filter({ hasText: what }).first()).toBeVisible();
    effort.part('操作日志');
    effort.report('first-week');
  });
});
