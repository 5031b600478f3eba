import { choosesOption, expect, test, type Person } from './fixtures.ts';
import { callAsAdministrator, type AuthorizedCall } from './administrator.ts';
import { fitsTheScreen, isAccessible } from './reader.ts';

const COMMENT = '请把交接写清楚';
const main = ({ page }: Person) => page.getByRole('main');

/** Fills in a leave of some days and sends it. */
async function asksForLeave(person: Person, reason: string, days: string): Promise<void> {
  const { page } = person;
  await person.goesTo('/main/workflow/start');
  await page.getByText('请假审批', { exact: true }).first().click();
  await person.readsHeading('请假审批');
  await page.getByRole('textbox', { name: '事由' }).fill(reason);
  await choosesOption(page.getByRole('combobox', { name: '类型' }), '年假');
  await page.getByRole('textbox', { name: '开始日期' }).fill('2026-12-08');
  await page.getByRole('textbox', { name: '天数' }).fill(days);
}

/** The title of the leave that is open: the form it was started from has headings of its own. */
const titleOfOpened = ({ page }: Person): Promise<string> =>
  page.getByRole('heading', { level: 2, name: '江月白请假' }).innerText();

test('a leave goes from the starter to the leader, back, and through', async ({
  person,
  colleague,
}) => {
  test.slow();
  const { page } = person;
  const reason = `探亲${Date.now() % 100_000}`;
  await person.isSignedIn('sales');

  await test.step('who asks sees whom it will go to, and what is missing in its place', async () => {
    await asksForLeave(person, reason, '');
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await expect(main(person).getByRole('alert').filter({ hasText: '请填写天数' })).toBeVisible();
    await page.getByRole('textbox', { name: '天数' }).fill('2');
    await page.getByRole('button', { name: '将经过的节点' }).click();
    const way = page.getByRole('list', { name: '走过的和将要经过的节点' });
    await expect(way).toContainText('部门负责人');
    await expect(way).toContainText('苏念慈');
    await isAccessible(person);
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await person.isAt(/^\/main\/workflow\/applied\?opened=/);
    await expect(main(person).getByText('审批中').first()).toBeVisible();
  });

  const title = await titleOfOpened(person);
  await test.step('a leader sends it back with a reason', async () => {
    await colleague.isSignedIn('leader');
    await colleague.goesTo('/main/workflow/todo');
    await colleague.page.getByText(title, { exact: true }).first().click();
    await colleague.sees(reason);
    await colleague.page.getByRole('button', { name: '退回', exact: true }).click();
    const dialog = colleague.page.getByRole('dialog', { name: '退回' });
    await dialog.getByRole('textbox', { name: '意见' }).fill(COMMENT);
    await dialog.getByRole('button', { name: '退回', exact: true }).click();
    await colleague.sees('已退回');
  });

  await test.step('the starter reads why, corrects it and sends it again', async () => {
    await person.goesTo('/main/workflow/todo');
    await page.getByText(title, { exact: true }).first().click();
    await page.getByRole('tab', { name: /^经过/ }).click();
    await person.sees(COMMENT);
    await page.getByRole('tab', { name: '表单' }).click();
    await page.getByRole('textbox', { name: '备注' }).fill('交接给林晓');
    const days = page.getByRole('textbox', { name: '天数' });
    await days.fill('');
    await page.getByRole('tab', { name: /^经过/ }).click();
    const again = page.getByRole('button', { name: '重新提交', exact: true });
    await again.click();
    const dialog = page.getByRole('dialog', { name: '重新提交' });
    await dialog.getByRole('textbox', { name: '意见' }).fill('已写清楚');
    await dialog.getByRole('button', { name: '重新提交', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(days).toBeFocused();
    await days.fill('2');
    await again.click();
    await expect(dialog.getByRole('textbox', { name: '意见' })).toHaveValue('已写清楚');
    await dialog.getByRole('button', { name: '重新提交', exact: true }).click();
    await person.sees('已重新提交');
  });

  await test.step('it is approved, and the starter has a message', async () => {
    await colleague.goesTo('/main/workflow/todo');
    await colleague.page.getByText(title, { exact: true }).first().click();
    await colleague.sees('交接给林晓');
    await colleague.page.getByRole('tab', { name: '流程图' }).click();
    const drawing = colleague.page.getByRole('tree', { name: '流程图：请假审批' });
    await expect(drawing.getByRole('treeitem', { name: /等待 苏念慈/ })).toBeVisible();
    await isAccessible(colleague);
    await colleague.page.getByRole('button', { name: '同意', exact: true }).click();
    await colleague.page
      .getByRole('dialog', { name: '同意' })
      .getByRole('button', { name: '同意', exact: true })
      .click();
    await colleague.sees('已同意');
    await person.goesTo('/main/workflow/applied');
    await page.getByText(title, { exact: true }).first().click();
    await person.sees('已通过');
    await page.getByRole('button', { name: '我的消息' }).click();
    await person.sees(`“${title}”已通过`);
  });
});

test('on a phone one decides with one hand', async ({ person, onPhone }) => {
  const reason = `看病${Date.now() % 100_000}`;
  await person.isSignedIn('sales');
  await asksForLeave(person, reason, '1');
  await person.page.getByRole('button', { name: '提交', exact: true }).click();
  await person.isAt(/^\/main\/workflow\/applied\?opened=/);
  const title = await titleOfOpened(person);

  await onPhone.isSignedIn('leader');
  await onPhone.goesTo('/main/workflow/todo');
  await fitsTheScreen(onPhone);
  await onPhone.page.getByText(title, { exact: true }).first().click();
  await onPhone.sees(reason);
  await expect(onPhone.page.getByRole('textbox', { name: '查找流程' })).toBeHidden();
  await onPhone.page.getByRole('button', { name: '返回列表' }).click();
  await expect(onPhone.page.getByRole('textbox', { name: '查找流程' })).toBeVisible();
  await onPhone.page.getByText(title, { exact: true }).first().click();
  await onPhone.sees(reason);
  await fitsTheScreen(onPhone);
  await isAccessible(onPhone);
  await expect(onPhone.page.getByRole('button', { name: '更多操作' })).toBeInViewport();
  await expect(onPhone.page.getByRole('button', { name: '同意', exact: true })).toBeInViewport();
  await onPhone.page.getByRole('button', { name: '拒绝', exact: true }).click();
  const decided = onPhone.page.url();
  const dialog = onPhone.page.getByRole('dialog', { name: '拒绝' });
  await dialog.getByRole('textbox', { name: '意见' }).fill('那天要盘点');
  await dialog.getByRole('button', { name: '拒绝', exact: true }).click();
  await onPhone.sees('已拒绝');
  await expect(onPhone.page).not.toHaveURL(decided);
});

/** Asks for a leave of as many days without a browser; returns its title. */
async function leaveOf(ask: AuthorizedCall, days: number): Promise<string> {
  const { categories } = await ask('bpm.work.startList', {});
  const { id } = categories
    .flatMap(({ templates }) => templates)
    .find(({ name }) => name === '请假审批')!;
  const { instanceId } = await ask('bpm.work.start', {
    templateId: id,
    record: { reason: '出行', kind: 'annual', from: '2026-12-15', days },
  });
  const { records } = await ask('bpm.work.owner', { templateId: id });
  return records.find((each) => each.instanceId === instanceId)!.title;
}

test('a leader at their list sees new work come, walks it with keys, and decides several at once', async ({
  person,
}) => {
  const { page } = person;
  await person.isSignedIn('leader');
  await person.goesTo('/main/workflow/todo');
  const menu = page.getByRole('navigation', { name: '主菜单' });
  const waiting = async () => Number(/\d+/.exec(await menu.innerText())?.[0] ?? 0);
  await expect.poll(waiting).toBeGreaterThan(0);
  const before = await waiting();
  const line = (title: string) => page.getByRole('listitem').filter({ hasText: title }).first();
  const ask = await callAsAdministrator(person, 'sales');
  const titles: string[] = [];
  for (const days of [1.1, 1.3]) titles.push(await leaveOf(ask, days));
  const [older = '', newer = ''] = titles;

  await test.step('the list and the number in the menu follow', async () => {
    await expect(line(older)).toBeVisible();
    await expect(line(newer).getByLabel('未读')).toBeVisible();
    await expect.poll(waiting).toBe(before + 2);
  });
  await test.step('keys lead from one to the next, which is read then, and decide it', async () => {
    const heading = page.getByRole('heading', { level: 2 }).first();
    await page.keyboard.press('j');
    await expect(heading).toHaveText(newer);
    await expect(line(newer).getByLabel('未读')).toBeHidden();
    await page.keyboard.press('j');
    await expect(heading).toHaveText(older);
    await page.keyboard.press('k');
    await expect(heading).toHaveText(newer);
    await page.keyboard.press('r');
    await expect(page.getByRole('dialog', { name: '拒绝' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog', { name: '同意' });
    await dialog.getByRole('button', { name: '同意', exact: true }).click();
    await person.sees('已同意');
    await expect(heading).toHaveText(older);
  });
  await test.step('several are decided with one opinion', async () => {
    const third = await leaveOf(ask, 1.7);
    for (const title of [third, older]) await line(title).getByRole('checkbox').check();
    await page.getByRole('button', { name: '同意', exact: true }).first().click();
    const dialog = page.getByRole('dialog', { name: '批量同意' });
    await dialog.getByRole('textbox', { name: '意见' }).fill('都可以');
    await dialog.getByRole('button', { name: '同意', exact: true }).click();
    await person.sees('办理了 2 项');
    for (const title of [third, older]) await expect(line(title)).toBeHidden();
    await expect.poll(waiting).toBe(before);
  });
});
