import { setTimeout } from 'node:timers/promises';
import { expect, PASSWORD, test, type Person } from './fixtures.ts';
import { ROOT_HOST } from './hosts.ts';
import { launch, START_MS, type Product } from './server.ts';

const DOMAIN = 'qingyu';
const COMPANY = `${DOMAIN}.${ROOT_HOST}`;

/** A product with a root host, and what a person does at one of its hosts. */
class Hosts {
  constructor(private readonly port: string) {}

  address(host: string, path = '/'): string {
    return `http://${host}:${this.port}${path}`;
  }
  async opens({ page }: Person, host: string, path: string): Promise<void> {
    await page.goto(this.address(host, path));
  }
  async isAt({ page }: Person, host: string, path: string | RegExp): Promise<void> {
    await expect
      .poll(() => {
        const { hostname, pathname, search, hash } = new URL(page.url());
        return `${hostname} ${pathname}${search}${hash}`;
      })
      .toMatch(new RegExp(`^${host} ${typeof path === 'string' ? `${path}$` : path.source}`));
  }
  /** Where sign-in is, on the root host only. */
  async isAtLogin(person: Person): Promise<void> {
    await this.isAt(person, ROOT_HOST, /\/passport\.html(\?domain=\w+)?#\/login/);
    await expect(person.page.getByLabel('账号')).toBeVisible();
  }
  async signsIn(person: Person, account: string): Promise<void> {
    await this.opens(person, ROOT_HOST, '/');
    await this.isAtLogin(person);
    await person.fillsLogin(account, PASSWORD);
    await this.isAt(person, ROOT_HOST, '/main');
    await person.readsHeading(/^你好，/);
  }
  /** A user who comes from another host confirms who they are. */
  async saysYes({ page }: Person): Promise<void> {
    await page.getByRole('dialog', { name: /^进入/ }).getByRole('button', { name: '继续' }).click();
  }
  /** The cookie by which a session was handed over lives on no host any more. */
  async keptNoHandOver({ page }: Person): Promise<void> {
    await expect
      .poll(async () =>
        (await page.context().cookies([this.address(ROOT_HOST), this.address(COMPANY)])).map(
          ({ name }) => name,
        ),
      )
      .not.toContain('u-data');
  }
}

let product: Product;
test.beforeAll(async () => {
  test.setTimeout(START_MS);
  // The other stories' server has no root host. Built it is by now; no database is shared with it.
  product = await launch({ ROOT_HOST, DATABASE_URL: '', PUBLIC_URL: '' }, 'dist/server/main.js');
});
test.afterAll(async () => product?.stop());

const switcher = ({ page }: Person) => page.getByRole('button', { name: '切换区域' });
async function switchesTo(person: Person, region: string): Promise<void> {
  await switcher(person).click();
  await person.page.getByRole('menuitem', { name: region }).click();
}

// Who signs in next enters the company they were in last: a story of its own server, for no other
// is to find itself elsewhere.
test('a person switches between their companies, and the other tab goes along', async ({
  person,
}) => {
  const hosts = new Hosts(new URL(product.url).port);
  await hosts.signsIn(person, 'builder');
  const other = await person.opensTab(hosts.address(ROOT_HOST, '/main'));
  await other.readsHeading(/^你好，/);
  // The answer is late: both tabs hear that their token is none any more before the new one is here.
  await person.page.route('**/upm/region/switch*', async (route) => {
    const url = route.request().url().replace(ROOT_HOST, '127.0.0.1');
    const response = await route.fetch({ url });
    await other.page.reload({ waitUntil: 'commit' });
    await setTimeout(2_000);
    await route.fulfill({ response });
  });
  await switchesTo(person, '华南');
  for (const tab of [person, other]) await expect(switcher(tab)).toContainText('华南');
  await expect
    .poll(() => person.page.evaluate(() => localStorage.getItem('login-region')))
    .toBe('cn-south');
  await hosts.keptNoHandOver(person);
});

test('a company moves to an address of its own, and sessions follow from host to host', async ({
  person,
  colleague,
}) => {
  const { page } = person;
  const hosts = new Hosts(new URL(product.url).port);
  await hosts.signsIn(colleague, 'user');
  await hosts.signsIn(person, 'admin');

  await test.step('its administrator switches the address on', async () => {
    await hosts.opens(person, ROOT_HOST, '/company/domain');
    await page.getByRole('textbox', { name: '域名' }).fill(DOMAIN);
    await page.getByRole('button', { name: '保存域名' }).click();
    await person.sees('企业域名已保存');
    await page.getByRole('button', { name: '启用', exact: true }).click();
    const question = page.getByRole('dialog', { name: '启用企业域名' });
    await expect(question).toContainText(COMPANY);
    await question.getByRole('button', { name: '启用' }).click();
    await hosts.isAtLogin(person);
  });
  await test.step('a session that stayed on the root host ends at sign-in', async () => {
    await hosts.opens(colleague, ROOT_HOST, '/main');
    await hosts.isAtLogin(colleague);
  });
  await test.step('a link to the company leads to sign-in and back to where it pointed', async () => {
    await hosts.opens(person, COMPANY, '/company/domain');
    await hosts.isAtLogin(person);
    await person.fillsLogin('admin', PASSWORD);
    await hosts.saysYes(person);
    await hosts.isAt(person, COMPANY, '/company/domain');
    await person.sees(`已启用：成员从 ${COMPANY} 登录。`);
    await hosts.keptNoHandOver(person);
    expect(await page.evaluate(() => localStorage.getItem('login-token'))).toBeTruthy();
  });
  await test.step('the other company is on the root host, and the way back leads to its own', async () => {
    await switchesTo(person, '华南');
    await hosts.saysYes(person);
    await hosts.isAt(person, ROOT_HOST, '/main');
    await expect(switcher(person)).toContainText('华南');
    await hosts.keptNoHandOver(person);
    await switchesTo(person, '华东');
    await hosts.isAt(person, COMPANY, '/main');
    await expect(switcher(person)).toContainText('华东');
    await hosts.keptNoHandOver(person);
  });
  await test.step('a forged session transfer signs no one in, and ends no session that is open elsewhere', async () => {
    const given = {
      ...(await page.evaluate(() =>
        Object.fromEntries(
          ['token', 'userid', 'tenant', 'region'].map((key) => [
            key,
            localStorage.getItem(`login-${key}`),
          ]),
        ),
      )),
      code: 'made-up',
    };
    await page.context().addCookies([
      {
        name: 'u-data',
        value: encodeURIComponent(JSON.stringify(given)),
        domain: `.${ROOT_HOST}`,
        path: '/',
      },
    ]);
    await hosts.opens(person, `other.${ROOT_HOST}`, '/main');
    await hosts.isAtLogin(person);
    await hosts.keptNoHandOver(person);
    await hosts.opens(person, COMPANY, '/main');
    await hosts.isAt(person, COMPANY, '/main');
    await person.readsHeading(/^你好，/);
  });
});
