import { choosesOption, expect, test, type Person } from './fixtures.ts';
import { hasReadableContrast, fitsTheScreen, isAccessible, Reader } from './reader.ts';

test.describe.configure({ mode: 'parallel' });

const tabs = ({ page }: Person) => page.getByRole('tablist', { name: '视图' });
const tab = (person: Person, name: string) => tabs(person).getByRole('tab', { name });
const unsaved = ({ page }: Person) => page.getByRole('group', { name: '未保存的视图修改' });
async function chooses({ page }: Person, view: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `“${view}”的操作` }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}
async function makes(person: Person, kind: string, name: string): Promise<void> {
  await person.page.getByRole('button', { name: '新建视图' }).click();
  const panel = person.page.getByRole('dialog', { name: '新建视图' });
  await panel.getByRole('radio', { name: kind }).click();
  await panel.getByLabel('名称').fill(name);
  await panel.getByRole('checkbox', { name: '大家都能看到' }).check();
  await panel.getByRole('button', { name: '新建', exact: true }).click();
  await expect(tab(person, name)).toHaveAttribute('aria-selected', 'true');
}

test('a builder settles a board after it was made, puts it into a group, and opens it to some people only', async ({
  person,
  colleague,
}) => {
  test.slow();
  const { page } = person;
  const name = `来源看板 ${Date.now() % 1_000_000}`;
  const group = `分组 ${Date.now() % 1_000_000}`;
  const lane = (text: string) =>
    page.getByRole('group', { name: '商机', exact: true }).getByRole('heading', { name: text });
  const settings = page.getByRole('dialog', { name: '设置' });
  await person.isSignedIn('builder');
  await person.goesTo('/main');
  await new Reader(page, '商机').opensByMenu();
  await makes(person, '看板', name);

  await test.step('what it is grouped by changes at once, is discarded, and is saved', async () => {
    await expect(lane('赢单')).toBeVisible();
    const open = () => page.getByRole('button', { name: '设置', exact: true }).click();
    await open();
    await choosesOption(settings.getByRole('combobox', { name: '分栏' }), '来源');
    await expect(lane('展会')).toBeVisible();
    await settings.getByRole('button', { name: '还原' }).click();
    await expect(lane('赢单')).toBeVisible();
    await choosesOption(settings.getByRole('combobox', { name: '分栏' }), '来源');
    await expect(lane('展会')).toBeVisible();
    await page.keyboard.press('Escape');
    await unsaved(person).getByRole('button', { name: '保存到视图' }).click();
    await expect(unsaved(person)).toHaveCount(0);
    await page.reload();
    await expect(lane('展会')).toBeVisible();
  });
  await test.step('it is in a group, which has an address of its own', async () => {
    await page.getByRole('button', { name: /^视图分组/ }).click();
    const groups = page.getByRole('dialog', { name: '视图分组' });
    await groups.getByRole('button', { name: '新建分组' }).click();
    await page.keyboard.type(group);
    await page.keyboard.press('Enter');
    await expect(groups.getByRole('button', { name: group }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await chooses(person, name, '移到分组');
    await page.getByRole('radio', { name: group }).check();
    await page
      .getByRole('dialog', { name: '移到分组' })
      .getByRole('button', { name: '保存' })
      .click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: /^视图分组/ }).click();
    await groups.getByRole('button', { name: new RegExp(`^${group}\\s*1`) }).click();
    await person.isAt(/\/opportunity\/[0-9a-f-]{36}$/);
    await expect
      .poll(() => tabs(person).getByRole('tab').allTextContents())
      .toEqual(['全部', name]);
    await tab(person, name).click();
    await person.isAt(/\/opportunity\/[0-9a-f-]{36}\/[0-9a-f-]{36}$/);
  });
  const address = person.at();
  await test.step('a colleague follows the link and sees it', async () => {
    await colleague.isSignedIn('user');
    await colleague.goesTo(address);
    await expect(tab(colleague, name)).toHaveAttribute('aria-selected', 'true');
  });
  await test.step('opened to one person only, it is gone for the colleague, with a polite explanation', async () => {
    await chooses(person, name, '谁能看到');
    const panel = page.getByRole('dialog', { name: '谁能看到' });
    await panel.getByRole('radio', { name: /^指定的人/ }).check();
    await panel.getByRole('button', { name: '保存' }).click();
    await expect(panel.getByRole('alert')).toHaveText('请选择能看到的成员、部门或角色');
    await panel.getByRole('combobox', { name: '成员' }).click();
    await page
      .getByRole('listbox', { name: '成员' })
      .getByRole('option', { name: '陆知行' })
      .click();
    await page.keyboard.press('Escape');
    await panel.getByRole('button', { name: '保存' }).click();
    await expect(panel).toHaveCount(0);
    await colleague.goesTo(address);
    await colleague.page.reload();
    await colleague.sees('没有找到这个视图，它可能已被删除，或不再向你开放。');
    await isAccessible(colleague);
    await colleague.page.getByRole('button', { name: '打开默认视图' }).click();
    await colleague.isAt(/\/opportunity$/);
  });
  await test.step('takes both away again; what was in the group stays', async () => {
    await page.getByRole('button', { name: /^视图分组/ }).click();
    await page
      .getByRole('dialog', { name: '视图分组' })
      .getByRole('button', { name: `删除${group}` })
      .click();
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: '删除', exact: true })
      .click();
    await person.isAt(/\/opportunity$/);
    await tab(person, name).click();
    await chooses(person, name, '删除');
    await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click();
    await expect(tab(person, name)).toHaveCount(0);
  });
});

test('a person saves a filter by a name, and deletes it again', async ({ person }) => {
  const { page } = person;
  const orders = new Reader(page, '订单');
  const name = `草稿单 ${Date.now() % 1_000_000}`;
  const opens = () => page.getByRole('button', { name: /^筛选/ }).click();
  const panel = page.getByRole('dialog', { name: '筛选' });
  const kept = (text: string) =>
    panel.getByRole('list', { name: '常用筛选' }).getByRole('button', { name: text, exact: true });
  await person.isSignedIn('user');
  await person.goesTo('/main');
  await orders.opensByMenu();
  await orders.filters('状态', '是其中之一', { picked: ['草稿'] });
  await person.sees('状态 是其中之一 草稿');
  await opens();
  await panel.getByRole('button', { name: '存为常用' }).click();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(kept(name)).toHaveAttribute('aria-pressed', 'true');
  await panel.getByRole('button', { name: '清除筛选' }).click();
  await orders.counts('共 1,000+ 条');
  await page.reload();
  await opens();
  await kept(name).click();
  await person.sees('状态 是其中之一 草稿');
  await opens();
  await panel.getByRole('button', { name: `“${name}”的操作` }).click();
  await page.getByRole('menuitem', { name: '改名' }).click();
  await page.keyboard.type(`${name} 改`);
  await page.keyboard.press('Enter');
  await expect(kept(`${name} 改`)).toBeVisible();
  await panel.getByRole('button', { name: `“${name} 改”的操作` }).click();
  await page.getByRole('menuitem', { name: '删除' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: '删除', exact: true }).click();
  await expect(kept(`${name} 改`)).toHaveCount(0);
});

test.describe('in a browser on the other side of the globe', () => {
  test.use({ timezoneId: 'America/Los_Angeles' });
  test('days and times are those of the company', async ({ person }) => {
    const { page } = person;
    await person.isSignedIn('user');
    await person.goesTo('/main');
    await new Reader(page, '客户').opensByMenu();
    expect(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe(
      'America/Los_Angeles',
    );
    const answer = page.waitForResponse(
      (response) =>
        /controller\/Detail$|record\/detail/i.test(response.url()) &&
        response.request().method() === 'POST',
    );
    await new Reader(page, '客户').list
      .getByRole('row')
      .nth(1)
      .getByRole('gridcell')
      .nth(1)
      .click();
    const { data } = (await (await answer).json()) as {
      data: { record: { lastVisit: string | null; createdAt: string } };
    };
    const told = (iso: string) =>
      new Date(Date.parse(iso) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
    await expect(
      page
        .getByRole('dialog')
        .getByText(told(data.record.lastVisit ?? data.record.createdAt))
        .first(),
    ).toBeVisible();
    const made = await page.evaluate(() => new Date().toISOString());
    await person.goesTo('/main');
    for (const link of ['项目管理', '项目任务'])
      await page
        .getByRole('navigation', { name: '主导航' })
        .getByRole('link', { name: link, exact: true })
        .click();
    await tab(person, '日历').click();
    await expect(
      page.getByRole('gridcell').and(page.locator('[aria-current=date]')),
    ).toHaveAttribute(
      'aria-label',
      new RegExp(`^${Number(told(made).slice(5, 7))} 月 ${Number(told(made).slice(8, 10))} 日`),
    );
  });
});

test('settings, audience and saved filters fit a phone', async ({ person }) => {
  const { page } = person;
  await page.setViewportSize({ width: 390, height: 844 });
  await person.isSignedIn('builder');
  await person.goesTo('/main');
  await page.getByRole('button', { name: '打开菜单' }).click();
  await page
    .getByRole('navigation', { name: '主导航' })
    .getByRole('link', { name: '项目管理', exact: true })
    .click();
  await page.getByRole('button', { name: '打开菜单' }).click();
  await page
    .getByRole('navigation', { name: '主导航' })
    .getByRole('link', { name: '项目任务', exact: true })
    .click();
  await expect(page.getByRole('treegrid')).toBeVisible();
  await fitsTheScreen(person);
  await page.getByRole('button', { name: '设置', exact: true }).click();
  await expect(page.getByRole('dialog', { name: '设置' })).toBeVisible();
  for (const check of [fitsTheScreen, isAccessible, hasReadableContrast]) await check(person);
  await page.getByRole('button', { name: '关闭' }).click();
  await chooses(person, '甘特图', '谁能看到');
  for (const check of [fitsTheScreen, isAccessible, hasReadableContrast]) await check(person);
});
