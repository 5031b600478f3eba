import { expect, test } from './fixtures.ts';

test('an unknown address says that the page got lost, and leads home', async ({ person }) => {
  await person.isSignedIn('user');
  await person.goesTo('/no/such/address/at/all/here');
  await person.isAt(/^\/no\/such\/address\/at\/all\/here$/);
  await person.sees('页面在途中走丢了');
  await person.page.getByRole('button', { name: '返回首页' }).click();
  await person.isAt(/^\/main$/);
});

test('an unknown object is explained in the same way inside the shell', async ({ person }) => {
  await person.isSignedIn('user');
  await person.goesTo('/app/1/nosuchobject');
  await person.sees('页面在途中走丢了');
});

test('the build centre is closed to those who do not build', async ({ person }) => {
  await person.isSignedIn('user');
  await person.goesTo('/build.html');
  await person.sees('没有访问此处的权限');
});

test('the build centre opens for a builder', async ({ person }) => {
  await person.isSignedIn('builder');
  await person.goesTo('/build.html');
  await person.readsHeading('应用搭建');
});

test('moving to another page starts it at its top with the focus on its heading', async ({
  person,
}) => {
  await person.isSignedIn('builder');
  await person.goesTo('/main');
  await person.page
    .getByRole('link', { name: '客户管理' })
    .or(person.page.getByRole('button', { name: '客户管理' }))
    .first()
    .click();
  await person.isAt(/^\/app\//);
  await person.readsHeading('客户管理');
  await expect(person.page).toHaveTitle('客户管理 · 活字');
  await expect
    .poll(() => person.page.evaluate(() => document.activeElement?.textContent))
    .toContain('客户管理');
});
