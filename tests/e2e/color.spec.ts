import { Designer, expect, Records, test } from './fixtures.ts';
import { Reader } from './reader.ts';

test('a builder adds a colour; people type and pick it, find by it and group by it', async ({
  person,
}) => {
  const { page } = person;
  const designer = new Designer(page);
  const name = `涂料 ${Date.now() % 1_000_000}`;
  const records = new Records(page, name);
  const reader = new Reader(page, name);
  await person.isSignedIn('builder');

  await test.step('the type is in the palette, with a default value of its own', async () => {
    await designer.opensNewObject('客户管理');
    await designer.namesIt(name);
    await designer.addsField({ type: '单行文本', label: '名称', required: true });
    await designer.addsField({ type: '颜色', label: '色号' });
    await expect(page.getByRole('button', { name: /默认值的色板：未选择/ })).toBeVisible();
    await designer.saves();
  });
  await test.step('three digits stand for six, and the palette is used with keys', async () => {
    await records.opens();
    await records.writes({ 名称: '雾白', 色号: 'FFF' });
    await records.writes({ 名称: '深蓝', 色号: '#165DFF' });
    await records.startsNew();
    await records.types('名称', '海蓝');
    await page.getByRole('button', { name: '色号的色板：未选择' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await records.saves();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect
      .poll(async () => (await records.column('色号')).sort())
      .toEqual(['#165dff', '#165dff', '#ffffff']);
  });
  await test.step('what is no colour is refused in words', async () => {
    await records.startsNew();
    await records.types('名称', '坏');
    await records.types('色号', '红');
    await records.saves();
    await records.isTold('颜色代码，如 #165dff');
    await records.types('色号', '');
    await records.types('名称', '无色');
    await records.saves();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await test.step('a condition takes the same input', async () => {
    await reader.filters('色号', '等于', { typed: '165DFF' });
    await expect.poll(async () => (await records.column('色号')).length).toBe(2);
    await reader.clearsAll();
  });
  await test.step('groups and order', async () => {
    const choose = async (item: string) => {
      await records.list.getByRole('columnheader', { name: '色号' }).first().hover();
      await page.getByRole('button', { name: '色号列的操作' }).click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    };
    await choose('升序');
    await expect.poll(async () => (await records.column('色号'))[0]).toBe('#165dff');
    await choose('按此列分组');
    await expect(records.list.getByRole('row').nth(1)).toContainText('#165dff');
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('#165dff').first()).toBeVisible();
});
