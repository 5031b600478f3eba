import {
  callAsAdministrator,
  textInNewestMail,
  createMember,
  type AuthorizedCall,
} from './administrator.ts';
import { expect, PASSWORD, test, type Person } from './fixtures.ts';
import { hasReadableContrast } from './reader.ts';

const CODE = /\d{6}/;

/** The browser does the work of a captcha by itself; what it is for can be done afterwards. */
const verified = ({ page }: Person): Promise<void> =>
  expect(page.getByText('安全验证已通过')).toBeVisible();

/** Proves an address by the code that is sent to it. */
async function proves(person: Person, ask: AuthorizedCall, email: string): Promise<void> {
  await person.page.getByRole('textbox', { name: '手机号或邮箱' }).fill(email);
  const send = person.page.getByRole('button', { name: '获取验证码' });
  const captcha = person.page.getByText(/^正在验证|^安全验证已通过/);
  await send.click();
  const sent = person.page.getByText('验证码已发送');
  await expect(sent.or(captcha).first()).toBeVisible();
  // An address that has asked for several does a captcha for each further one.
  if (await captcha.isVisible()) {
    await verified(person);
    await expect(send).not.toHaveAttribute('aria-disabled', 'true');
    await send.click();
    await expect(sent).toBeVisible();
  }
  await person.page
    .getByRole('textbox', { name: '验证码' })
    .fill(await textInNewestMail(ask, email, CODE));
  await person.page.getByRole('button', { name: '下一步' }).click();
}

/** Registers a company, from the screen that asks for an address on. */
async function registers(person: Person, ask: AuthorizedCall, email: string): Promise<void> {
  await proves(person, ask, email);
  await person.page.getByRole('textbox', { name: '企业名称' }).fill('望江茶业');
  await person.page.getByRole('textbox', { name: '你的姓名' }).fill('沈望江');
  await person.page.getByRole('textbox', { name: '密码' }).fill('Chaye-2026');
  await person.sees('强度：中');
  await person.page.getByRole('button', { name: '创建企业' }).click();
  await person.isAt(/^\/main$/);
}

/**
 * A person who accepted an invitation: no code went to their address, after which a mail would have
 * to wait.
 */
async function joined(ask: AuthorizedCall, email: string, password: string): Promise<void> {
  await ask('upm.userOrg.inviteuser', { people: [{ realName: '何忘川', email }] });
  await ask('upm.public.activeNewUser', {
    link: (await textInNewestMail(ask, email, /link=[\w-]+/)).slice('link='.length),
    password,
  });
}

test('after three wrong passwords the browser proves its work, and the right one opens', async ({
  person,
}) => {
  await person.goesTo('/passport.html#/login');
  const button = person.page.getByRole('button', { name: '登录', exact: true });
  const captcha = person.page.getByText(/^正在验证|^安全验证已通过/);
  // No other story signs in with it meanwhile: it would be asked for a captcha as well.
  const account = await createMember(await callAsAdministrator(person), '忘性大');
  await person.page.getByLabel('账号').fill(account);
  for (let tries = 0; tries < 4 && (await captcha.count()) === 0; tries += 1) {
    await person.page.getByRole('textbox', { name: '密码' }).fill(`wrong-password-${tries}`);
    await expect(button).not.toHaveAttribute('aria-disabled', 'true');
    await button.click();
    const refused = person.page.getByRole('alert').filter({ hasText: /不正确|安全验证/ });
    // The sentence that asks for the work goes once it is done.
    await expect(refused.or(captcha).first()).toBeVisible();
    await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  }
  await expect(captcha).toBeVisible();
  await verified(person);
  await expect(person.page.getByText('请先完成安全验证')).toHaveCount(0);
  await button.hover();
  await hasReadableContrast(person);
  await person.page.getByRole('textbox', { name: '密码' }).fill(PASSWORD);
  await verified(person);
  await button.click();
  await person.isAt(/^\/main$/);
});

test('a company is registered with a proven address, and its founder is at its main page', async ({
  person,
}) => {
  const email = `founder-${Date.now()}@example.com`;
  await person.goesTo('/passport.html#/login');
  const ask = await callAsAdministrator(person);
  await person.page.getByRole('link', { name: '注册企业' }).click();
  await registers(person, ask, email);
  await person.readsHeading(/沈望江/);
});

test('a forgotten password is reset by the link of a mail, and the old one no longer works', async ({
  person,
}) => {
  const email = `forgetful-${Date.now()}@example.com`;
  await person.goesTo('/passport.html#/login');
  const ask = await callAsAdministrator(person);
  await joined(ask, email, 'Chaye-2026');
  await person.page.getByRole('link', { name: '忘记密码' }).click();
  await person.page.getByRole('button', { name: '改用邮件链接' }).click();
  await person.page.getByRole('textbox', { name: '邮箱' }).fill(email);
  const send = person.page.getByRole('button', { name: '发送链接' });
  const captcha = person.page.getByText(/^正在验证|^安全验证已通过/);
  const there = person.page.getByRole('heading', { name: '请查收邮件' });
  await send.click();
  await expect(there.or(captcha).first()).toBeVisible();
  // Where several were asked for from one address, a captcha comes first.
  if (await captcha.isVisible()) {
    await verified(person);
    await send.click();
  }
  await person.isAt(/#\/waiting/);
  await person.readsHeading('请查收邮件');
  await person.goesTo(await textInNewestMail(ask, email, /\/passport\.html#\/password\S+/));
  await person.page.getByRole('textbox', { name: '密码' }).fill('Chaye-2027');
  await person.page.getByRole('button', { name: '设置密码' }).click();
  await person.sees('密码已设置');
  await person.page.getByRole('button', { name: '去登录' }).click();
  await person.fillsLogin(email, 'Chaye-2026');
  await person.sees('账号或密码不正确');
  await person.fillsLogin(email, 'Chaye-2027');
  await person.isAt(/^\/main$/);
});

test("a new person joins by the company's link", async ({ person, colleague }) => {
  await person.goesTo('/passport.html#/login');
  const ask = await callAsAdministrator(person);
  const { inviteLink } = await ask('upm.region.inviteLinkControl', {
    status: 1,
    approval: false,
  });
  const email = `newcomer-${Date.now()}@example.com`;
  const { pathname, hash } = new URL(inviteLink, 'http://here.invalid');
  await colleague.goesTo(pathname + hash);
  await colleague.readsHeading('加入青屿家纺（示例）');
  await proves(colleague, ask, email);
  await colleague.page.getByRole('textbox', { name: '姓名' }).fill('温书妍');
  await colleague.page.getByRole('textbox', { name: '密码' }).fill('Jiafang-2026');
  await colleague.page.getByRole('button', { name: '加入企业' }).click();
  await colleague.isAt(/^\/main$/);
  await colleague.readsHeading(/温书妍/);
});
