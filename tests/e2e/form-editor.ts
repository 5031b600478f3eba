import type { Browser, Page } from '@playwright/test';
import { choosesOption, expect } from './fixtures.ts';

const PHONE = { width: 390, height: 844 };

/** A builder at the editor of a smart form. */
export class FormEditor {
  constructor(readonly page: Page) {}
  get settings() {
    return this.page.getByRole('complementary', { name: '设置' });
  }
  get dialog() {
    return this.page.getByRole('dialog', { name: '发布表单' });
  }
  entry(name: string) {
    return this.page.getByRole('button', { name: `选择 ${name}`, exact: true });
  }

  async opensNew(object: string): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: object })).toBeVisible();
    await this.page.getByRole('tab', { name: '表单', exact: true }).click();
    await this.page.getByRole('button', { name: '新建表单' }).click();
    await expect(this.page.getByRole('group', { name: '表单内容' })).toBeVisible();
  }
  async turnsTo(tab: string): Promise<void> {
    await this.settings.getByRole('tab', { name: tab }).click();
  }
  /** When the field is the option, the target is shown. */
  async addsRule(field: string, option: string, target: string): Promise<void> {
    await this.turnsTo('规则');
    await this.settings.getByRole('button', { name: '添加规则' }).click();
    const row = this.settings.getByRole('group', { name: '条件 1' });
    await choosesOption(row.getByRole('combobox', { name: '字段' }), field);
    await row.getByRole('combobox', { name: `${field}的值` }).click();
    await this.page.getByRole('listbox').getByRole('option', { name: option, exact: true }).click();
    const targets = this.settings.getByRole('combobox', { name: '哪些字段' });
    await targets.click();
    await this.page
      .getByRole('listbox', { name: '哪些字段' })
      .getByRole('option', { name: target, exact: true })
      .click();
    await targets.press('Escape');
    await expect(
      this.settings.getByText(`当 ${field} 等于 “${option}” 时，才显示“${target}”`),
    ).toBeVisible();
  }
  /** Returns the link for filling the form in. */
  async publishes(): Promise<string> {
    await this.page.getByRole('button', { name: '发布', exact: true }).click();
    await this.dialog.getByRole('button', { name: '发布', exact: true }).click();
    await expect(this.dialog.getByText('已发布')).toBeVisible();
    return await this.dialog.getByText(/\/form\//).innerText();
  }
}

/** A person with the link, on a phone of their own. */
export async function visitor(browser: Browser, link: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: PHONE,
    locale: 'zh-CN',
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  await page.goto(link);
  return page;
}
