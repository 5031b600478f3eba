import { choosesOption, expect, test } from './fixtures.ts';
import { fitsTheScreen, isAccessible, Reader } from './reader.ts';

test('many records are made in the table, changed and handed over at once, and it is taken back', async ({
  person,
}) => {
  test.setTimeout(180_000);
  const { page } = person;
  const contacts = new Reader(page, '联系人');
  const deals = new Reader(page, '商机');
  const mark = `批${Date.now() % 1_000_000}`;
  await person.isSignedIn('user');
  await person.goesTo('/main');

  await test.step('typing in the empty row at the foot begins a record; what is missing is shown', async () => {
    await contacts.opensByMenu();
    await page.getByRole('button', { name: '表格编辑' }).click();
    await contacts.list.evaluate((grid) => grid.scrollTo(0, grid.scrollHeight));
    await contacts.list.getByText('输入或粘贴，新建一条').click();
    await page.keyboard.type(mark);
    await page.keyboard.press('Enter');
    await person.sees(/没有保存：第 \d+ 行“(客户|手机)”/);
    await isAccessible(person);
    await page.getByRole('button', { name: '放弃这些修改' }).click();
    await expect(contacts.list.getByText(mark)).toHaveCount(0);
  });
  await test.step('sets a field of the ticked records, and takes it back', async () => {
    await deals.opensByMenu();
    await deals.ticks(0, 1);
    const stages = () => deals.column('阶段');
    const before = (await stages()).slice(0, 2);
    await page.getByRole('button', { name: '批量编辑' }).click();
    const dialog = page.getByRole('dialog', { name: '批量编辑' });
    await choosesOption(dialog.getByRole('combobox', { name: '字段' }), '阶段');
    await choosesOption(dialog.getByRole('combobox', { name: '改成' }), '赢单');
    await isAccessible(person);
    await dialog.getByRole('button', { name: '修改 2 条' }).click();
    await person.sees('已修改 2 条记录');
    await expect.poll(async () => (await stages()).slice(0, 2)).toEqual(['赢单', '赢单']);
    await page.getByRole('button', { name: '撤销修改' }).click();
    const undone = page.getByRole('dialog', { name: '撤销批量修改' });
    await expect(undone.getByText(/已恢复 [12] 条记录/)).toBeVisible();
    await isAccessible(person);
    await page.screenshot({ path: 'test-results/bulk-undo.png' });
    await undone.getByRole('button', { name: '关闭' }).last().click();
    await expect.poll(async () => (await stages()).slice(0, 2)).toEqual(before);
  });
  await test.step('on a phone the dialog fits', async () => {
    await page.getByRole('button', { name: '转移负责人' }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('dialog').getByRole('button', { name: '转移' })).toBeVisible();
    await fitsTheScreen(person);
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
  });
});
