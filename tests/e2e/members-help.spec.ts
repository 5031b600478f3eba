import { callAsAdministrator, createAccount, founder } from './administrator.ts';
import { expect, PASSWORD, test, type Person } from './fixtures.ts';
import { isAccessible } from './reader.ts';

test.describe.configure({ mode: 'parallel' });

/** Finds one member in the administration and opens the menu of the row. */
async function opensMenuOf(person: Person, account: string, name: string): Promise<void> {
  const { page } = person;
  await person.goesTo('/platform/user/user');
  await page.getByPlaceholder('姓名、拼音、工号、账号、手机号、邮箱').fill(account);
  // A menu opened before the search has returned disappears with its row.
  await person.sees('共 1 条');
  await page.getByRole('button', { name: `${name} 的更多操作` }).click();
}

test('a member without number and address who forgot the password gets one, and has to choose their own', async ({
  person,
  colleague,
}) => {
  test.slow();
  const { page } = person;
  const stamp = Date.now().toString(36);
  const [name, account] = [`健忘${stamp}`, `forgot.${stamp}`];
  await person.signsIn('admin');
  const ask = await callAsAdministrator(person);
  await createAccount(ask, name, account);
  await opensMenuOf(person, account, name);
  await page.getByRole('menuitem', { name: '重置密码' }).click();
  const drawer = page.getByRole('dialog', { name: `重置${name}的密码` });
  await expect(drawer.getByText('没有手机号和邮箱')).toBeVisible();
  await isAccessible(person);
  await drawer.getByRole('button', { name: '重置密码' }).click();
  const given = await drawer.getByText(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/).textContent();
  await drawer.getByRole('button', { name: '完成' }).click();

  await colleague.goesTo('/passport.html#/login');
  await colleague.fillsLogin(account, given!);
  await colleague.page.getByRole('button', { name: '设置密码' }).click();
  // The page of the login has a password too.
  await colleague.readsHeading('设置新密码');
  await colleague.page.getByRole('textbox', { name: '密码' }).fill(`${PASSWORD}-own`);
  await colleague.page.getByRole('button', { name: '设置密码' }).click();
  await colleague.page.getByRole('button', { name: '去登录' }).click();
  await colleague.fillsLogin(account, `${PASSWORD}-own`);
  await colleague.isAt(/^\/main$/);

  await person.goesTo('/platform/log/operation');
  await expect(page.getByText('重置成员密码').first()).toBeVisible();
});

test('an invitation to the wrong address is taken back, and its link says so', async ({
  person,
  colleague,
}) => {
  test.slow();
  const { page } = person;
  const stamp = Date.now().toString(36);
  const name = `误邀${stamp}`;
  await person.signsIn('admin');
  const ask = await callAsAdministrator(person);
  await ask('upm.userOrg.inviteuser', {
    people: [{ realName: name, email: `wrong-${stamp}@example.com` }],
  });
  await opensMenuOf(person, `wrong-${stamp}`, name);
  await expect(page.getByRole('menuitem', { name: '离职交接' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: '撤回邀请' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤回' }).click();
  await person.sees('邀请已撤回');
  const text = await ask('msg.mail.page', { query: `wrong-${stamp}`, size: 1 });
  const mail = await ask('msg.mail.detail', { id: text.records[0]!.id });
  const link = /\/passport\.html#\/invite\S+/.exec(mail.text)?.[0];
  await colleague.goesTo(link!);
  await colleague.readsHeading('邀请已撤回');
  await expect(colleague.page.getByRole('button', { name: '去登录' })).toBeVisible();
});

test('who comes by the company’s link waits until an administrator lets them in', async ({
  person,
  colleague,
}) => {
  test.slow();
  const { page } = person;
  await person.goesTo('/passport.html#/login');
  const demo = await callAsAdministrator(person);
  const stamp = Date.now().toString(36);
  const [host, guest] = [
    await founder(person, demo, `审核公司 ${stamp}`),
    await founder(person, demo, `申请人公司 ${stamp}`),
  ];
  const { inviteLink } = await host.ask('upm.region.inviteLinkControl', { status: 1 });
  const link = new URL(inviteLink.replace('#', '')).searchParams.get('link') ?? '';
  await colleague.signsIn(guest.account);
  await colleague.goesTo(`/join?link=${link}`);
  await colleague.page.getByRole('button', { name: '申请加入' }).click();
  await colleague.readsHeading('申请已提交');
  await person.signsIn(host.account);
  await person.goesTo('/platform/user/user');
  await page.getByRole('button', { name: '加入申请 1' }).click();
  const drawer = page.getByRole('dialog', { name: '加入申请' });
  await isAccessible(person);
  await drawer.getByRole('button', { name: '通过', exact: true }).click();
  await person.sees('已通过');
  await expect(drawer.getByText('没有等待审核的申请')).toBeVisible();
  expect((await guest.ask('upm.tenant.getUserTenant', {})).map(({ name }) => name)).toContain(
    `审核公司 ${stamp}`,
  );
});
