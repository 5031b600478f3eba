import { expect, test } from './fixtures.ts';

test('a person without a session is sent to the login page and back to where they wanted to go', async ({
  person,
}) => {
  await person.goesTo('/404?from=link');
  await person.isAt(/^\/passport\.html#\/login\?returnTo=/);
  await person.fillsLogin('user', 'Huozi@2026');
  await person.isAt(/^\/404\?from=link$/);
});

test('a person signs in and is greeted by name', async ({ person }) => {
  await person.signsIn('builder');
  await person.readsHeading(/^你好，/);
  await expect(person.page).toHaveTitle('首页 · 活字');
});

test('a wrong password is said beneath the form, and the account stays typed', async ({
  person,
}) => {
  await person.goesTo('/passport.html#/login');
  await person.fillsLogin('builder', 'wrong-password-1');
  await person.sees('账号或密码不正确');
  await expect(person.page.getByLabel('账号')).toHaveValue('builder');
});

test('a refresh keeps the session', async ({ person }) => {
  await person.signsIn('user');
  await person.page.reload();
  await person.readsHeading(/^你好，/);
  await person.isAt(/^\/main$/);
});

test('a way back to another site is not taken', async ({ person }) => {
  await person.goesTo(`/passport.html#/login?returnTo=${encodeURIComponent('//evil.example/x')}`);
  await person.fillsLogin('user', 'Huozi@2026');
  await person.isAt(/^\/main$/);
});

test('signing out in one tab signs out the other, and nothing is left in the browser', async ({
  person,
}) => {
  await person.signsIn('user');
  const other = await person.opensTab('/main');
  await other.readsHeading(/^你好，/);
  await person.signsOut();
  await other.isAt(/^\/passport\.html#\/login/);
  await expect
    .poll(() =>
      person.page.evaluate(() =>
        Object.keys(localStorage).filter((key) => key.startsWith('login-')),
      ),
    )
    .toEqual([]);
  await person.goesTo('/main');
  await person.isAt(/^\/passport\.html#\/login/);
});

test('a session the server ended brings the person to the login page with the reason', async ({
  person,
}) => {
  await person.signsIn('user');
  await person.page.evaluate(() => localStorage.setItem('login-token', 'no-such-token'));
  await person.page.reload();
  await person.isAt(/^\/passport\.html#\/login/);
  await person.sees('登录已过期，请重新登录');
});

test('a tab that is handed a session by cookie asks whose it is, and the cookie is gone', async ({
  person,
}) => {
  await person.signsIn('user');
  const identity = await person.page.evaluate(() =>
    Object.fromEntries(
      ['token', 'userid', 'tenant'].map((key) => [key, localStorage.getItem(`login-${key}`) ?? '']),
    ),
  );
  const hands = async (): Promise<void> => {
    const { origin } = new URL(person.page.url());
    const response = await person.page.request.post(`${origin}/upm/region/getActiveUserToken`, {
      headers: { ...identity, regionid: 'cn-east' },
      data: { code: 'cn-east' },
    });
    const {
      data: { token: code },
    } = (await response.json()) as { data: { token: string } };
    await person.page.evaluate(
      (given) => {
        localStorage.clear();
        document.cookie = `u-data=${encodeURIComponent(JSON.stringify(given))}; path=/`;
      },
      { code, remember: false, domain: '', status: '0' },
    );
    await person.goesTo('/main');
  };
  await hands();
  await person.page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
  await person.isAt(/#\/login/);
  await hands();
  await person.page.getByRole('dialog').getByRole('button', { name: '继续' }).click();
  await person.readsHeading(/^你好，/);
  await expect.poll(() => person.page.evaluate(() => document.cookie)).not.toContain('u-data');
});
