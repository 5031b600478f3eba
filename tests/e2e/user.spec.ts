import type { Route } from '@playwright/test';
import { choosesOption, expect, test } from './fixtures.ts';
import { hasReadableContrast, fitsTheScreen, isAccessible, Reader } from './reader.ts';

// Each test signs in by itself and touches records of its own.
test.describe.configure({ mode: 'parallel' });

test('an end user finds what they look for: sorts, filters, searches, turns pages', async ({
  person,
}) => {
  const { page } = person;
  const orders = new Reader(page, '订单');
  await person.isSignedIn('user');
  await person.goesTo('/main');
  await orders.opensByMenu();

  await test.step('sorts by a column and back', async () => {
    await orders.sortsBy('订单金额');
    await expect(page.getByRole('columnheader', { name: '订单金额' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    const amounts = async () =>
      (await orders.column('订单金额'))
        .slice(0, 8)
        .map((text) => Number(text.replace(/[¥,]/g, '')));
    await expect
      .poll(async () => {
        const seen = await amounts();
        return seen.length > 2 && seen.every((each, i) => i === 0 || each >= seen[i - 1]!);
      })
      .toBe(true);
    await orders.sortsBy('订单金额');
    await expect
      .poll(async () => {
        const seen = await amounts();
        return seen[0]! > seen[5]!;
      })
      .toBe(true);
  });
  await test.step('filters by a state, and reads so on a chip', async () => {
    await orders.filters('状态', '是其中之一', { picked: ['已完成', '已取消'] });
    await person.sees('状态 是其中之一 已完成、已取消');
    await expect
      .poll(async () =>
        (await orders.column('状态')).every((state) => state === '已完成' || state === '已取消'),
      )
      .toBe(true);
    await orders.clearsAll();
    await orders.counts('共 1,000+ 条');
  });
  await test.step('searches with the slash key; what nothing matches can be cleared', async () => {
    await page.getByRole('heading', { level: 1 }).click();
    await orders.searches('00012');
    await expect
      .poll(async () => {
        const names = await orders.column('订单编号');
        return names.length > 0 && names.every((name) => name.includes('00012'));
      })
      .toBe(true);
    await page.keyboard.type('没有这样的编号');
    await person.sees('没有符合条件的记录');
    await page.getByRole('button', { name: '清除筛选' }).click();
    await orders.counts('共 1,000+ 条');
  });
  await test.step('turns and jumps; the page size stays chosen', async () => {
    await orders.turns();
    await orders.isOnPage(2);
    await orders.jumpsTo(5);
    await orders.isOnPage(5);
    await choosesOption(orders.pageSize(), '50 条/页');
    await orders.isOnPage(1);
    await page.reload();
    await expect(orders.pageSize()).toHaveValue('50 条/页');
    await choosesOption(orders.pageSize(), '20 条/页');
  });
});

test('an end user writes, changes, deletes and takes back a record, and loses no work on the way', async ({
  person,
}) => {
  const { page } = person;
  const contacts = new Reader(page, '联系人');
  const name = `测试者 ${Date.now() % 1_000_000}`;
  await person.isSignedIn('user');
  await person.goesTo('/main');
  await contacts.opensByMenu();

  await test.step('writes one', async () => {
    await page.keyboard.press('n');
    await contacts.types('姓名', name);
    await contacts.picks('客户', /./);
    await contacts.saves();
    await contacts.isTold('请填写手机');
    await contacts.types('手机', '13900000000');
    await contacts.saves();
    await expect(contacts.row(name)).toBeVisible();
  });
  await test.step('changes it where it is read', async () => {
    await contacts.row(name).getByText(name).click();
    await contacts.drawer.getByRole('button', { name: '编辑', exact: true }).click();
    await contacts.types('职务', '采购经理');
    await page.keyboard.press('Escape');
    await person.sees('放弃未保存的修改？');
    await page.getByRole('button', { name: '继续编辑' }).click();
    await expect(contacts.drawer.getByRole('textbox', { name: '职务' })).toHaveValue('采购经理');
    await page.keyboard.press('Control+s');
    await expect(
      contacts.drawer.getByRole('definition').filter({ hasText: '采购经理' }),
    ).toBeVisible();
    await contacts.closes();
    await expect(contacts.row(name)).toContainText('采购经理');
  });
  await test.step('going back does not lose what is in the drawer', async () => {
    await contacts.row(name).getByText(name).click();
    await contacts.drawer.getByRole('button', { name: '编辑', exact: true }).click();
    await contacts.types('职务', '写了一半');
    await page.goBack();
    await person.sees('返回后，已填写的内容不会保留。');
    await page.getByRole('button', { name: '继续编辑' }).click();
    await expect(contacts.drawer.getByRole('textbox', { name: '职务' })).toHaveValue('写了一半');
    await contacts.drawer.getByRole('button', { name: '取消' }).click();
    await contacts.closes();
  });
  await test.step('deletes it and takes it back', async () => {
    await contacts.deletes(name);
    await person.sees('已删除 1 条记录');
    await expect(contacts.row(name)).toHaveCount(0);
    await page.getByRole('button', { name: '撤销删除' }).click();
    await expect(contacts.row(name)).toBeVisible();
  });
  await test.step('deletes it from its own window, and leads back to the list', async () => {
    await contacts.row(name).getByText(name).click();
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: '在新窗口打开' }).click(),
    ]);
    await expect(opened).toHaveTitle(`${name} · 活字`);
    await opened.getByRole('button', { name: '更多操作' }).click();
    await opened.getByRole('menuitem', { name: '删除' }).click();
    await opened.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await expect(opened.getByRole('heading', { name: '已删除' })).toBeVisible();
    await opened.getByRole('button', { name: '返回联系人列表' }).click();
    await expect(opened.getByRole('heading', { level: 1, name: '联系人' })).toBeVisible();
  });
});

test('concurrent changes of another user are neither lost nor overwritten', async ({ person }) => {
  const { page } = person;
  const lines = new Reader(page, '订单明细');
  const unit = `箱 ${Date.now() % 1_000}`;
  const note = `备注 ${Date.now() % 1_000_000}`;
  await person.isSignedIn('user');
  await person.goesTo('/main');
  await lines.opensByMenu();
  await lines.reads(0);
  await lines.drawer.getByRole('button', { name: '编辑', exact: true }).click();
  const [other] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: '在新窗口打开' }).click(),
  ]);
  await other.getByRole('button', { name: '编辑' }).click();
  await other.getByRole('textbox', { name: '单位' }).fill(unit);
  await other.getByRole('textbox', { name: '备注' }).fill('对方的备注');
  await other.getByRole('button', { name: '保存', exact: true }).click();
  await expect(other.getByRole('definition').filter({ hasText: unit })).toBeVisible();
  await other.close();
  await lines.types('备注', note);
  await lines.saves();
  await person.sees(/^内容已被.+修改，未作保存$/);
  const choice = page.getByRole('radiogroup', { name: '备注' });
  await expect(choice).toContainText(note);
  await expect(choice).toContainText('对方的备注');
  await expect(choice.getByRole('radio', { name: /^我的/ })).toBeChecked();
  await page.getByRole('button', { name: '按选择保存' }).click();
  await expect(lines.drawer.getByRole('definition').filter({ hasText: note })).toBeVisible();
  await expect(lines.drawer.getByRole('definition').filter({ hasText: unit })).toBeVisible();
});

test('the keyboard alone is enough', async ({ person }) => {
  const { page } = person;
  const customers = new Reader(page, '客户');
  await person.isSignedIn('user');
  await person.goesTo('/main');
  await customers.opensByMenu();
  await customers.list.focus();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: '快捷键' });
  for (const key of ['新建', '搜索', '打开所在的行'])
    await expect(help.getByText(key)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(customers.list).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(customers.drawer.getByRole('button', { name: '编辑', exact: true })).toBeEnabled();
  const title = customers.drawer.getByRole('heading', { level: 2 }).nth(1);
  const second = await title.innerText();
  await page.keyboard.press('k');
  await expect(title).not.toHaveText(second);
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('e');
  await expect(customers.drawer.getByRole('button', { name: '保存', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(customers.list).toBeFocused();
});

/** The page of a list that a request asks for. */
const pageAsked = (route: Route): unknown =>
  (route.request().postDataJSON() as { current?: number }).current;

test('an unreachable server is explained and can be tried again; a session that ended leads back to the same place', async ({
  person,
}) => {
  const { page } = person;
  const orders = new Reader(page, '订单');
  await person.isSignedIn('user');
  await person.goesTo('/main');
  await orders.opensByMenu();
  const place = person.at();
  let isDown = true;
  let isExpired = true;
  await page.route('**/controller/List', async (route) => {
    if (isDown && pageAsked(route) === 2)
      return route.fulfill({ json: { code: 503, data: null, msg: '服务暂不可用' } });
    if (!isExpired || pageAsked(route) !== 3) return route.fallback();
    isExpired = false;
    return route.fulfill({
      status: 401,
      json: { code: 401, data: { reason: 'TOKEN_EXPIRED' }, msg: '登录已过期' },
    });
  });
  await orders.turns();
  await person.sees('服务暂不可用，显示的是之前的内容。');
  isDown = false;
  await page.getByRole('button', { name: '重试' }).click();
  // The pager shows page 2 from the moment it was asked for: the retry has been answered once the
  // warning is gone.
  await expect(page.getByText('服务暂不可用，显示的是之前的内容。')).toHaveCount(0);
  await orders.isOnPage(2);
  await orders.turns();
  await person.isAt(/^\/passport\.html#\/login\?returnTo=/);
  await person.sees('登录已过期，请重新登录');
  await person.fillsLogin('user', 'Huozi@2026');
  await expect.poll(() => person.at()).toBe(`${place}?page=3`);
  await orders.isOnPage(3);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme}`, () => {
    test.use({ colorScheme });
    test('no screen of an end user keeps anyone out', async ({ person }) => {
      test.setTimeout(120_000);
      const { page } = person;
      const orders = new Reader(page, '订单');
      const look = async (name: string) => {
        await test.step(name, () =>
          colorScheme === 'dark' ? hasReadableContrast(person) : isAccessible(person),
        );
      };
      await person.goesTo('/passport.html#/setup?link=x');
      await person.readsHeading('链接无效');
      await look('setup');
      await person.goesTo('/');
      await person.readsHeading('登录活字');
      await look('login');
      await person.isSignedIn('user');
      await person.goesTo('/main');
      await person.sees(/^共 .+ 条$/);
      await look('home');
      await orders.opensByMenu();
      await orders.ticks(0);
      await page.getByRole('button', { name: /^筛选/ }).click();
      await look('list with its filter open');
      await page.keyboard.press('Escape');
      await orders.reads(1);
      await look('record');
      await orders.drawer.getByRole('button', { name: '编辑', exact: true }).click();
      await expect(orders.drawer.getByRole('button', { name: '保存', exact: true })).toBeVisible();
      await look('form');
      await person.goesTo('/404');
      await person.sees('页面在途中走丢了');
      await look('not found');
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test('the menu slides in, records are cards, a record fills the screen', async ({ person }) => {
    const { page } = person;
    const orders = new Reader(page, '订单');
    await person.isSignedIn('user');
    await person.goesTo('/main');
    await person.sees(/^共 .+ 条$/);
    await fitsTheScreen(person);
    await orders.opensByMenu();
    await fitsTheScreen(person);
    const first = orders.cards.first();
    const title = await first.getByRole('button').innerText();
    const create = page.getByRole('button', { name: '新建', exact: true });
    await expect
      .poll(async () => {
        const box = await create.boundingBox();
        return box ? box.y + box.height : 0;
      })
      .toBeGreaterThan(800);
    await first.getByRole('button').tap();
    await expect(orders.drawer.getByRole('heading', { name: title })).toBeVisible();
    await expect(orders.drawer).toHaveCSS('width', '390px');
    await fitsTheScreen(person);
    await orders.drawer.getByRole('button', { name: '编辑', exact: true }).tap();
    const save = orders.drawer.getByRole('button', { name: '保存', exact: true });
    await expect(save).toBeInViewport();
    await isAccessible(person);
    await orders.closes();
    await page.getByRole('button', { name: '筛选' }).tap();
    await expect(page.getByRole('dialog', { name: '筛选' })).toHaveCSS('width', '390px');
    await fitsTheScreen(person);
  });
});
