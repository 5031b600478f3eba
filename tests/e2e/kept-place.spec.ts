import { expect, test, type Person } from './fixtures.ts';
import { Reader } from './reader.ts';

const asked = (person: Person): URLSearchParams => new URL(person.page.url()).searchParams;

test('what a user looks at in a list survives going back, a reload and a link', async ({
  person,
}) => {
  const { page } = person;
  const orders = new Reader(page, '订单');
  const shown = () => orders.column('订单编号');
  await person.isSignedIn('user');
  await person.goesTo('/main');
  await orders.opensByMenu();

  await test.step('searches and sorts: the address says so, and the history does not grow', async () => {
    const before = await page.evaluate(() => history.length);
    await orders.searches('0001');
    await expect.poll(() => asked(person).get('search')).toBe('0001');
    await orders.sortsBy('订单编号');
    await expect.poll(() => asked(person).get('sort')).not.toBeNull();
    expect(await page.evaluate(() => history.length)).toBe(before);
    const isSorted = async () => {
      const numbers = await shown();
      const rising = numbers.every((number, at) => at === 0 || numbers[at - 1]! < number);
      return rising && numbers.every((number) => number.includes('0001'));
    };
    await expect.poll(isSorted).toBe(true);
  });
  const first = (await shown())[0]!;
  await test.step('opens a record and goes back: the record is closed, the list is as it was', async () => {
    await orders.reads(0);
    await expect.poll(() => asked(person).get('record')).not.toBeNull();
    await page.goBack();
    await expect(orders.drawer).toHaveCount(0);
    expect((await shown())[0]).toBe(first);
    expect(asked(person).get('search')).toBe('0001');
    await page.goForward();
    await expect(orders.drawer).toContainText(first);
  });
  await test.step('reloads: the record is open over the same list', async () => {
    await page.reload();
    await expect(orders.drawer).toContainText(first);
    await expect(page.getByRole('textbox', { name: '搜索', exact: true })).toHaveValue('0001');
  });
  await test.step('hands the address on: it opens the same elsewhere', async () => {
    const tab = await person.opensTab(person.at());
    const there = new Reader(tab.page, '订单');
    await expect(there.drawer).toContainText(first);
    await there.closes();
    await expect.poll(() => asked(tab).get('record')).toBeNull();
    await expect.poll(async () => (await there.column('订单编号'))[0]).toBe(first);
    await tab.page.close();
  });
  await test.step('closes it: no step is left behind', async () => {
    await orders.closes();
    await expect.poll(() => asked(person).get('record')).toBeNull();
    await page.goBack();
    await person.isAt(/^\/app\/[^/]+$/);
    await page.goForward();
    await expect(page.getByRole('textbox', { name: '搜索', exact: true })).toHaveValue('0001');
  });
  await test.step('a record that is gone says so, and the list is there', async () => {
    const address = new URL(page.url());
    await person.goesTo(`${address.pathname}?record=01a00000-0000-7000-8000-000000000000`);
    await expect(orders.drawer).toContainText('没有打开这条记录');
    await orders.closes();
    await orders.counts('共 1,000+ 条');
  });
});

test('a filtered and sorted list is the same after a reload, and going back closes the record', async ({
  person,
}) => {
  const { page } = person;
  const orders = new Reader(page, '订单');
  await person.isSignedIn('user');
  await person.goesTo('/main');
  await orders.opensByMenu();
  await orders.filters('状态', '是其中之一', { picked: ['草稿'] });
  await orders.sortsBy('订单编号');
  const isAsChosen = async () => {
    await expect(page.getByRole('button', { name: '筛选，1 项生效' })).toBeVisible();
    await expect.poll(async () => new Set(await orders.column('状态'))).toEqual(new Set(['草稿']));
    await expect
      .poll(async () => {
        const numbers = await orders.column('订单编号');
        return (
          numbers.length > 1 && numbers.every((number, at) => number === numbers.toSorted()[at])
        );
      })
      .toBe(true);
  };
  await isAsChosen();
  await orders.reads(0);
  const first = (await orders.column('订单编号'))[0]!;
  await page.reload();
  await expect(orders.drawer).toContainText(first);
  await page.goBack();
  await expect(orders.drawer).toHaveCount(0);
  expect(asked(person).get('record')).toBeNull();
  await isAsChosen();
});

test('the address says which member is looked at, and closing leaves nothing of it', async ({
  person,
}) => {
  const { page } = person;
  const member = page.getByRole('dialog').getByRole('button', { name: '编辑', exact: true });
  const opens = () => page.getByRole('gridcell', { name: '陆知行' }).first().click();
  await person.isSignedIn('admin');
  await person.goesTo('/platform/user/user?query=陆知行');
  const list = await page.evaluate(() => location.search);
  await opens();
  await expect(member).toBeVisible();
  await page.reload();
  await expect(member).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => location.search)).toBe(list);
  await opens();
  await member.click();
  await expect(page.getByRole('dialog').getByLabel('姓名')).toHaveValue('陆知行');
  await expect.poll(() => page.evaluate(() => location.search)).toBe(list);
});

test('on a phone going back closes what covers the page', async ({ person }) => {
  const { page } = person;
  await page.setViewportSize({ width: 390, height: 844 });
  const orders = new Reader(page, '订单');
  await person.isSignedIn('user');
  await person.goesTo('/main');
  await orders.opensByMenu();
  const list = person.at();
  await test.step('a record', async () => {
    await orders.cards.first().click();
    await expect(orders.drawer).toBeVisible();
    await page.goBack();
    await expect(orders.drawer).toHaveCount(0);
    // A step that is held back is undone in the address a moment later.
    await expect.poll(() => person.at()).toBe(list);
  });
  await test.step('the panel of conditions', async () => {
    await page.getByRole('button', { name: /^筛选/ }).click();
    await expect(page.getByRole('dialog', { name: '筛选' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog', { name: '筛选' })).toHaveCount(0);
    await expect.poll(() => person.at()).toBe(list);
  });
});

test('an address typed into the build centre asks about unsaved work', async ({ person }) => {
  const { page } = person;
  const types = (hash: string) =>
    page.evaluate((to) => {
      location.hash = to;
    }, hash);
  await person.isSignedIn('builder');
  await person.goesTo('/build.html#/object/new?appId=0');
  await page.getByLabel('对象名称').fill('写了一半');
  const at = person.at();
  await types('#/pages');
  await page.getByRole('button', { name: '留在此页' }).click();
  await expect(page.getByRole('dialog', { name: '离开此页面？' })).toHaveCount(0);
  await expect.poll(() => person.at()).toBe(at);
  await expect(page.getByLabel('对象名称')).toHaveValue('写了一半');
  await types('#/pages');
  await page.getByRole('button', { name: '离开', exact: true }).click();
  await person.isAt(/#\/pages$/);
});

test('addresses of the specification lead to their pages', async ({ person }) => {
  const { page } = person;
  await person.isSignedIn('user');
  await person.goesTo('/index.html#/main/forms');
  await person.isAt(/^\/main\/forms$/);
  await person.goesTo('/index.html#/platform/business/template/detail?id=nonsense');
  await person.readsHeading('没有这个业务对象');
  await person.goesTo('/personal/nonsense');
  await person.readsHeading('页面在途中走丢了');
  expect(person.at()).toBe('/personal/nonsense');
  await page.getByRole('button', { name: '返回首页' }).click();
  await person.isAt(/^\/main$/);
});
