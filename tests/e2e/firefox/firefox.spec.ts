import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator } from '@playwright/test';
import { Designer, expect, Records, test } from '../fixtures.ts';
import { Reader } from '../reader.ts';

/** As in relay.mjs. */
const FIREFOX = process.env['FIREFOX_PATH'] || '/usr/bin/firefox-esr';

// The same people in another browser. The two stories go through what browsers do differently: the
// grid's cells and its keys, formulas as they are typed, dialogs, dates, the address.
test.skip(!existsSync(FIREFOX), `no Firefox at ${FIREFOX}`);
test.use({
  browserName: 'firefox',
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: fileURLToPath(new URL('relay.mjs', import.meta.url)),
    args: [],
  },
});

/**
 * The test tool drives Firefox in the world of the page's own scripts: an input it fills takes the
 * value as React's own, and React sees no change. The setter of the browser itself goes past that.
 */
test.beforeEach(({ page }) => {
  const locators = Object.getPrototypeOf(page.locator('body')) as Locator;
  locators.fill = async function fills(this: Locator, text: string): Promise<void> {
    await this.focus();
    await this.evaluate((input, value) => {
      const kind = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
      Object.getOwnPropertyDescriptor(kind.prototype, 'value')!.set!.call(input, value);
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }, text);
  };
});

const run = Date.now() % 1_000_000;

test('a user’s day in Firefox: finds, writes, changes in the grid, deletes and takes back', async ({
  person,
}) => {
  const { page } = person;
  const contacts = new Reader(page, '联系人');
  const name = `火狐 ${run}`;
  await person.signsIn('user');
  await contacts.opensByMenu();

  await test.step('writes a record', async () => {
    await page.keyboard.press('n');
    await contacts.types('姓名', name);
    await contacts.picks('客户', /./);
    await contacts.saves();
    await contacts.isTold('请填写手机');
    await contacts.types('手机', '13900000000');
    await contacts.saves();
    await expect(contacts.row(name)).toBeVisible();
  });
  await test.step('changes it in the drawer, and Back closes it', async () => {
    await contacts.row(name).getByText(name).click();
    await contacts.drawer.getByRole('button', { name: '编辑', exact: true }).click();
    await contacts.types('职务', '采购经理');
    await page.keyboard.press('Control+s');
    await expect(
      contacts.drawer.getByRole('definition').filter({ hasText: '采购经理' }),
    ).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(contacts.row(name)).toContainText('采购经理');
  });
  await test.step('deletes it and takes it back', async () => {
    await contacts.deletes(name);
    await expect(contacts.row(name)).toHaveCount(0);
    await page.getByRole('button', { name: '撤销删除' }).click();
    await expect(contacts.row(name)).toBeVisible();
  });
});

test('a builder’s run in Firefox: an object with a choice, a date and a formula, its form and its board', async ({
  person,
}) => {
  const { page } = person;
  const designer = new Designer(page);
  const label = `火狐对象 ${run}`;
  await person.isSignedIn('builder');

  await test.step('designs it', async () => {
    await designer.opensNewObject('客户管理');
    await designer.namesIt(label);
    await designer.addsField({ type: '单行文本', label: '名称', required: true });
    await designer.addsField({ type: '单选', label: '进度', options: ['待办', '完成'] });
    await designer.addsField({ type: '整数', label: '数量' });
    await designer.addsField({ type: '公式', label: '两倍' });
    await page
      .getByRole('complementary', { name: '字段设置' })
      .getByRole('textbox', { name: '公式' })
      .click();
    await page.keyboard.type('数量 * 2');
    await page.keyboard.press('Escape');
    await designer.addsField({ type: '日期', label: '日子' });
    await designer.movesFieldUp('日子');
    await designer.saves();
    await expect.poll(() => designer.fields()).toEqual(['名称', '进度', '数量', '日子', '两倍']);
  });
  await test.step('its form computes, its list shows it', async () => {
    const records = new Records(page, label);
    await records.opens();
    await records.startsNew();
    await records.types('名称', '第一条');
    await records.picks('进度', '待办');
    await records.types('日子', '2026-12-01');
    await records.types('数量', '21');
    await expect(records.drawer.getByRole('textbox', { name: '两倍' })).toHaveValue('42');
    await records.saves();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => records.column('两倍')).toEqual(['42']);
  });
  await test.step('a cell is written with keys', async () => {
    const records = new Records(page, label);
    await page.getByRole('button', { name: '表格编辑' }).click();
    const cell = records.row('第一条').getByRole('gridcell', { name: '21' });
    await cell.click();
    await page.keyboard.type('30');
    await page.keyboard.press('Enter');
    await expect(records.row('第一条').getByRole('gridcell', { name: '60' })).toBeVisible();
    await page.getByRole('button', { name: '完成编辑' }).click();
  });
  await test.step('a board by its choice', async () => {
    await page.getByRole('button', { name: '新建视图' }).click();
    const panel = page.getByRole('dialog', { name: '新建视图' });
    await panel.getByRole('radio', { name: '看板' }).click();
    await panel.getByLabel('名称').fill('按进度');
    await panel.getByRole('button', { name: '新建', exact: true }).click();
    await expect(page.getByRole('region', { name: /待办/ }).getByText('第一条')).toBeVisible();
  });
});
