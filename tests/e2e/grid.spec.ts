import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { isAccessible, Reader } from './reader.ts';

/** Someone who keeps records in a table, as in a spreadsheet. */
class Sheet extends Reader {
  constructor(page: Page, label: string) {
    super(page, label);
  }
  head(column: string) {
    return this.list.getByRole('columnheader', { name: column }).first();
  }
  /** The cell of a row, counted from 1, under a column. */
  async cell(row: number, column: string) {
    const at = await this.list.evaluate(
      (grid, name) =>
        [...grid.querySelectorAll<HTMLElement>('[role=columnheader]')].findIndex((head) =>
          head.innerText.trim().startsWith(name),
        ),
      column,
    );
    return this.list.getByRole('row').nth(row).getByRole('gridcell').nth(at);
  }
  async goesTo(row: number, column: string): Promise<void> {
    await (await this.cell(row, column)).click();
  }
  async shows(row: number, column: string, text: string | RegExp): Promise<void> {
    await expect(await this.cell(row, column)).toHaveText(text);
  }
  async choosesInMenu(column: string, item: string): Promise<void> {
    await this.head(column).hover();
    await this.page.getByRole('button', { name: `${column}列的操作` }).click();
    await this.page.getByRole('menuitem', { name: item, exact: true }).click();
  }
  saved() {
    return this.page.waitForResponse(
      (response) => response.url().includes('/action/BulkEdit') && response.ok(),
    );
  }
  /** The grid's active cell has the focus, ready to be typed in. */
  async hasFocus(): Promise<void> {
    await expect(this.page.getByRole('group', { name: this.label, exact: true })).toBeFocused();
  }
  /** Types the letters with an input method, and takes the word it offers. */
  async composes(letters: string, word: string): Promise<void> {
    const keys = await this.page.context().newCDPSession(this.page);
    for (let end = 1; end <= letters.length; end += 1)
      await keys.send('Input.imeSetComposition', {
        text: letters.slice(0, end),
        selectionStart: end,
        selectionEnd: end,
      });
    await keys.send('Input.insertText', { text: word });
  }
  async pastes(text: string): Promise<void> {
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await this.page.keyboard.press('Control+v');
  }
}

test('records are edited as in a spreadsheet: typed, pasted, undone, arranged, and found again like that', async ({
  person,
}) => {
  test.setTimeout(180_000);
  const { page } = person;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const lines = new Sheet(page, '订单明细');
  await person.isSignedIn('user');
  await person.goesTo('/main');
  await lines.opensByMenu();
  // Further back, where no other story is at work.
  await lines.jumpsTo(3);
  await lines.isOnPage(3);
  await page.getByRole('button', { name: '表格编辑' }).click();
  await expect(page.getByRole('button', { name: '完成编辑' })).toBeVisible();
  const before = [
    await (await lines.cell(1, '数量')).innerText(),
    await (await lines.cell(2, '数量')).innerText(),
    await (await lines.cell(1, '单价')).innerText(),
  ] as const;

  await test.step('types over a cell; the list keeps it', async () => {
    await lines.goesTo(1, '数量');
    const saved = lines.saved();
    await page.keyboard.type('12.5');
    await page.keyboard.press('Enter');
    await saved;
    await lines.shows(1, '数量', '12.50');
    await lines.hasFocus();
  });
  await test.step('types with an input method, whose first letter is part of the word', async () => {
    const goods = await (await lines.cell(2, '品名')).innerText();
    await lines.goesTo(2, '品名');
    const saved = lines.saved();
    await lines.composes('mao jin', '毛巾');
    await expect(
      page.getByRole('group', { name: '编辑品名' }).getByRole('textbox', { name: '品名' }),
    ).toHaveValue('毛巾');
    await page.keyboard.press('Enter');
    await saved;
    await lines.shows(2, '品名', '毛巾');
    const undone = lines.saved();
    await page.keyboard.press('Control+z');
    await undone;
    await lines.shows(2, '品名', goods);
  });
  await test.step('copies a range, as the spreadsheet would have it', async () => {
    await (await lines.cell(1, '数量')).hover();
    await page.mouse.down();
    await (await lines.cell(2, '单价')).hover();
    await page.mouse.up();
    await page.keyboard.press('Control+c');
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/^12\.5\t[\d.]*\n[\d.]*\t[\d.]*$/);
  });
  await test.step('pastes a block; what is no number is reported by its cell, the rest is saved', async () => {
    await lines.goesTo(1, '数量');
    const saved = lines.saved();
    await lines.pastes('3\t¥1,000.50\n四\t20');
    await saved;
    await lines.shows(1, '单价', '¥1,000.50');
    await lines.shows(2, '单价', '¥20.00');
    await lines.shows(2, '数量', '四');
    await person.sees(/1 格没有保存：第 \d+ 行“数量”：“四”不是数字/);
    await isAccessible(person);
  });
  await test.step('takes both back', async () => {
    for (const last of [false, true]) {
      const saved = lines.saved();
      await page.keyboard.press('Control+z');
      await saved;
      await lines.shows(1, '单价', before[2]);
      if (!last) await lines.shows(1, '数量', '12.50');
    }
    await lines.shows(1, '数量', before[0]);
    await lines.shows(2, '数量', before[1]);
    await expect(page.getByText('格没有保存')).toHaveCount(0);
  });
  await test.step('an open input does not block the keyboard', async () => {
    await lines.goesTo(1, '数量');
    await page.keyboard.press('F2');
    await expect(
      page.getByRole('group', { name: '编辑数量' }).getByRole('textbox', { name: '数量' }),
    ).toBeFocused();
    await isAccessible(person);
    await page.keyboard.press('Escape');
    await lines.hasFocus();
  });
  await test.step('widths, hidden and frozen columns and sums are there after a reload', async () => {
    const width = async () => Math.round((await lines.head('单价').boundingBox())?.width ?? 0);
    const first = await width();
    await lines.head('单价').getByRole('button', { name: '单价', exact: true }).focus();
    for (let i = 0; i < 3; i++) await page.keyboard.press('Alt+ArrowRight');
    await expect.poll(width).toBe(first + 48);
    await lines.choosesInMenu('货号', '隐藏此列');
    await lines.choosesInMenu('数量', '冻结此列');
    await lines.choosesInMenu('数量', '汇总此列');
    await expect(page.getByRole('combobox', { name: '数量的汇总' })).toHaveValue(/^求和 [\d,.]+$/);
    await page.reload();
    await expect(lines.list).toBeVisible();
    await expect.poll(width).toBe(first + 48);
    await expect(lines.head('货号')).toHaveCount(0);
    const heads = async () =>
      (await lines.list.getByRole('columnheader').allInnerTexts())
        .map((text) => text.trim())
        .filter(Boolean);
    await expect.poll(async () => (await heads()).slice(0, 2)).toEqual(['品名', '数量']);
    await page.setViewportSize({ width: 900, height: 900 });
    await lines.list.evaluate((grid) => {
      grid.scrollLeft = 400;
    });
    const edge = async () =>
      Math.round((await lines.head('数量').boundingBox())!.x - (await lines.list.boundingBox())!.x);
    await expect.poll(edge).toBeGreaterThan(40);
    await expect
      .poll(async () =>
        Math.round(
          (await (await lines.cell(1, '数量')).boundingBox())!.x -
            (await lines.head('数量').boundingBox())!.x,
        ),
      )
      .toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  await test.step('groups open and close, with their number and sums', async () => {
    await lines.choosesInMenu('单位', '按此列分组');
    const group = lines.list.getByRole('button', { expanded: true }).first();
    await expect(group).toBeVisible();
    await expect(lines.list.getByRole('row').nth(1)).toContainText(/\d+ 条数量求和/);
    const rows = () => lines.list.getByRole('checkbox', { name: '选择此行' }).count();
    await expect.poll(rows).toBeGreaterThan(3);
    const name = await group.getAttribute('aria-label');
    await lines.list.getByRole('row').nth(1).click();
    await expect(lines.list.getByRole('button', { name: name!, expanded: false })).toBeVisible();
    await isAccessible(person);
  });
});
