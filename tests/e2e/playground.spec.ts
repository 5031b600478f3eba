import { readFileSync } from 'node:fs';
import { expect, test, type Person } from './person.ts';

const read = (file: string): { type: string; path: string }[] => JSON.parse(readFileSync(file, 'utf8')) as never;
/** Each widget has a page in the playground without anything written for it. */
const WIDGETS = read('schemas/widgets.json').map(({ type }) => type);
/** A story of all of them would outlast the time of one. */
const SOME = 16;
const ROUTES = read('schemas/routes/index.json').map(({ path }) => path);
const DEMOS = ROUTES.filter((path) => path.startsWith('/demo')).flatMap((path) => (path.includes(':') ? ['page', 'form'].map((mode) => path.replace(/:\w+/, mode)) : [path]));
const PHONE = { width: 390, height: 844 };

/** Opens a page as a person who typed its address, and waits for its heading. */
async function opens(person: Person, path: string): Promise<void> {
  const answer = await person.page.goto(new URL(path, person.page.url()).href);
  expect((answer?.headers()['content-security-policy'] ?? '').split(';').map((part) => part.trim()), path).toContain("script-src 'self'");
  await expect(person.page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
}
/** Collects what the policy refused, on any page opened after. */
async function watchesPolicy(person: Person): Promise<string[]> {
  const refused: string[] = [];
  await person.page.exposeFunction('refusedByPolicy', (what: string) => { refused.push(what); });
  await person.page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      (window as unknown as { refusedByPolicy(what: string): void }).refusedByPolicy(`${location.pathname}: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return refused;
}
const overflow = (person: Person): Promise<number> => person.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
const preview = (person: Person) => person.page.getByRole('region', { name: '运行中的示例' });

for (let from = 0; from < WIDGETS.length; from += SOME) {
  const some = WIDGETS.slice(from, from + SOME);
  test(`each widget from ${some[0]} to ${some.at(-1)} has a page where its example runs without a fault, on a phone as well`, async ({ person }) => {
    test.slow();
    await person.signsIn('builder');
    const refused = await watchesPolicy(person);
    await person.page.setViewportSize(PHONE);
    for (const name of some) {
      await opens(person, `/playground/${name}`);
      await expect(person.page.locator('.hz-page-skeleton'), name).toHaveCount(0);
      await expect(preview(person), name).toBeAttached();
      await expect(person.page.locator('.hz-error'), name).toHaveCount(0);
      await expect.poll(() => overflow(person), name).toBeLessThanOrEqual(0);
    }
    expect(refused).toEqual([]);
  });
}

test('every demo opens within the policy and fits a phone', async ({ person }) => {
  test.slow();
  await person.signsIn('builder');
  const refused = await watchesPolicy(person);
  await person.page.setViewportSize(PHONE);
  for (const path of DEMOS) {
    await opens(person, path);
    await expect.poll(() => overflow(person), path).toBeLessThanOrEqual(0);
  }
  expect(refused).toEqual([]);
});

test('what is changed in the settings shows in the example, and an event is written down', async ({ person }) => {
  await person.signsIn('builder');
  await opens(person, '/playground/button');
  await person.page.getByLabel('文字（text）').fill('新建订单');
  const button = preview(person).getByRole('button', { name: '新建订单' });
  await button.click();
  await person.page.getByRole('tab', { name: /^事件记录/ }).click();
  await person.sees(/^click · /);
  await person.page.getByRole('tab', { name: '页面 JSON' }).click();
  await person.sees('新建订单');
  await person.page.getByRole('button', { name: '停用', exact: true }).or(person.page.getByRole('checkbox', { name: '停用' })).first().click();
  await expect(button).toBeDisabled();
});

test('the list of widgets is searched by name', async ({ person }) => {
  await person.signsIn('builder');
  await opens(person, '/playground');
  await person.page.getByLabel('搜索组件').fill('kanban');
  await expect(person.page.getByRole('navigation').getByRole('link', { name: '页签' })).toHaveCount(0);
  await person.page.getByRole('complementary', { name: '组件与示例' }).or(person.page.getByRole('navigation', { name: '组件与示例' })).getByRole('link', { name: '看板' }).click();
  await person.readsHeading('看板');
});

test('the playground is closed to those who do not build', async ({ person }) => {
  await person.signsIn('user');
  await person.goesTo('/playground');
  await person.sees('没有访问此处的权限');
});
