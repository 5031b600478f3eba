import { expect, test, type Person } from './fixtures.ts';
import { hasReadableContrast, isAccessible } from './reader.ts';

test.describe.configure({ mode: 'parallel' });

const searched = (person: Person): URLSearchParams => new URL(person.page.url()).searchParams;

test('what an administrator looks at is in the address: it is there after a reload, in a link and on going back', async ({
  person,
}) => {
  const { page } = person;
  const table = page.getByRole('grid', { name: '成员' });
  await person.isSignedIn('admin');
  await person.goesTo('/platform/user/user');
  await test.step('filters, and the address contains it', async () => {
    await page.getByLabel('搜索成员').fill('guw');
    await page.getByRole('treeitem', { name: /总经办/ }).click();
    await expect.poll(() => searched(person).get('query')).toBe('guw');
    await expect.poll(() => searched(person).get('dept')).not.toBeNull();
    await expect(table.getByRole('row')).toHaveCount(2);
    await expect(table.getByText('顾望舒')).toBeVisible();
  });
  await test.step('reloads, and sees the same', async () => {
    await page.reload();
    await expect(page.getByLabel('搜索成员')).toHaveValue('guw');
    await expect(page.getByRole('treeitem', { name: /总经办/ })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(table.getByRole('row')).toHaveCount(2);
  });
  await test.step('goes elsewhere and comes back to it', async () => {
    await page.getByRole('link', { name: '登录日志' }).click();
    await person.readsHeading('登录日志');
    await page.goBack();
    await expect(page.getByLabel('搜索成员')).toHaveValue('guw');
  });
  await test.step('starts from the defaults from the menu', async () => {
    await page.getByRole('link', { name: '部门管理' }).click();
    await expect(page.getByLabel('搜索成员')).toHaveValue('');
    expect(searched(person).size).toBe(0);
  });
  await test.step('sees who came last', async () => {
    await table.getByRole('button', { name: '最近登录', exact: true }).click();
    await table.getByRole('button', { name: '最近登录', exact: true }).click();
    await expect(table.getByRole('columnheader', { name: /^最近登录/ })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    await expect(table.getByRole('row').nth(1)).toContainText(/20\d\d-/);
  });
});

test('an administrator sets up departments one after the other, and finds in the log at once what was done to what', async ({
  person,
}) => {
  test.slow();
  const { page } = person;
  const stamp = String(Date.now() % 1_000_000);
  const names = [`筹备一部 ${stamp}`, `筹备二部 ${stamp}`];
  await person.isSignedIn('admin');
  await person.goesTo('/platform/organization');
  await page.getByRole('button', { name: '新建部门' }).click();
  const drawer = page.getByRole('dialog', { name: '新建部门' });
  for (const name of names) {
    await drawer.getByLabel('部门名称').fill(name);
    await drawer.getByRole('button', { name: '创建并继续' }).click();
    await expect(drawer.getByLabel('部门名称')).toHaveValue('');
    await expect(drawer.getByLabel('部门名称')).toBeFocused();
  }
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  for (const name of names)
    await expect(page.getByRole('treeitem', { name: new RegExp(name) })).toHaveAttribute(
      'aria-level',
      '2',
    );
  await person.goesTo('/platform/log/operation');
  const lines = page.getByRole('grid', { name: '操作日志' });
  for (const name of names)
    await expect(lines.getByRole('gridcell', { name: `部门 ${name}`, exact: true })).toBeVisible();
  await isAccessible(person);
});

test('on a phone a chosen department leads to its members', async ({ person }) => {
  const { page } = person;
  await page.setViewportSize({ width: 390, height: 844 });
  await person.isSignedIn('admin');
  await person.goesTo('/platform/user/user');
  await page.getByRole('tab', { name: '部门' }).click();
  await page.getByRole('treeitem', { name: /财务部/ }).click();
  await expect(page.getByRole('tab', { name: '成员' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('list', { name: '成员' }).getByRole('listitem')).not.toHaveCount(0);
  await hasReadableContrast(person);
});
