import type { Person } from './fixtures.ts';
import { expect, PASSWORD, test } from './fixtures.ts';
import { isAccessible, Reader, fitsTheScreen } from './reader.ts';

const TYPED = '写到一半的客户';

/** A new customer is being filled in; the list of customers is behind it. */
async function fillsIn(person: Person, account = 'user') {
  await person.isSignedIn(account);
  await person.goesTo('/main');
  await new Reader(person.page, '客户').opensByMenu();
  await person.page.getByRole('button', { name: '新建' }).first().click();
  const name = person.page.getByRole('textbox', { name: '客户名称' });
  await name.fill(TYPED);
  return name;
}
/** The server ends the session: a call of the page finds out. */
async function ends(person: Person): Promise<void> {
  await person.page.evaluate(async () => {
    const read = (key: string) => localStorage.getItem(`login-${key}`) ?? '';
    await fetch('/upm/tenant/logout', {
      method: 'POST',
      headers: {
        token: read('token'),
        userid: read('userid'),
        tenant: read('tenant'),
        regionid: read('region'),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ token: read('token') }),
    });
  });
  await person.page.getByRole('button', { name: '保存' }).last().click();
}
const cover = ({ page }: Person) => page.getByRole('dialog', { name: '重新登录' });
/** What is covered can neither be seen nor reached. */
async function isCovered(person: Person): Promise<void> {
  const { page } = person;
  await expect(cover(person).getByRole('heading', { name: '登录已过期' })).toBeVisible();
  const name = page.getByRole('textbox', { name: '客户名称' });
  expect(await name.evaluate((input) => (input.focus(), document.activeElement === input))).toBe(
    false,
  );
  const opacities = () =>
    page.evaluate(() =>
      [...document.body.children]
        .filter((each) => each.localName === 'div')
        .map((each) => getComputedStyle(each).opacity),
    );
  expect(new Set(await opacities())).toEqual(new Set(['0']));
  expect(await page.title()).toBe('请重新登录 · 活字');
}
async function signsIn(person: Person, account?: string): Promise<void> {
  const dialog = cover(person);
  if (account) await dialog.getByLabel('账号').fill(account);
  await dialog.getByRole('textbox', { name: '密码' }).fill(PASSWORD);
  await dialog.getByRole('button', { name: '登录', exact: true }).click();
}

test('a session that ends over a form is signed in again over it, with everything typed', async ({
  person,
}) => {
  const name = await fillsIn(person);
  await ends(person);
  await isCovered(person);
  await isAccessible(person);
  await test.step('Esc, however often, does not lift the cover', async () => {
    for (let i = 0; i < 3; i += 1) await person.page.keyboard.press('Escape');
    await isCovered(person);
  });
  await test.step('a wrong password is said, and nothing is lost', async () => {
    await cover(person).getByRole('textbox', { name: '密码' }).fill('wrong-password-1');
    await cover(person).getByRole('button', { name: '登录', exact: true }).click();
    await expect(cover(person).getByText('账号或密码不正确')).toBeVisible();
  });
  await signsIn(person);
  await expect(cover(person)).toHaveCount(0);
  await expect(name).toHaveValue(TYPED);
});

test('on a phone it fits, and leads on when the member signs in in another tab', async ({
  onPhone: phone,
}) => {
  const name = await fillsIn(phone);
  await ends(phone);
  await isCovered(phone);
  await fitsTheScreen(phone);
  const other = await phone.opensTab('/passport.html#/login');
  await other.fillsLogin('user', PASSWORD);
  await other.isAt(/^\/main/);
  await expect(cover(phone)).toHaveCount(0);
  await expect(name).toHaveValue(TYPED);
});

test('another person gets a fresh page, and nothing of the first', async ({ person }) => {
  await fillsIn(person);
  await person.page.evaluate(() =>
    localStorage.setItem(`huozi:${localStorage.getItem('login-userid')}:note`, '"mine"'),
  );
  await ends(person);
  await isCovered(person);
  await signsIn(person, 'sales');
  await expect(cover(person)).toHaveCount(0);
  await expect(person.page.getByRole('heading', { level: 1, name: '客户' })).toBeVisible();
  await expect(person.page.getByRole('textbox', { name: '客户名称' })).toHaveCount(0);
  const kept = await person.page.evaluate(() => Object.entries(localStorage).flat().join());
  expect(kept).not.toContain('"mine"');
  expect(await person.page.content()).not.toContain(TYPED);
});

test('who signs out in one tab leaves the half-filled form of another covered; giving it up leads to the login page', async ({
  person,
}) => {
  await fillsIn(person);
  const other = await person.opensTab('/main');
  await other.readsHeading(/^你好，/);
  await other.signsOut();
  await expect(cover(person).getByRole('heading', { name: '已在其他窗口退出登录' })).toBeVisible();
  expect(await person.page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await cover(person).getByRole('button', { name: '不是我' }).click();
  await cover(person).getByRole('button', { name: '放弃，前往登录页' }).click();
  await person.isAt(/^\/passport\.html#\/login/);
});
