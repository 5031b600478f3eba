import { Designer, expect, test } from './fixtures.ts';

const own = (name: string): string => `${name} ${Date.now() % 1_000_000}`;

test('a builder tidies up: renames, opens, groups, copies, deletes and takes back', async ({
  person,
  colleague,
}) => {
  test.slow();
  const { page } = person;
  const [app, renamed, object] = [own('设备'), own('设备台账'), own('点检单')];
  const designer = new Designer(page);
  const card = (name: string) => page.getByRole('link', { name, exact: true });
  const menuOf = async (name: string, deed: string): Promise<void> => {
    await page.getByRole('button', { name: `${name}的更多操作` }).click();
    await page.getByRole('menuitem', { name: deed, exact: true }).click();
  };
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const isInMenu = async (name: string, there: boolean): Promise<void> => {
    await colleague.goesTo('/main');
    await expect(colleague.page.getByRole('link', { name }).first()).toBeVisible({
      visible: there,
    });
  };
  await person.isSignedIn('builder');
  await colleague.isSignedIn('user');

  await test.step('makes an application, which is a draft that colleagues do not see', async () => {
    await person.goesTo('/build.html');
    await page.getByRole('button', { name: '新建应用' }).click();
    await dialog('新建应用').getByRole('textbox', { name: '应用名称' }).fill(app);
    await dialog('新建应用').getByRole('button', { name: '创建' }).click();
    await person.readsHeading(app);
    await expect(page.getByText('草稿', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: '新建对象' }).first().click();
    await designer.namesIt(object);
    await designer.addsField({ type: '单行文本', label: '名称' });
    await designer.saves();
    await isInMenu(app, false);
  });

  await test.step('renames it, with another icon', async () => {
    await person.goesTo('/build.html');
    await menuOf(app, '修改名称、图标和地址');
    const settings = dialog(`修改“${app}”`);
    await settings.getByRole('textbox', { name: '应用名称' }).fill(renamed);
    await settings.getByRole('searchbox').fill('维修');
    await settings.getByRole('radio', { name: '闪电' }).check({ force: true });
    await settings.getByRole('button', { name: '保存' }).click();
    await expect(card(renamed)).toBeVisible();
  });

  await test.step('opens it to the company, and reads who will see it', async () => {
    await menuOf(renamed, '开放…');
    await expect(dialog(`开放“${renamed}”`)).toContainText(/全部 \d+ 名在职成员/);
    await dialog(`开放“${renamed}”`).getByRole('button', { name: '开放' }).click();
    await expect(dialog(`开放“${renamed}”`)).toHaveCount(0);
    await isInMenu(renamed, true);
  });

  await test.step('puts its object into a group of the menu', async () => {
    await card(renamed).click();
    await page.getByRole('tab', { name: '菜单' }).click();
    await page.getByRole('button', { name: '添加分组' }).click();
    await dialog('添加分组').getByRole('textbox', { name: '名称' }).fill('日常');
    await dialog('添加分组').getByRole('button', { name: '添加' }).click();
    await expect(page.getByRole('treeitem', { name: /日常/ })).toBeVisible();
    await page.getByRole('button', { name: '添加链接' }).click();
    await dialog('添加链接').getByRole('textbox', { name: '名称' }).fill('操作手册');
    await dialog('添加链接').getByRole('textbox', { name: '网址' }).fill('https://example.com/');
    await dialog('添加链接').getByRole('button', { name: '添加' }).click();
    await expect(page.getByRole('treeitem', { name: /操作手册/ })).toBeVisible();
    // By keys: into the group above.
    await page.getByRole('treeitem', { name: /操作手册/ }).click();
    const moved = page.waitForResponse((answer) =>
      answer.url().includes('/application/update/navigation'),
    );
    await page.keyboard.press('Alt+ArrowRight');
    // The tree shows it at once; others see it when it is saved.
    expect((await moved).status()).toBe(200);
    await colleague.goesTo('/main');
    await colleague.page.getByRole('link', { name: renamed }).first().click();
    const link = colleague.page.getByRole('link', { name: '操作手册' });
    await expect(link).toHaveAttribute('rel', /noopener/);
    await expect(link).toHaveAttribute('target', '_blank');
    await colleague.sees('日常');
  });

  await test.step('hides the object from the menu, and shows it again', async () => {
    await page.getByRole('tab', { name: '对象' }).click();
    const entry = colleague.page.getByRole('link', { name: object, exact: true });
    await expect(entry.first()).toBeVisible();
    await menuOf(object, '从菜单隐藏');
    await expect(page.getByText('菜单中隐藏')).toBeVisible();
    await colleague.page.reload();
    await colleague.sees('操作手册');
    await expect(entry).toHaveCount(0);
    await menuOf(object, '在菜单显示');
    await expect(page.getByText('菜单中隐藏')).toHaveCount(0);
  });

  await test.step('copies the object', async () => {
    await menuOf(object, '复制…');
    await dialog(`复制“${object}”`).getByRole('button', { name: '复制' }).click();
    await expect(card(`设计 ${object} 副本`)).toBeVisible();
  });

  await test.step('deletes the copy, reads what goes, and takes it back from the bin', async () => {
    await menuOf(`${object} 副本`, '删除…');
    const deleting = dialog(`删除“${object} 副本”`);
    await expect(deleting).toContainText(`${object} 副本：0 条记录`);
    await expect(deleting.getByRole('button', { name: '删除' })).toBeDisabled();
    await deleting.getByRole('textbox').fill(`${object} 副本`);
    await deleting.getByRole('button', { name: '删除' }).click();
    await expect(card(`设计 ${object} 副本`)).toHaveCount(0);
    await person.goesTo('/build.html#/bin');
    await page.getByRole('button', { name: `恢复 ${object} 副本` }).click();
    await expect(page.getByRole('button', { name: `恢复 ${object} 副本` })).toHaveCount(0);
  });

  await test.step('deletes the whole application and takes it back', async () => {
    await person.goesTo('/build.html');
    await menuOf(renamed, '删除…');
    const deleting = dialog(`删除“${renamed}”`);
    await deleting.getByRole('textbox').fill(renamed);
    await deleting.getByRole('button', { name: '删除' }).click();
    await expect(card(renamed)).toHaveCount(0);
    await isInMenu(renamed, false);
    await page.getByRole('button', { name: '回收站' }).click();
    await page.getByRole('button', { name: `恢复 ${renamed}` }).click();
    await expect(page.getByRole('button', { name: `恢复 ${renamed}` })).toHaveCount(0);
    await isInMenu(renamed, true);
  });
});

test('a builder makes an object of a pasted table, and sees its detail page with a record of it', async ({
  person,
}) => {
  const { page } = person;
  const [app, object] = [own('台账'), own('备件')];
  await person.isSignedIn('builder');
  await person.goesTo('/build.html');
  await page.getByRole('button', { name: '新建应用' }).click();
  const making = page.getByRole('dialog', { name: '新建应用' });
  await making.getByRole('textbox', { name: '应用名称' }).fill(app);
  await making.getByRole('button', { name: '创建' }).click();
  await person.readsHeading(app);

  await test.step('pastes, corrects a type, and reads which cell stayed empty', async () => {
    await page.getByRole('button', { name: '粘贴表格新建' }).click();
    const dialog = page.getByRole('dialog', { name: '粘贴表格新建对象' });
    await dialog.getByRole('textbox', { name: '对象名称' }).fill(object);
    await dialog
      .getByRole('textbox', { name: '表格内容' })
      .fill('名称\t数量\t入库日期\n轴承\t12\t2024/1/5\n皮带\t3\t2024-02-30');
    await dialog.getByRole('button', { name: '下一步' }).click();
    await expect(dialog.getByText('12、3')).toBeVisible();
    await dialog.getByRole('combobox').nth(2).click();
    await page.getByRole('option', { name: '日期', exact: true }).click();
    // A name used twice is said at its column, and going back to the table loses nothing.
    const second = dialog.getByRole('textbox', { name: '字段名称' }).nth(1);
    await second.fill('名称');
    await dialog.getByRole('button', { name: '新建并导入' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('字段名称“名称”已被使用');
    await second.fill('库存');
    await dialog.getByRole('button', { name: '上一步' }).click();
    await dialog.getByRole('button', { name: '下一步' }).click();
    await expect(second).toHaveValue('库存');
    await dialog.getByRole('button', { name: '新建并导入' }).click();
    await expect(dialog.getByText(`已新建“${object}”，导入 2 条记录`)).toBeVisible();
    await expect(dialog.getByText('第 3 行“入库日期”：“2024-02-30”不是日期')).toBeVisible();
    await dialog.getByRole('button', { name: '完成' }).click();
  });

  await test.step('opens the detail page of it from its card', async () => {
    await page.getByRole('button', { name: `${object}的更多操作` }).click();
    await page.getByRole('menuitem', { name: '详情页面' }).click();
    await person.readsHeading(`${object} · 详情`);
    const preview = page.getByRole('region', { name: '草稿的预览' });
    await expect(preview.getByText('皮带').or(preview.getByText('轴承')).first()).toBeVisible();
  });

  await test.step('the list of pages finds those of every object', async () => {
    await person.goesTo('/build.html#/pages');
    await page.getByLabel('搜索页面').fill('object.customer.');
    await expect(page.getByRole('link', { name: '客户 · 详情' })).toBeVisible();
    await page.getByLabel('搜索页面').fill(object);
    await expect(page.getByRole('link', { name: `${object} · 列表` })).toBeVisible();
  });
});

test('a builder starts from a template, looks at it with its records, and opens it to colleagues', async ({
  person,
  colleague,
}) => {
  const { page } = person;
  const app = own('设备部');
  await person.isSignedIn('builder');
  await colleague.isSignedIn('user');
  await person.goesTo('/build.html');

  await test.step('reads what each template has, and makes an application of one', async () => {
    await page.getByRole('button', { name: '从模板新建' }).click();
    const choosing = page.getByRole('dialog', { name: '从模板新建应用' });
    await expect(choosing.getByText('设备、报修单、保养记录', { exact: true })).toBeVisible();
    await choosing.getByRole('button', { name: '设备管理', exact: true }).click();
    const starting = page.getByRole('dialog', { name: '从模板“设备管理”新建' });
    await starting.getByRole('textbox', { name: '应用名称' }).fill(app);
    await expect(starting.getByRole('switch', { name: '带上示例记录' })).toBeChecked();
    await starting.getByRole('button', { name: '创建' }).click();
    await person.readsHeading(app);
    await expect(page.getByText('草稿', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: '设计 报修单' })).toBeVisible();
  });

  await test.step('opens it; a colleague finds its menu, its board and its records', async () => {
    await page.getByRole('button', { name: '开放…' }).click();
    const opening = page.getByRole('dialog', { name: `开放“${app}”` });
    await opening.getByRole('button', { name: '开放' }).click();
    await expect(opening).toHaveCount(0);
    await colleague.goesTo('/main');
    await colleague.page.getByRole('link', { name: app }).first().click();
    await colleague.sees('维护');
    await colleague.page.getByRole('link', { name: '报修单', exact: true }).first().click();
    await colleague.sees('维修中');
    await colleague.page.getByRole('link', { name: '设备', exact: true }).first().click();
    await colleague.sees('数控车床 CK6140');
  });
});
