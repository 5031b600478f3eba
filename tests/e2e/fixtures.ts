import { expect, test as base, type Locator, type Page } from '@playwright/test';
import { storedEntries, storedOf } from '../../machines/index.ts';
import type { SignInData } from '../../src/contract/index.ts';

export const PASSWORD = 'Huozi@2026';
const PHONE = { width: 390, height: 844 };
/** Opens a select, by its name or as a locator, and picks one of its options. */
export async function choosesOption(select: Locator, option: string): Promise<void> {
  await select.click();
  await select
    .page()
    .getByRole('listbox')
    .getByRole('option', { name: option, exact: true })
    .click();
}
const address = (): string => process.env['HUOZI_URL'] ?? '';

/**
 * What must never happen on any page: script errors, console errors, anything the content security
 * policy refused.
 */
class Watch {
  readonly complaints: string[] = [];
  on(page: Page): void {
    page.on('pageerror', (error) => this.complaints.push(`page error: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' && !this.expected(message.text()))
        this.complaints.push(`console: ${message.text()} ${message.location().url}`);
    });
  }
  /**
   * Chromium reports every refused call as an error by itself; a wrong password is not a fault of
   * the page. And it reports that one header needs https, at names other than this machine's own.
   */
  private expected(text: string): boolean {
    return /^Failed to load resource: the server responded with a status of 4\d\d|^The Cross-Origin-Opener-Policy header has been ignored, because the URL's origin was untrustworthy/.test(
      text,
    );
  }
}

/** A person at a browser window, in the words of one. */
export class Person {
  constructor(
    readonly page: Page,
    private readonly watch: Watch,
  ) {}

  /** Opens a path of the product, or an address of another host. */
  async goesTo(path: string): Promise<void> {
    await this.page.goto(new URL(path, address()).href);
  }
  /** Returns the path and hash the person is at. */
  at(): string {
    const { pathname, search, hash } = new URL(this.page.url());
    return pathname + search + hash;
  }
  async isAt(pattern: RegExp): Promise<void> {
    await expect.poll(() => this.at()).toMatch(pattern);
  }
  async sees(text: string | RegExp): Promise<void> {
    await expect(this.page.getByText(text).first()).toBeVisible();
  }
  async readsHeading(text: string | RegExp): Promise<void> {
    await expect(this.page.getByRole('heading', { name: text }).first()).toBeVisible();
  }

  async fillsLogin(account: string, password: string): Promise<void> {
    await this.page.getByLabel('账号').fill(account);
    await this.page.getByRole('textbox', { name: '密码' }).fill(password);
    await this.page.getByRole('button', { name: '登录' }).click();
  }
  /**
   * Has a session of its own already and is nowhere yet: for stories that begin after the sign-in,
   * which has stories of its own. Two pages less to load.
   */
  async isSignedIn(account = 'builder', password = PASSWORD): Promise<void> {
    const answer = await this.page.request.post(new URL('/upm/anno/signIn', address()).href, {
      data: { account, password, remember: false },
    });
    const { data } = (await answer.json()) as { data: SignInData };
    await this.goesTo('/healthz');
    await this.page.evaluate(
      ({ local, session }) => {
        for (const [key, value] of session) sessionStorage.setItem(key, value);
        for (const [key, value] of local) localStorage.setItem(key, value);
      },
      storedEntries(storedOf(data, false)),
    );
  }
  /** Signs in on the login page and comes to the main page. */
  async signsIn(account = 'builder', password = PASSWORD): Promise<void> {
    await this.goesTo('/passport.html#/login');
    await this.fillsLogin(account, password);
    await this.isAt(/^\/main/);
  }
  async signsOut(): Promise<void> {
    await this.page.getByRole('button', { name: '用户菜单' }).click();
    await this.page.getByRole('menuitem', { name: '退出登录' }).click();
    await this.isAt(/^\/passport\.html#\/login/);
  }
  /** The same person's second tab of the same browser. */
  async opensTab(path = '/'): Promise<Person> {
    const page = await this.page.context().newPage();
    this.watch.on(page);
    const tab = new Person(page, this.watch);
    await tab.goesTo(path);
    return tab;
  }
}

/**
 * A field as a builder adds it: the button of the palette, and what is changed of what it brings.
 */
export interface NewField {
  type: string;
  label?: string;
  required?: boolean;
  unique?: boolean;
  options?: string[];
  to?: string;
}

/** A builder at the object designer. */
export class Designer {
  constructor(readonly page: Page) {}
  private get settings() {
    return this.page.getByRole('complementary', { name: '字段设置' });
  }

  async opensNewObject(app: string): Promise<void> {
    await this.page.goto(`${address()}/build.html`);
    await this.page.getByText(app, { exact: true }).first().click();
    await this.page.getByRole('button', { name: '新建对象' }).first().click();
  }
  async opensObject(app: string, label: string): Promise<void> {
    await this.page.goto(`${address()}/build.html`);
    await this.page.getByText(app, { exact: true }).first().click();
    await this.page.getByRole('heading', { name: label, exact: true }).click();
    await expect(this.page.getByRole('heading', { level: 1, name: label })).toBeVisible();
  }
  async namesIt(label: string): Promise<void> {
    await this.page.getByRole('textbox', { name: '对象名称' }).fill(label);
  }

  async addsField({ type, label, required, unique, options = [], to }: NewField): Promise<void> {
    await this.palette(type).click();
    await expect(
      this.page.getByRole('button', { name: `选择 ${type}`, exact: true }),
    ).toHaveAttribute('aria-pressed', 'true');
    if (label) await this.renamesField(label);
    if (required) await this.settings.getByRole('checkbox', { name: '必填' }).check();
    if (options.length > 0) await this.offers(options);
    if (unique) await this.settings.getByRole('checkbox', { name: '不允许重复' }).check();
    if (to) await this.pointsTo(to);
  }
  async pointsTo(object: string): Promise<void> {
    await this.settings.getByRole('combobox', { name: '关联对象' }).click();
    await this.page.getByRole('listbox').getByRole('option', { name: object, exact: true }).click();
  }
  palette(type: string) {
    return this.page
      .getByRole('group', { name: '可选的字段类型' })
      .getByRole('button', { name: type, exact: true });
  }
  /** The options of the chosen field, over the samples it starts with. */
  async offers(options: readonly string[]): Promise<void> {
    const rows = this.settings.getByRole('textbox', { name: /^选项 \d+ 的名称$/ });
    await expect(rows.first()).toBeVisible();
    while ((await rows.count()) > options.length)
      await this.settings
        .getByRole('button', { name: /^移除选项/ })
        .last()
        .click();
    for (const [at, option] of options.entries()) {
      if (at >= (await rows.count()))
        await this.settings.getByRole('button', { name: '添加选项' }).click();
      await rows.nth(at).fill(option);
    }
  }
  async picksField(label: string): Promise<void> {
    await this.page.getByRole('button', { name: `选择 ${label}`, exact: true }).click();
  }
  async renamesField(label: string): Promise<void> {
    await this.settings.getByRole('textbox', { name: '字段名称' }).fill(label);
  }
  async identifiesField(apiName: string): Promise<void> {
    await this.settings.getByRole('textbox', { name: '字段标识' }).fill(apiName);
  }
  async choosesType(type: string): Promise<void> {
    await this.settings.getByRole('combobox', { name: '字段类型' }).click();
    await this.page.getByRole('listbox').getByRole('option', { name: type, exact: true }).click();
  }
  /** Takes a type from the palette and lets it go just above a field. */
  async dragsField(type: string, above: string): Promise<void> {
    await this.palette(type).dragTo(
      this.page.getByRole('button', { name: `选择 ${above}`, exact: true }),
      { targetPosition: { x: 120, y: 4 } },
    );
    const name = this.settings.getByRole('textbox', { name: '字段名称' });
    await expect(name).toHaveValue(type);
    await expect(name).toBeFocused();
  }
  /** Moves a field one place up, with keys alone. */
  async movesFieldUp(label: string): Promise<void> {
    const handle = this.page.getByRole('button', { name: `移动 ${label}`, exact: true });
    await handle.press('Space');
    await expect(handle).toHaveAttribute('aria-pressed', 'true');
    await handle.press('ArrowUp');
    // Said once it lies over another place than its own: let go earlier, it stays where it was.
    const moved = this.page.getByText(new RegExp(`${label} 移到 (?!${label} 的)`));
    await expect(moved).toBeAttached();
    await handle.press('Space');
  }
  async deletesField(label: string): Promise<void> {
    await this.picksField(label);
    await this.settings.getByRole('button', { name: '删除', exact: true }).click();
  }
  /** Labels of the fields on the canvas, from the top. */
  fields(): Promise<string[]> {
    return this.page
      .getByRole('list', { name: '字段', exact: true })
      .getByRole('button', { name: /^选择 / })
      .evaluateAll((buttons) =>
        buttons.map((button) => (button.getAttribute('aria-label') ?? '').slice('选择 '.length)),
      );
  }
  async triesToSave(): Promise<void> {
    await this.page.getByRole('button', { name: '保存', exact: true }).click();
  }
  /** Reads the sentence in the field's own place in the settings. */
  async isToldAtField(sentence: string | RegExp): Promise<void> {
    await expect(this.settings.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
  }
  async isTold(sentence: string | RegExp): Promise<void> {
    await expect(
      this.page.getByRole('main').getByRole('alert').filter({ hasText: sentence }).first(),
    ).toBeVisible();
  }
  async saves(): Promise<void> {
    await this.triesToSave();
    await expect(this.page.getByText('有未保存的修改')).toBeHidden();
    await expect(this.page.getByRole('alert')).toHaveCount(0);
  }
}

/** A person at the list of an object, and at the forms and drawers it opens. */
export class Records {
  constructor(
    readonly page: Page,
    readonly label: string,
  ) {}
  get list() {
    return this.page.getByRole('grid', { name: this.label });
  }
  get drawer() {
    return this.page.getByRole('dialog').last();
  }
  row(text: string) {
    return this.list.getByRole('row').filter({ hasText: text });
  }

  async opens(): Promise<void> {
    await this.page.goto(`${address()}/main`);
    // At its heading: further down a card leads to single records.
    await this.page
      .getByRole('main')
      .getByRole('link', { name: this.label, exact: true })
      .first()
      .click({ position: { x: 40, y: 16 } });
    await expect(this.page.getByRole('heading', { level: 1, name: this.label })).toBeVisible();
  }
  async startsNew(): Promise<void> {
    await this.page.getByRole('button', { name: '新建', exact: true }).click();
  }
  async types(label: string, value: string): Promise<void> {
    await this.drawer.getByRole('textbox', { name: label, exact: true }).fill(value);
  }
  async switches(label: string): Promise<void> {
    await this.drawer.getByRole('switch', { name: label, exact: true }).click();
  }
  /**
   * Picks options of a select, person, department or lookup; the first of the list without a name.
   */
  async picks(label: string, ...names: (string | RegExp)[]): Promise<void> {
    const box = this.drawer.getByRole('combobox', { name: label, exact: true });
    await box.click();
    const offered = this.page.getByRole('listbox', { name: label }).getByRole('option');
    for (const name of names) await offered.filter({ hasText: name }).first().click();
    if ((await box.getAttribute('aria-expanded')) === 'true') await box.press('Escape');
  }
  async attaches(name: string, text: string): Promise<void> {
    await this.drawer
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await expect(this.drawer.getByRole('button', { name: `移除 ${name}` })).toBeVisible();
  }
  /** Reads the sentence inside the drawer, beside the field or at the top. */
  async isTold(sentence: string | RegExp): Promise<void> {
    await expect(
      this.drawer.getByRole('alert').filter({ hasText: sentence }).first(),
    ).toBeVisible();
  }
  /** Deletes one record from the list, and says yes when asked. */
  async deletes(text: string): Promise<void> {
    await this.row(text).getByRole('gridcell', { name: '选择此行' }).click();
    await this.page
      .getByRole('group', { name: '批量操作与分页' })
      .getByRole('button', { name: '删除' })
      .click();
    await this.page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  }
  async saves(): Promise<void> {
    await this.drawer.getByRole('button', { name: '保存', exact: true }).click();
  }
  async closes(): Promise<void> {
    await this.drawer.getByRole('button', { name: '关闭', exact: true }).click();
    await expect(this.page.getByRole('dialog')).toHaveCount(0);
  }
  async writes(values: Record<string, string>): Promise<void> {
    await this.startsNew();
    for (const [label, value] of Object.entries(values)) await this.types(label, value);
    await this.saves();
    await expect(this.page.getByRole('dialog')).toHaveCount(0);
  }
  /** Values of one column on the screen, from the top. */
  async column(label: string): Promise<string[]> {
    // Read at once: rows come and go while the list follows.
    return this.list.evaluate((grid, name) => {
      const at = [...grid.querySelectorAll<HTMLElement>('[role=columnheader]')].findIndex((head) =>
        head.innerText.trim().startsWith(name),
      );
      return [...grid.querySelectorAll('[role=row]')]
        .slice(1)
        .map((row) => row.querySelectorAll<HTMLElement>('[role=gridcell]')[at]?.innerText ?? '');
    }, label);
  }
}

/** A person whose every page is watched: the test fails if one complained. */
async function watched(page: Page, use: (person: Person) => Promise<void>): Promise<void> {
  const watch = new Watch();
  watch.on(page);
  await use(new Person(page, watch));
  expect(watch.complaints).toEqual([]);
}
export const test = base.extend<{
  person: Person;
  /** Another person, at another computer. */
  colleague: Person;
  /** A third one, with a phone. */
  onPhone: Person;
}>({
  person: async ({ page }, use) => watched(page, use),
  colleague: async ({ browser }, use) => {
    const context = await browser.newContext();
    await watched(await context.newPage(), use);
    await context.close();
  },
  onPhone: async ({ browser }, use) => {
    const context = await browser.newContext({ viewport: PHONE, locale: 'zh-CN', hasTouch: true });
    await watched(await context.newPage(), use);
    await context.close();
  },
});
export { expect };
