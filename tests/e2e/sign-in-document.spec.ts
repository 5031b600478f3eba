import { expect, test } from './fixtures.ts';

test('signing in goes on in the same document: nothing is loaded a second time, and a refresh finds the page', async ({
  person,
}) => {
  await person.goesTo('/passport.html#/login');
  const born = (): Promise<number> => person.page.evaluate(() => performance.timeOrigin);
  const before = await born();
  await person.fillsLogin('builder', 'Huozi@2026');
  await person.readsHeading(/^你好，/);
  await person.isAt(/^\/main$/);
  await expect(person.page.getByRole('button', { name: '登录' })).toHaveCount(0);
  expect(await born()).toBe(before);
  await person.page.reload();
  await person.readsHeading(/^你好，/);
  expect(await born()).not.toBe(before);
});

test('back from the first page leads to the passport, in a document of its own', async ({
  person,
}) => {
  await person.goesTo('/passport.html#/login');
  await person.page.getByRole('link', { name: '忘记密码' }).click();
  await person.isAt(/#\/forgot/);
  await person.page.goBack();
  await person.isAt(/#\/login/);
  await person.page.goForward();
  await person.isAt(/#\/forgot/);
  await person.page.getByRole('link', { name: /登录/ }).first().click();
  await person.fillsLogin('builder', 'Huozi@2026');
  await person.readsHeading(/^你好，/);
  await person.page.goBack();
  await person.isAt(/^\/passport\.html#\//);
  await person.readsHeading('重设密码');
});

test('who wanted to go to the build centre comes to it', async ({ person }) => {
  await person.goesTo(`/passport.html#/login?returnTo=${encodeURIComponent('/build.html#/')}`);
  await person.fillsLogin('builder', 'Huozi@2026');
  await person.isAt(/^\/build\.html/);
  await person.sees('客户管理');
});
