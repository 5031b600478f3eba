import type { Page } from '@playwright/test';
import { callAsAdministrator } from './administrator.ts';
import { expect, test, type Person } from './fixtures.ts';
import { fitsTheScreen, isAccessible } from './reader.ts';

const bell = (page: Page) => page.getByRole('button', { name: '我的消息' });
const dot = (page: Page) => page.getByRole('img', { name: '有未读消息' });
const drawer = (page: Page) => page.getByRole('dialog', { name: '消息提醒' });
/** The messages the demo begins with: other stories send the builder more. */
const FIRST =
  /业务表“(客户”已修改|商机”已新建|联系人”已新建)|你获得了角色“搭建者”|你已加入“信息技术部”/;
const rows = (page: Page) =>
  drawer(page).getByRole('tabpanel').getByRole('listitem').filter({ hasText: FIRST });

/** What other stories caused is read, and no more of it comes while this one goes on. */
async function silences(person: Person, on: boolean): Promise<void> {
  const ask = await callAsAdministrator(person, 'builder');
  for (const topic of ['form', 'object', 'assign', 'record', 'mention'] as const)
    await ask('msg.preference.save', { topic, on });
  const { records } = await ask('msg.msgsCenterInfo.page', { current: 1, size: 50, isRead: 0 });
  const ids = records.filter(({ content }) => !FIRST.test(content)).map(({ id }) => id);
  if (ids.length > 0) await ask('msg.msgsCenterInfo.mark', { ids });
}

test('a person reads, marks and deletes their messages; another tab knows at once', async ({
  person,
}) => {
  const { page } = person;
  await person.signsIn('builder');
  await silences(person, false);
  await expect(dot(page)).toBeVisible();
  await bell(page).click();
  await expect(rows(page)).toHaveCount(5);
  await isAccessible(person);
  await expect
    .poll(async () => Math.round((await drawer(page).boundingBox())?.height ?? 0))
    .toBe(900 * 0.8);

  await test.step('a press on a row does nothing; 查看 opens each where it belongs, and what was opened is read', async () => {
    const one = rows(page).filter({ hasText: '信息技术部' });
    await one.click({ position: { x: 200, y: 10 } });
    await expect(page.getByRole('dialog', { name: '内容' })).toHaveCount(0);
    await expect(rows(page)).toHaveCount(5);
    await one.getByRole('button', { name: '查看' }).click();
    await expect
      .poll(async () => (await page.getByRole('dialog', { name: '内容' }).boundingBox())?.width)
      .toBe(400);
    await page.keyboard.press('Escape');
    await expect(rows(page)).toHaveCount(4);
    await rows(page).filter({ hasText: '新增角色' }).getByRole('button', { name: '查看' }).click();
    await expect(
      page.getByRole('dialog', { name: '角色详情' }).getByRole('heading', { name: '搭建者' }),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(rows(page)).toHaveCount(3);
    const opened = page.waitForEvent('popup');
    await rows(page)
      .filter({ hasText: '业务表变更' })
      .getByRole('button', { name: '查看' })
      .click();
    await (await opened).close();
    await expect(rows(page)).toHaveCount(2);
  });

  await test.step('without a tick there is a message; ticked ones are marked and move to the top of the read ones', async () => {
    await drawer(page).getByRole('button', { name: '标为已读' }).click();
    await person.sees('请选择要标记的消息');
    await rows(page).filter({ hasText: '商机' }).getByRole('checkbox').check();
    // The button rests for a moment after each press.
    await expect(async () => {
      await drawer(page).getByRole('button', { name: '标为已读' }).click();
      await expect(rows(page)).toHaveCount(1, { timeout: 1_000 });
    }).toPass();
    await drawer(page).getByRole('tab', { name: '已读' }).click();
    await expect(rows(page)).toHaveCount(4);
  });

  const tab = await person.opensTab('/main');
  await test.step('deleting asks first, and the other tab loses its dot with the last unread one', async () => {
    await expect(dot(tab.page)).toBeVisible();
    await drawer(page).getByRole('tab', { name: '未读' }).click();
    await drawer(page).getByRole('checkbox', { name: '全选' }).check();
    await drawer(page).getByRole('button', { name: '删除' }).first().click();
    const question = page.getByRole('dialog', { name: '提示' });
    await expect(question).toContainText('确定要删除消息吗');
    await question.getByRole('button', { name: '确定' }).click();
    await person.sees('没有未读消息');
    await expect(dot(page)).toHaveCount(0);
    await expect(dot(tab.page)).toHaveCount(0);
  });

  await test.step('on a phone the drawer is the page', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await fitsTheScreen(person);
  });
  await silences(person, true);
});

test('an administrator replaces a template of text messages, and puts the system’s back', async ({
  person,
}) => {
  const { page } = person;
  await person.signsIn('admin');
  await person.goesTo('/platform/message/outbox');
  await person.readsHeading('发件箱');
  await person.goesTo('/platform/message/sms');
  await page.getByRole('tab', { name: '短信模板' }).click();
  const line = page.getByRole('row').filter({ hasText: '邀请加入企业' });
  await line.getByRole('button', { name: '修改', exact: true }).click();
  const form = page.getByRole('dialog', { name: '用本企业的模板代替' });
  await form.getByLabel('内容').fill('{inviter} 请您来 {company}：{link}');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toHaveCount(0);
  await expect(line).toContainText('请您来');
  await line.getByRole('button', { name: '恢复' }).click();
  await page.getByRole('dialog', { name: /恢复/ }).getByRole('button', { name: '恢复' }).click();
  await expect(line).toContainText('邀请你加入');
});
