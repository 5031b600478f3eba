import { choosesOption, expect, Designer, Records, test } from './fixtures.ts';
import { fitsTheScreen, isAccessible } from './reader.ts';

test('a builder says when fields are asked for and locked; forms obey, and so does the server', async ({
  person,
  colleague,
}) => {
  const { page } = person;
  const designer = new Designer(page);
  const label = `派工单${Date.now() % 1_000_000}`;
  await person.isSignedIn('builder');
  await designer.opensNewObject('客户管理');
  await designer.namesIt(label);
  await designer.addsField({ type: '单行文本', label: '名称' });
  await designer.addsField({ type: '单选', label: '状态', options: ['进行中', '已完成'] });
  await designer.addsField({ type: '日期', label: '开始日期' });
  await designer.addsField({ type: '日期', label: '完成日期' });
  await designer.saves();

  await test.step('a rule and a check, said in a sentence each', async () => {
    await page.getByRole('tab', { name: '规则' }).click();
    await isAccessible(person);
    await page.getByRole('button', { name: '添加规则' }).click();
    const row = page.getByRole('group', { name: '条件 1' });
    await choosesOption(row.getByRole('combobox', { name: '字段' }), '状态');
    await choosesOption(row.getByRole('combobox', { name: '状态的值' }), '已完成');
    await choosesOption(page.getByRole('combobox', { name: '做什么' }), '必填');
    await choosesOption(page.getByRole('combobox', { name: '哪些字段' }), '完成日期');
    await page.keyboard.press('Escape');
    await person.sees('当 状态 等于 “已完成” 时，“完成日期”必填');
    await page.getByRole('button', { name: '添加动作' }).click();
    await choosesOption(page.getByRole('combobox', { name: '做什么' }).nth(1), '只读');
    await choosesOption(page.getByRole('combobox', { name: '哪些字段' }).nth(1), '名称');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '添加校验' }).click();
    await page.getByRole('button', { name: '改为写公式' }).last().click();
    await page.getByRole('textbox', { name: '须满足的条件' }).focus();
    await page.keyboard.type('完成日期 >= 开始日期');
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: '不满足时的提示' }).fill('完成日期不能早于开始日期');
    await choosesOption(page.getByRole('combobox', { name: '提示显示在' }), '完成日期');
    await person.sees('完成日期 不小于 开始日期');
    await designer.saves();
    await isAccessible(person);
    await page.setViewportSize({ width: 390, height: 844 });
    await fitsTheScreen(person);
  });

  const records = new Records(colleague.page, label);
  const form = records.drawer;
  await test.step('a form asks for what the rule asks for, and says what is checked', async () => {
    await colleague.isSignedIn('user');
    await records.opens();
    await records.startsNew();
    await records.types('名称', '换灯');
    await records.types('开始日期', '2026-12-05');
    await records.saves();
    await expect(colleague.page.getByRole('dialog')).toHaveCount(0);
    await records.row('换灯').getByText('换灯').click();
    await form.getByRole('button', { name: '编辑', exact: true }).click();
    await records.picks('状态', '已完成');
    await records.saves();
    await records.isTold('请选择完成日期');
    await expect(form.getByRole('textbox', { name: '名称', exact: true })).not.toBeEditable();
    await records.types('完成日期', '2026-12-01');
    await records.saves();
    await records.isTold('完成日期不能早于开始日期');
    await records.types('完成日期', '2026-12-06');
    await colleague.page.keyboard.press('Tab');
    await records.saves();
    await expect(form.getByRole('button', { name: '编辑', exact: true })).toBeVisible();
  });
  await test.step('what is locked is refused by the server, in a forged call as well', async () => {
    await form.getByRole('button', { name: '编辑', exact: true }).click();
    await records.types('完成日期', '2026-12-07');
    await colleague.page.keyboard.press('Tab');
    const sent = colleague.page.waitForRequest(/BulkEdit/);
    await records.saves();
    const request = await sent;
    await expect(form.getByRole('button', { name: '编辑', exact: true })).toBeVisible();
    const [record] = (request.postDataJSON() as { records: { id: string; version: number }[] })
      .records;
    const forged = await colleague.page.request.post(request.url(), {
      headers: await request.allHeaders(),
      data: { records: [{ id: record!.id, version: record!.version + 1, mingCheng: '改名' }] },
    });
    expect(((await forged.json()) as { data: { errors: unknown } }).data.errors).toMatchObject([
      { path: '/records/0/mingCheng', reason: 'FIELD_LOCKED' },
    ]);
  });
});
