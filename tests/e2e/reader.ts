import { AxeBuilder } from '@axe-core/playwright';
import { lowContrastTexts } from './contrast.ts';
import { choosesOption, expect, Records, type Person } from './fixtures.ts';

/** Someone who reads a list of records: finds, filters, sorts, turns pages. */
export class Reader extends Records {
  private get panel() {
    return this.page.getByRole('dialog', { name: '筛选' });
  }
  private get pager() {
    return this.page.getByRole('navigation', { name: '分页' });
  }
  get cards() {
    return this.page.getByRole('list', { name: this.label }).getByRole('listitem');
  }

  /** Goes to the object by the side menu, which a phone hides. */
  async opensByMenu(app = '客户管理'): Promise<void> {
    for (const name of [app, this.label]) {
      const burger = this.page.getByRole('button', { name: '打开菜单' });
      const link = this.page
        .getByRole('navigation', { name: '主导航' })
        .getByRole('link', { name, exact: true });
      // One of them is there as soon as the shell is: which one is a matter of the screen's width.
      await expect(burger.or(link).first()).toBeVisible();
      if (await burger.isVisible()) await burger.click();
      await link.click();
      await expect(this.page.getByRole('heading', { level: 1, name })).toBeVisible();
    }
    await expect(this.list.or(this.cards.first()).first()).toBeVisible();
  }
  async sortsBy(column: string): Promise<void> {
    await this.list
      .getByRole('columnheader', { name: column })
      .getByRole('button', { name: column, exact: true })
      .click();
  }
  /** Adds one condition whose value is typed, or picked from a list. */
  async filters(
    field: string,
    operator: string,
    value: { typed?: string; picked?: string[] } = {},
  ): Promise<void> {
    await this.page.getByRole('button', { name: /^筛选/ }).click();
    const row = this.panel.getByRole('group', { name: '条件 1', exact: true });
    await choosesOption(row.getByLabel('字段', { exact: true }), field);
    await choosesOption(row.getByLabel('条件', { exact: true }), operator);
    if (value.typed !== undefined) await row.getByRole('textbox').fill(value.typed);
    if (value.picked) {
      await row.getByRole('combobox', { name: `${field}的值` }).click();
      for (const name of value.picked)
        await this.page.getByRole('listbox').getByRole('option', { name, exact: true }).click();
      await this.page.keyboard.press('Escape');
    }
    await this.panel.getByRole('button', { name: '应用' }).click();
  }
  async searches(text: string): Promise<void> {
    await this.page.keyboard.press('/');
    await this.page.keyboard.type(text);
  }
  async clearsAll(): Promise<void> {
    await this.page.getByRole('button', { name: '清除全部' }).click();
  }
  async counts(total: string | RegExp): Promise<void> {
    await expect(this.pager).toContainText(total);
  }
  async isOnPage(page: number, of?: number): Promise<void> {
    await expect(this.pager.locator('[aria-current=page]')).toHaveText(
      of ? `${page} / ${of}` : `${page}`,
    );
    // The rows of the page before stay until those of this one are there.
    await expect(this.list).not.toHaveAttribute('aria-busy', 'true');
  }
  async turns(): Promise<void> {
    await this.pager.getByRole('button', { name: '下一页' }).click();
  }
  async jumpsTo(page: number): Promise<void> {
    await this.pager.getByLabel('页码').fill(`${page}`);
    await this.page.keyboard.press('Enter');
  }
  pageSize() {
    return this.pager.getByLabel('每页条数');
  }
  async ticks(...rows: number[]): Promise<void> {
    for (const row of rows)
      await this.list.getByRole('checkbox', { name: '选择此行' }).nth(row).click();
  }
  /** Opens the record of a row; the click lands on its first cell with text. */
  async reads(row: number): Promise<void> {
    await this.list
      .getByRole('row')
      .nth(row + 1)
      .getByRole('gridcell')
      .nth(1)
      .click();
    await expect(this.drawer.getByRole('button', { name: '编辑', exact: true })).toBeEnabled();
  }
}

/** Nothing on the page is wider than the screen. */
export async function fitsTheScreen({ page }: Person): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
}

/** Half-faded layers have no colours to judge. */
const settles = ({ page }: Person) =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((each) => each.effect?.getTiming().iterations !== Infinity)
        .map((each) => each.finished),
    ),
  );
/** Advice of axe that counts although it calls it moderate. */
const COUNTED = ['landmark-unique'];
/** What axe finds now, as lines to read. */
async function faultsOf(person: Person, axe: AxeBuilder): Promise<string[]> {
  await settles(person);
  const { violations, incomplete } = await axe.analyze();
  const counted = violations.filter(
    ({ id, impact }) => impact === 'serious' || impact === 'critical' || COUNTED.includes(id),
  );
  const faults = counted.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
  );
  return [...faults, ...(await lowContrastTexts(person.page, incomplete))];
}
/** A message that begins to fade while axe looks is no fault: what is one is there the next time. */
const hasNone = (person: Person, axe: AxeBuilder): Promise<void> =>
  expect(async () => expect(await faultsOf(person, axe)).toEqual([])).toPass({ timeout: 15_000 });
/**
 * Without details of what passed, and without a second window to put the answers of foreign frames
 * together: no page has such frames, and both together take ten times as long as the look itself.
 */
const axeOf = ({ page }: Person): AxeBuilder =>
  new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations', 'incomplete'] });
/**
 * Nothing keeps people from using the page, by axe; contrast and names included. Lesser advice is
 * left out.
 */
export const isAccessible = (person: Person): Promise<void> => hasNone(person, axeOf(person));
/** Only what depends on colours. */
export const hasReadableContrast = (person: Person): Promise<void> =>
  hasNone(person, axeOf(person).withRules(['color-contrast']));
