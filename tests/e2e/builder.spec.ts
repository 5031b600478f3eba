import { Designer, expect, Records, test } from './fixtures.ts';
import { isAccessible } from './reader.ts';

/** Names of their own, so that the stories can be played twice on one database. */
const own = (name: string): string => `${name} ${Date.now() % 1_000_000}`;

test('what is wrong in a design is said in its place, and nothing is lost until it is right', async ({
  person,
}) => {
  const designer = new Designer(person.page);
  const name = own('出差申请');
  await person.isSignedIn('builder');
  await designer.opensNewObject('客户管理');

  await test.step('an object without a name and without a field', async () => {
    await designer.triesToSave();
    await designer.isTold('请填写对象名称');
    await designer.isTold('请填写至少一个字段');
    await designer.namesIt(name);
  });
  await test.step('a field without a name, without an object to point to', async () => {
    await designer.addsField({ type: '单行文本', label: ' ' });
    await designer.addsField({ type: '关联对象', label: '相关客户' });
    await designer.triesToSave();
    await designer.isToldAtField('请填写字段名称');
    await designer.renamesField('目的地');
    await designer.isTold('相关客户 › 关联对象');
    await person.page.getByRole('button', { name: '相关客户 › 关联对象' }).click();
    await designer.isToldAtField('请填写关联对象');
    await designer.pointsTo('客户');
  });
  await test.step('identifiers that are Chinese, reserved or taken', async () => {
    await designer.addsField({ type: '整数', label: '天数' });
    await designer.identifiesField('天数');
    await designer.triesToSave();
    await designer.isToldAtField('应为小写英文字母开头');
    await designer.identifiesField('createdAt');
    await designer.triesToSave();
    await designer.isToldAtField('“createdAt”是系统保留名');
    await designer.identifiesField('days');
    await designer.addsField({ type: '小数', label: '小时数' });
    await designer.identifiesField('days');
    await designer.triesToSave();
    await designer.isToldAtField('“days”已被使用');
    await designer.identifiesField('hours');
  });
  await designer.saves();
  await expect.poll(() => designer.fields()).toEqual(['目的地', '相关客户', '天数', '小时数']);

  await test.step('an identifier of the object that is taken', async () => {
    await designer.opensNewObject('客户管理');
    await designer.namesIt(own('重名'));
    await designer.addsField({ type: '单行文本' });
    await person.page.getByRole('textbox', { name: '对象标识' }).fill('customer');
    await designer.triesToSave();
    await designer.isTold('“customer”已被使用');
    await expect(person.page.getByRole('textbox', { name: '对象标识' })).toHaveValue('customer');
  });
  await test.step('leaving asks first', async () => {
    await person.page.getByRole('link', { name: '返回' }).click();
    await person.sees('有未保存的内容，离开后将丢失');
    await person.page.getByRole('button', { name: '留在此页' }).click();
    await expect(person.page.getByRole('textbox', { name: '对象标识' })).toHaveValue('customer');
    await person.page.getByRole('link', { name: '返回' }).click();
    await person.page.getByRole('button', { name: '离开' }).click();
    await person.readsHeading('客户管理');
  });
});

test('a field is dragged in, moved with keys, renamed with its identifier, and deleted: records keep their data', async ({
  person,
}) => {
  const { page } = person;
  const designer = new Designer(page);
  const name = own('报修单');
  const records = new Records(page, name);
  await person.isSignedIn('builder');
  await person.goesTo('/main');

  await test.step('clicks, drags and keys put fields in their order', async () => {
    await designer.opensNewObject('客户管理');
    await designer.namesIt(name);
    await designer.addsField({ type: '单行文本', label: '故障', required: true, unique: true });
    await designer.addsField({ type: '整数', label: '件数' });
    await designer.dragsField('多行文本', '件数');
    await page.keyboard.type('经过');
    await expect.poll(() => designer.fields()).toEqual(['故障', '经过', '件数']);
    await designer.movesFieldUp('件数');
    await expect.poll(() => designer.fields()).toEqual(['故障', '件数', '经过']);
    await designer.addsField({ type: '电话', label: '不要了' });
    await designer.deletesField('不要了');
    await designer.saves();
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: '已建好' })
        .getByRole('button', { name: '打开列表' }),
    ).toBeVisible();
  });
  await test.step('a record is refused in its own place: missing, too long, doubled', async () => {
    await records.opens();
    await records.startsNew();
    await records.types('件数', '12');
    await records.saves();
    await records.isTold('请填写故障');
    await records.types('故障', '漏'.repeat(201));
    await records.saves();
    await records.isTold('故障最多 200 个字符');
    await records.types('故障', '漏水');
    await records.types('件数', '99999999999');
    await records.saves();
    await records.isTold('件数超出允许范围');
    await records.types('件数', '12');
    await records.saves();
    await expect(records.row('漏水')).toBeVisible();
    await records.startsNew();
    await records.types('故障', '漏水');
    await records.saves();
    await records.isTold('故障“漏水”已存在，不能重复');
    await records.types('故障', '断电');
    await records.saves();
    await expect(records.row('断电')).toBeVisible();
  });
  await test.step('a type the data does not fit: nothing is changed unasked, and what was left out comes back', async () => {
    await designer.opensObject('客户管理', name);
    await designer.picksField('故障');
    await designer.choosesType('日期');
    await designer.triesToSave();
    const plan = page.getByRole('dialog', { name: '这次修改会怎样改动记录' });
    await expect(plan).toContainText('有 2 条记录的值换不过去');
    await expect(plan).toContainText('漏水');
    await isAccessible(person);
    await plan.getByRole('button', { name: '返回修改' }).click();
    await designer.triesToSave();
    await plan.getByRole('button', { name: '清空这些值并保存' }).click();
    const lost = page.getByRole('button', { name: '2 条没有换过去' });
    // Its indexes are built beside the work of everybody else in the database, which they wait for.
    await expect(page.getByText('已完成', { exact: true })).toBeVisible({ timeout: 90_000 });
    await isAccessible(person);
    await lost.click();
    const values = page.getByRole('dialog', { name: '“故障”没有换过去的值' });
    await expect(values).toContainText('断电');
    await values.getByRole('button', { name: '关闭' }).last().click();
    await page.getByRole('button', { name: '撤销', exact: true }).last().click();
    await page.getByRole('button', { name: '撤销更改' }).click();
    await expect(lost).toHaveCount(0);
    await page.getByRole('tab', { name: '字段' }).click();
    await designer.picksField('故障');
    await expect(page.getByRole('combobox', { name: '字段类型' })).toHaveValue('单行文本');
    // The way back is a change of type like the one before: the object is as it was at its end.
    await expect(page.getByText('正在更改类型')).toHaveCount(0, { timeout: 90_000 });
  });
  await test.step('another name and identifier, another field gone: the values are still there', async () => {
    await designer.picksField('件数');
    await designer.renamesField('数量');
    await designer.identifiesField('quantity');
    await designer.deletesField('经过');
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await designer.saves();
    await expect.poll(() => designer.fields()).toEqual(['故障', '数量']);
    await records.opens();
    await expect.poll(async () => (await records.column('数量')).toSorted()).toEqual(['', '12']);
    await expect(records.list.getByRole('columnheader', { name: /^经过/ })).toHaveCount(0);
  });
  await test.step('a deleted record comes back', async () => {
    await records.deletes('漏水');
    await expect(records.row('漏水')).toHaveCount(0);
    await page.getByRole('button', { name: '撤销删除' }).click();
    await expect(records.row('漏水')).toBeVisible();
  });
});

test('two people at one record and at one design: the second keeps what they typed and takes over what the first saved', async ({
  person,
}) => {
  const designer = new Designer(person.page);
  const name = own('值班表');
  const records = new Records(person.page, name);
  await person.isSignedIn('builder');
  await designer.opensNewObject('客户管理');
  await designer.namesIt(name);
  await designer.addsField({ type: '单行文本', label: '姓名' });
  await designer.addsField({ type: '整数', label: '班次' });
  await designer.saves();

  await test.step('the design', async () => {
    const second = await person.opensTab(person.at());
    const other = new Designer(second.page);
    await other.picksField('班次');
    await other.renamesField('班次数');
    await designer.addsField({ type: '日期', label: '日期' });
    await designer.saves();
    await other.triesToSave();
    await other.isTold('内容已被他人修改，未作保存');
    await second.page.getByRole('button', { name: '载入最新内容' }).click();
    await expect.poll(() => other.fields()).toEqual(['姓名', '班次数', '日期']);
    await other.saves();
    await second.page.close();
  });
  await test.step('a record', async () => {
    await records.opens();
    const list = person.at();
    await records.writes({ 姓名: '甲', 班次数: '1' });
    const second = await person.opensTab(list);
    const other = new Records(second.page, name);
    for (const one of [records, other]) {
      await one.row('甲').getByText('甲').click();
      await one.drawer.getByRole('button', { name: '编辑', exact: true }).click();
    }
    // News of the design may reach an open record late: with nothing typed, it starts afresh.
    const edit = records.drawer.getByRole('button', { name: '编辑', exact: true });
    const shifts = records.drawer.getByRole('textbox', { name: '班次数', exact: true });
    await expect(edit.or(shifts)).toBeVisible();
    if (await edit.isVisible()) await edit.click();
    await records.types('班次数', '2');
    await records.saves();
    await expect(records.drawer.getByRole('button', { name: '编辑', exact: true })).toBeVisible();
    await other.types('姓名', '乙');
    await other.saves();
    // At once: the drawer waits for the save by itself.
    await other.closes();
    await expect
      .poll(async () => [await other.column('姓名'), await other.column('班次数')])
      .toEqual([['乙'], ['2']]);
  });
});

test('an application is made with a name and an icon, and waits for its first object', async ({
  person,
}) => {
  const { page } = person;
  const name = own('行政');
  await person.isSignedIn('builder');
  await person.goesTo('/build.html');
  await page.getByRole('button', { name: '新建应用' }).click();
  const dialog = page.getByRole('dialog', { name: '新建应用' });
  await dialog.getByRole('button', { name: '创建' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: '请填写应用名称' })).toBeVisible();
  await dialog.getByRole('textbox', { name: '应用名称' }).fill(name);
  await dialog.getByRole('radio', { name: '橙' }).check({ force: true });
  await dialog.getByRole('button', { name: '创建' }).click();
  await person.readsHeading(name);
  await person.sees('还没有对象');
  await page.getByRole('button', { name: '新建对象' }).first().click();
  await person.readsHeading('新建对象');
});

test('settings that lead elsewhere are chosen by name: figures, and options below options', async ({
  person,
}) => {
  const designer = new Designer(person.page);
  const settings = person.page.getByRole('complementary', { name: '字段设置' });
  const choose = async (label: string, option: string): Promise<void> => {
    await settings.getByRole('combobox', { name: label }).click();
    await person.page
      .getByRole('listbox')
      .getByRole('option', { name: option, exact: true })
      .click();
  };
  await person.isSignedIn('builder');
  await designer.opensNewObject('客户管理');
  await designer.namesIt(own('领料单'));
  await designer.addsField({ type: '单行文本', label: '名称' });
  await designer.addsField({ type: '明细表' });

  await test.step('a name that is taken is said before anything is saved', async () => {
    await designer.addsField({ type: '整数', label: '名称' });
    await person.page.keyboard.press('Tab');
    await designer.isToldAtField('字段名称“名称”已被使用');
    await designer.renamesField('件数');
  });
  await test.step('a figure over rows', async () => {
    await designer.addsField({ type: '汇总' });
    await choose('汇总的数据来源', '明细表');
    await choose('汇总方式', '求和');
    await choose('汇总字段', '数量');
  });
  await test.step('options below an option', async () => {
    await designer.addsField({ type: '级联选择' });
    await settings.getByRole('button', { name: '选项 1的下级' }).click();
    await settings
      .getByRole('group', { name: '选项 1的下级' })
      .getByRole('button', { name: '添加选项' })
      .click();
    await person.page.keyboard.type('原料');
  });
  await designer.saves();
  await expect
    .poll(() => designer.fields())
    .toEqual(['名称', '明细表', '件数', '汇总', '级联选择']);
});

test('the types of fields are read in full, also the longest', async ({ person }) => {
  await person.isSignedIn('builder');
  await new Designer(person.page).opensNewObject('客户管理');
  const types = person.page.getByRole('group', { name: '可选的字段类型' }).getByRole('button');
  await expect(types.filter({ hasText: '关联多条记录' })).toBeVisible();
  const cut = await types.evaluateAll((buttons) =>
    buttons
      .filter((button) => [...button.children].some((part) => part.scrollWidth > part.clientWidth))
      .map((button) => button.textContent),
  );
  expect(cut).toEqual([]);
});
