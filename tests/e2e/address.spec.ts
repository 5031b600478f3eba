import { expect, test } from './fixtures.ts';

test('an application is opened by the address it was given; an unknown address is explained', async ({
  person,
}) => {
  const { page } = person;
  const domain = `crm${Date.now().toString(36)}`;
  await person.isSignedIn('builder');
  await person.goesTo('/main');
  await test.step('gives a new application an address', async () => {
    await person.goesTo('/build.html');
    await page.getByRole('button', { name: '新建应用' }).click();
    const dialog = page.getByRole('dialog', { name: '新建应用' });
    await dialog.getByRole('textbox', { name: '应用名称' }).fill(`地址 ${domain}`);
    await dialog.getByRole('textbox', { name: '访问地址' }).fill(domain);
    await dialog.getByRole('button', { name: '创建' }).click();
    await person.sees(`/x/${domain}`);
  });
  const id = /#\/app\/([\w-]+)/.exec(person.at())?.[1];
  expect(id).toBeTruthy();
  await test.step('opens it by the address, however it is written', async () => {
    for (const written of [domain, domain.toUpperCase()]) {
      await person.goesTo(`/x/${written}`);
      await person.isAt(new RegExp(`^/app/${id}(/|$)`));
    }
  });
  await test.step('an unknown address', async () => {
    await person.goesTo('/x/nobody-has-this');
    await person.isAt(/^\/nullUrl$/);
    await person.sees('这个地址没有对应的内容');
    await page.getByRole('button', { name: '返回首页' }).click();
    await person.isAt(/^\/main$/);
  });
});
