import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';

export const PASSWORD = 'Huozi@2026';
const address = (): string => process.env['HUOZI_URL'] ?? '';

/** What must never happen on any page: script errors, console errors, anything the content security policy refused. */
class Watch {
  readonly complaints: string[] = [];
  on(page: Page): void {
    page.on('pageerror', (error) => this.complaints.push(`page error: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' && !this.expected(message.text())) this.complaints.push(`console: ${message.text()} ${message.location().url}`);
    });
  }
  /** Chromium reports every refused call as an error by itself; a wrong password is not a fault of the page. */
  private expected(text: string): boolean { return /^Failed to load resource: the server responded with a status of 4\d\d/.test(text); }
}

/** A person at a browser window, in the words of one. */
export class Person {
  constructor(readonly page: Page, private readonly watch: Watch) {}

  async goesTo(path: string): Promise<void> { await this.page.goto(address() + path); }
  /** Answers the path and hash the person is at. */
  at(): string {
    const { pathname, search, hash } = new URL(this.page.url());
    return pathname + search + hash;
  }
  async isAt(pattern: RegExp): Promise<void> { await expect.poll(() => this.at()).toMatch(pattern); }
  async sees(text: string | RegExp): Promise<void> { await expect(this.page.getByText(text).first()).toBeVisible(); }
  async readsHeading(text: string | RegExp): Promise<void> { await expect(this.page.getByRole('heading', { name: text }).first()).toBeVisible(); }

  async fillsLogin(account: string, password: string): Promise<void> {
    await this.page.getByLabel('账号').fill(account);
    await this.page.getByRole('textbox', { name: '密码' }).fill(password);
    await this.page.getByRole('button', { name: '登录' }).click();
  }
  async signsIn(account = 'builder', password = PASSWORD): Promise<void> {
    await this.goesTo('/');
    await this.isAt(/^\/passport\.html#\/login/);
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

/** A person whose every page is watched: the test fails if one complained. */
export const test = base.extend<{ person: Person }>({
  person: async ({ page }, use) => {
    const watch = new Watch();
    watch.on(page);
    await use(new Person(page, watch));
    expect(watch.complaints).toEqual([]);
  },
});
export { expect };
export type { BrowserContext };
