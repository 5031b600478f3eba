import { expect, test } from './fixtures.ts';
import { hasReadableContrast, fitsTheScreen, isAccessible, Reader } from './reader.ts';

test.describe.configure({ mode: 'parallel' });

test('a person saves what they look at as views: creates, changes, saves, renames, orders and deletes them', async ({
  person,
}) => {
  test.slow();
  const { page } = person;
  const orders = new Reader(page, '订单');
  const name = `待办 ${Date.now() % 1_000_000}`;
  const tab = (text: string | RegExp) =>
    page.getByRole('tablist', { name: '视图' }).getByRole('tab', { name: text });
  const unsaved = page.getByRole('group', { name: '未保存的视图修改' });
  const makes = async (kind: string, named: string) => {
    await page.getByRole('button', { name: '新建视图' }).click();
    const panel = page.getByRole('dialog', { name: '新建视图' });
    await panel.getByRole('radio', { name: kind }).click();
    await panel.getByLabel('名称').fill(named);
    await panel.getByRole('button', { name: '新建', exact: true }).click();
    await expect(tab(named)).toHaveAttribute('aria-selected', 'true');
  };
  const chooses = async (entry: string, of = name) => {
    await page.getByRole('button', { name: `“${of}”的操作` }).click();
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
  };
  await person.isSignedIn('user');
  await person.goesTo('/main');
  await orders.opensByMenu();

  await test.step('makes a view; its address is its own', async () => {
    await makes('表格', name);
    await person.isAt(/\/salesOrder\/all\/[0-9a-f-]{36}$/);
    await expect(unsaved).toHaveCount(0);
  });
  await test.step('filters and groups, and saves that to the view', async () => {
    await orders.filters('状态', '是其中之一', { picked: ['草稿', '已确认'] });
    await expect(unsaved).toBeVisible();
    await page.getByRole('button', { name: /^分组/ }).click();
    const panel = page.getByRole('dialog', { name: '分组' });
    await panel.getByRole('button', { name: '添加分组' }).click();
    await expect(panel.getByLabel('字段')).toHaveValue('状态');
    await page.keyboard.press('Escape');
    await unsaved.getByRole('button', { name: '保存到视图' }).click();
    await expect(unsaved).toHaveCount(0);
    await page.reload();
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true');
    await person.sees('状态 是其中之一 草稿、已确认');
    await expect(page.getByRole('button', { name: '分组，1 项生效' })).toBeVisible();
  });
  await test.step('looks at everything and comes back by the browser’s own button', async () => {
    await tab('全部').click();
    await expect(page.getByRole('button', { name: '分组', exact: true })).toBeVisible();
    await orders.counts('共 1,000+ 条');
    await page.goBack();
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true');
    await person.sees('状态 是其中之一 草稿、已确认');
  });
  await test.step('tries another order and discards it', async () => {
    await orders.sortsBy('订单金额');
    await expect(unsaved).toBeVisible();
    await unsaved.getByRole('button', { name: '还原' }).click();
    await expect(unsaved).toHaveCount(0);
  });
  await test.step('renames in place and copies', async () => {
    await tab(name).dblclick();
    await page.getByRole('textbox', { name: '视图名称' }).fill(`${name} 改`);
    await page.keyboard.press('Enter');
    await expect(tab(`${name} 改`)).toBeVisible();
    await chooses('复制', `${name} 改`);
    await expect(tab(`${name} 改 副本`)).toHaveAttribute('aria-selected', 'true');
    await person.sees('状态 是其中之一 草稿、已确认');
  });
  await test.step('puts one before the other', async () => {
    await chooses('左移', `${name} 改 副本`);
    await expect
      .poll(async () =>
        (
          await page.getByRole('tablist', { name: '视图' }).getByRole('tab').allTextContents()
        ).filter((text) => text.startsWith(name)),
      )
      .toEqual([`${name} 改 副本`, `${name} 改`]);
  });
  await test.step('looks at a board of the states', async () => {
    await makes('看板', `${name} 看板`);
    await expect(page.getByRole('group', { name: '订单' }).getByText('草稿').first()).toBeVisible();
    await expect(unsaved).toHaveCount(0);
  });
  await test.step('deletes a view after being asked; the records stay', async () => {
    await chooses('删除', `${name} 看板`);
    await person.sees(`将删除视图“${name} 看板”，其中的记录不受影响。`);
    await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click();
    await expect(tab(`${name} 看板`)).toHaveCount(0);
    await expect(tab('全部')).toHaveAttribute('aria-selected', 'true');
    await orders.counts('共 1,000+ 条');
  });
});

test('views fit a phone: the row of tabs scrolls by itself', async ({ person }) => {
  await person.page.setViewportSize({ width: 390, height: 844 });
  await person.isSignedIn('user');
  await person.goesTo('/main');
  await new Reader(person.page, '商机').opensByMenu();
  await expect(person.page.getByRole('tablist', { name: '视图' })).toBeVisible();
  await fitsTheScreen(person);
  await isAccessible(person);
  await hasReadableContrast(person);
});
