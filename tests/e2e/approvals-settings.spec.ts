import { choosesOption, expect, test } from './fixtures.ts';
import { fitsTheScreen, isAccessible } from './reader.ts';

const unique = (): string => Date.now().toString(36);

test('an administrator keeps the working calendar', async ({ person }) => {
  const { page } = person;
  const name = `厂庆${unique()}`;
  await person.isSignedIn('admin');
  await person.goesTo('/platform/workflow/calendar');
  await person.sees('周一');
  await test.step('imports public holidays', async () => {
    await page.getByRole('button', { name: '导入法定节假日' }).click();
    await page.getByRole('menuitem', { name: '2026' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '导入', exact: true }).click();
    await person.sees('春节调休');
    await isAccessible(person);
  });
  await test.step('adds days in a row of the company, is asked about what they replace, and takes one back', async () => {
    await page.getByRole('button', { name: '添加日子' }).click();
    const drawer = page.getByRole('dialog', { name: '添加日子' });
    await drawer.getByRole('button', { name: '保存' }).click();
    await expect(drawer.getByRole('alert').filter({ hasText: '请选择第一天' })).toBeVisible();
    await drawer.getByRole('textbox', { name: '第一天' }).fill('2025-12-31');
    await drawer.getByRole('textbox', { name: '最后一天' }).fill('2026-01-01');
    await drawer.getByRole('textbox', { name: '名称' }).fill(name);
    await drawer.getByRole('button', { name: '保存' }).click();
    await expect(page.getByText('2026-01-01 元旦（放假），将由')).toBeVisible();
    await page.getByRole('button', { name: '代替', exact: true }).click();
    await expect(drawer).toBeHidden();
    await expect(page.getByText(name, { exact: true })).toHaveCount(2);
    await page.getByRole('button', { name: new RegExp(`2025-12-31 ${name}`) }).click();
    await page.getByRole('menuitem', { name: '删除' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click();
    await expect(page.getByText(name, { exact: true })).toHaveCount(1);
  });
});

test('on a phone someone who will be away names a substitute, corrects it and removes it', async ({
  onPhone,
}) => {
  const { page } = onPhone;
  const reason = `年假${unique()}`;
  const card = page.getByRole('listitem').filter({ hasText: reason });
  await onPhone.isSignedIn('warehouse');
  await onPhone.goesTo('/main/workflow/substitute');
  await fitsTheScreen(onPhone);
  await test.step('for one template, as far as a condition holds', async () => {
    await page.getByRole('button', { name: '设置代理' }).click();
    const drawer = page.getByRole('dialog', { name: '设置代理' });
    await drawer.getByRole('combobox', { name: '代理人' }).click();
    await page.getByRole('option', { name: /^方砚秋/ }).click();
    await drawer.getByRole('textbox', { name: '开始时间' }).fill('2027-02-01 09:00');
    await drawer.getByRole('textbox', { name: '结束时间' }).fill('2027-01-30 18:00');
    await choosesOption(drawer.getByRole('combobox', { name: '流程' }), '差旅报销');
    await page.keyboard.press('Escape');
    await drawer.getByRole('switch', { name: '只代理符合条件的' }).click();
    await choosesOption(drawer.getByRole('combobox', { name: '字段' }), '金额');
    await choosesOption(drawer.getByRole('combobox', { name: '条件' }).last(), '小于等于');
    await drawer.getByRole('textbox', { name: '金额的值' }).fill('5000');
    await drawer.getByRole('textbox', { name: '原因' }).fill(reason);
    await isAccessible(onPhone);
    await drawer.getByRole('button', { name: '保存' }).click();
    await expect(drawer.getByText('结束时间应晚于开始时间')).toBeVisible();
    await drawer.getByRole('textbox', { name: '结束时间' }).fill('2027-02-10 18:00');
    await drawer.getByRole('button', { name: '保存' }).click();
    await expect(card).toContainText('还没开始');
    await expect(card).toContainText('差旅报销');
    await expect(card).toContainText('金额 不大于 5000');
  });
  await test.step('it is corrected and removed', async () => {
    await card.getByRole('button', { name: '修改' }).click();
    const drawer = page.getByRole('dialog', { name: '修改代理' });
    await drawer.getByRole('textbox', { name: '结束时间' }).fill('2027-02-12 18:00');
    await drawer.getByRole('button', { name: '保存' }).click();
    await expect(card).toContainText('2027-02-12 18:00');
    await card.getByRole('button', { name: '删除' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click();
    await expect(card).toBeHidden();
  });
});
