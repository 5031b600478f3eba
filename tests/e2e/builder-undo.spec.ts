import { Designer, expect, Records, test } from './fixtures.ts';

test("a builder's mistakes in the object designer are undone, and what was deleted comes back with its data", async ({
  person,
}) => {
  const { page } = person;
  const designer = new Designer(page);
  const name = `保养计划 ${Date.now() % 1_000_000}`;
  const records = new Records(page, name);
  const settings = page.getByRole('complementary', { name: '字段设置' });
  const label = page.getByRole('textbox', { name: '对象名称' });
  await person.isSignedIn('builder');
  await designer.opensNewObject('客户管理');
  await designer.namesIt(name);
  await designer.addsField({ type: '单行文本', label: '计划名称' });
  await designer.addsField({ type: '整数', label: '周期天数' });
  await designer.addsField({ type: '单行文本', label: '备注' });

  await test.step('a deleted field is back with one key; what was typed elsewhere stays', async () => {
    await designer.deletesField('周期天数');
    await expect.poll(() => designer.fields()).toEqual(['计划名称', '备注']);
    await page.keyboard.press('Control+z');
    await expect.poll(() => designer.fields()).toEqual(['计划名称', '周期天数', '备注']);
    await expect(label).toHaveValue(name);
    await page.keyboard.press('Control+y');
    await expect.poll(() => designer.fields()).toEqual(['计划名称', '备注']);
    await page.getByRole('button', { name: '撤销', exact: true }).click();
    await expect.poll(() => designer.fields()).toEqual(['计划名称', '周期天数', '备注']);
    // What was brought back is chosen.
    await expect(settings.getByRole('textbox', { name: '字段名称' })).toHaveValue('周期天数');
  });
  await test.step('a move and a rename are steps of their own, taken back and done again in their order', async () => {
    const [undo, redo] = ['撤销', '重做'].map((name) =>
      page.getByRole('button', { name, exact: true }),
    );
    await designer.movesFieldUp('备注');
    await expect.poll(() => designer.fields()).toEqual(['计划名称', '备注', '周期天数']);
    await designer.picksField('周期天数');
    await designer.renamesField('间隔天数');
    await expect.poll(() => designer.fields()).toEqual(['计划名称', '备注', '间隔天数']);
    await undo!.click();
    await expect.poll(() => designer.fields()).toEqual(['计划名称', '备注', '周期天数']);
    await undo!.click();
    await expect.poll(() => designer.fields()).toEqual(['计划名称', '周期天数', '备注']);
    await redo!.click();
    await redo!.click();
    await expect(redo!).toBeDisabled();
    await expect.poll(() => designer.fields()).toEqual(['计划名称', '备注', '间隔天数']);
    await undo!.click();
    await undo!.click();
    await expect.poll(() => designer.fields()).toEqual(['计划名称', '周期天数', '备注']);
  });
  await test.step('in a text the key takes back what was typed there, and nothing else', async () => {
    const help = page.getByRole('textbox', { name: '说明', exact: true });
    await help.pressSequentially('每季');
    await page.keyboard.press('Control+z');
    await expect(help).toHaveValue('每');
    await page.keyboard.press('Control+z');
    await expect(help).toHaveValue('');
    await expect(label).toHaveValue(name);
    await expect.poll(() => designer.fields()).toEqual(['计划名称', '周期天数', '备注']);
  });
  await test.step('a new column takes what is typed next', async () => {
    await designer.addsField({ type: '明细表', label: '用料' });
    await settings.getByRole('button', { name: '添加一列' }).click();
    await page.keyboard.type('单价');
    await expect(settings.getByRole('textbox', { name: '列名' }).last()).toHaveValue('单价');
    await expect(settings.getByRole('textbox', { name: '字段名称' })).toHaveValue('用料');
  });
  await test.step('a formula reads a field that gets its right name only then', async () => {
    await designer.picksField('周期天数');
    await designer.renamesField('天数');
    await designer.addsField({ type: '公式', label: '两期天数' });
    const formula = settings.getByRole('textbox', { name: '公式' });
    await formula.click();
    await page.keyboard.type('天数 * 2');
    await page.keyboard.press('Escape');
    await designer.picksField('天数');
    await designer.renamesField('周期天数');
    await designer.picksField('两期天数');
    await expect(formula).toHaveText('周期天数 * 2');
    await designer.saves();
  });
  await test.step('deleting what a formula reads says so; after a refusal one may save again', async () => {
    await designer.deletesField('周期天数');
    const question = page.getByRole('dialog');
    await expect(question).toContainText('“周期天数”还用在：公式“两期天数”');
    await question.getByRole('button', { name: '删除' }).click();
    await designer.triesToSave();
    await designer.isTold('字段“周期天数”已删除');
    await page.getByRole('button', { name: '撤销', exact: true }).click();
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    await designer.picksField('备注');
    await designer.renamesField('备注说明');
    await designer.saves();
  });
  await test.step('a removed field lies in the bin with its values, comes back with them, and is cleared on purpose', async () => {
    await records.opens();
    await records.writes({ 计划名称: '季度保养', 备注说明: '先断电' });
    await designer.opensObject('客户管理', name);
    await designer.deletesField('备注说明');
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await designer.saves();
    const bin = page.getByRole('dialog', { name: '已删除的字段' });
    await page.getByRole('button', { name: '已删除的字段' }).click();
    await expect(bin).toContainText('单行文本 · 1 个值');
    const restore = bin.getByRole('button', { name: '恢复字段“备注说明”' });
    await restore.click();
    await expect(restore).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(bin).toBeHidden();
    await designer.saves();
    await records.opens();
    await expect.poll(() => records.column('备注说明')).toEqual(['先断电']);
    await designer.opensObject('客户管理', name);
    await designer.deletesField('备注说明');
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await designer.saves();
    await page.getByRole('button', { name: '已删除的字段' }).click();
    await bin.getByRole('button', { name: '清除字段“备注说明”' }).click();
    await expect(page.getByText('它的 1 个值将永久删除，不能恢复')).toBeVisible();
    await page.getByRole('button', { name: '清除', exact: true }).last().click();
    await expect(bin).toContainText('没有已删除的字段');
  });
});
