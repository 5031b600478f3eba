import type { Locator } from '@playwright/test';
import { choosesOption, expect, type Person } from './fixtures.ts';

/** A person at the designer of approvals. */
export class FlowDesigner {
  constructor(readonly person: Person) {}
  get page() {
    return this.person.page;
  }
  get canvas() {
    return this.page.getByRole('tree', { name: /^流程图/ });
  }
  get settings() {
    return this.page.getByRole('complementary', { name: '设置' });
  }
  get dialog() {
    return this.page.getByRole('dialog');
  }
  box(name: string | RegExp) {
    return this.canvas.getByRole('treeitem', { name });
  }
  button(name: string | RegExp) {
    return this.page.getByRole('button', { name, exact: true });
  }
  /** Names of the boxes, from the top. */
  boxes(): Promise<string[]> {
    return this.canvas
      .getByRole('treeitem')
      .evaluateAll((items) =>
        items.map((item) => (item.getAttribute('aria-label') ?? '').split('，')[0] ?? ''),
      );
  }
  async reads(...names: string[]): Promise<void> {
    await expect.poll(() => this.boxes()).toEqual(names);
  }

  async creates(name: string, object: string, library?: string): Promise<void> {
    await this.person.goesTo('/build.html#/flows');
    await this.button('新建流程').click();
    const dialog = this.page.getByRole('dialog', { name: '新建流程' });
    await dialog.getByRole('textbox', { name: '流程名称' }).fill(name);
    await choosesOption(dialog.getByRole('combobox', { name: '审批哪个对象的记录' }), object);
    if (library)
      await choosesOption(dialog.getByRole('combobox', { name: '从模板库开始' }), library);
    await dialog.getByRole('button', { name: '创建', exact: true }).click();
    await expect(this.page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(this.box(/^发起/)).toBeVisible();
  }
  async opens(name: string): Promise<void> {
    await this.person.goesTo('/build.html#/flows');
    await this.page.getByRole('link', { name, exact: true }).click();
    await expect(this.box(/^发起/)).toBeVisible();
  }
  async adds(kind: string, place: RegExp): Promise<void> {
    await this.button(place).click();
    await this.page
      .getByRole('dialog', { name: '添加节点' })
      .getByRole('button', { name: kind, exact: true })
      .click();
  }
  async names(name: string): Promise<void> {
    await this.settings.getByRole('textbox', { name: /^(节点|分支)名称$/ }).fill(name);
  }
  /** Chooses members, by the picker, for the node that is selected. */
  async asks(...people: string[]): Promise<void> {
    await choosesOption(this.settings.getByRole('combobox', { name: '怎样找到' }), '指定成员');
    await this.settings.getByRole('button', { name: /^从列表中选择/ }).click();
    const dialog = this.page.getByRole('dialog', { name: '选择成员' });
    for (const name of people) {
      await dialog.getByRole('combobox').fill(name);
      await dialog.getByRole('option', { name }).first().click();
    }
    await dialog.getByRole('button', { name: '确定' }).click();
    await expect(dialog).toBeHidden();
  }
  async isSaved(): Promise<void> {
    await expect(this.page.getByText(/^(已保存|没有改动)$/)).toBeVisible();
  }
  async asksToPublish(): Promise<void> {
    await this.isSaved();
    await this.button('发布').click();
  }
  async publishes(note: string, version: number): Promise<void> {
    await this.asksToPublish();
    const dialog = this.page.getByRole('dialog', { name: '发布流程' });
    await dialog.getByRole('textbox', { name: '说明' }).fill(note);
    await dialog.getByRole('button', { name: '发布', exact: true }).click();
    await this.person.sees(`已发布第 ${version} 版`);
    await expect(this.dialog).toHaveCount(0);
  }
  async looksAt(tab: string): Promise<void> {
    await this.page.getByRole('tab', { name: tab, exact: true }).click();
  }
}
/** Gives the item that is open an answer, in the dialog that asks. */
export async function answers(
  { page }: Person,
  label: string,
  more?: (dialog: Locator) => Promise<void>,
): Promise<void> {
  await page.getByRole('button', { name: label, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: label });
  await more?.(dialog);
  await dialog.getByRole('button', { name: label, exact: true }).click();
  await expect(page.getByText(`已${label}`).first()).toBeVisible();
}
/** A name of its own, so that a story can be played twice on one database. */
export const named = (name: string): string => `${name}${Date.now() % 100_000}`;
