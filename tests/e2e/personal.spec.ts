import { callAsAdministrator, solvedCaptcha, textInNewestMail } from './administrator.ts';
import { expect, test, type Person } from './fixtures.ts';

const CODE = /\d{6}/;
const OLD = 'Chaye-2026';
const NEW = 'Xincha-2027';
/** A picture of a few pixels. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mNgGAWjYBSMglEwCkbB0AcABBAAAUbG1KgAAAAASUVORK5CYII=',
  'base64',
);

/**
 * A company of its own with one administrator, used by no other story; they are at their main page.
 */
async function founds(person: Person): Promise<string> {
  const email = `founder-${Date.now()}-${Math.round(performance.now())}@example.com`;
  await person.goesTo('/passport.html#/login');
  const ask = await callAsAdministrator(person);
  await ask('upm.public.emailCode', {
    email,
    purpose: 'register',
    captcha: await solvedCaptcha(ask),
  });
  const { ticket } = await ask('upm.public.checkByMail', {
    email,
    purpose: 'register',
    code: await textInNewestMail(ask, email, CODE),
  });
  await ask('upm.public.register', {
    ticket,
    company: '望江茶业',
    realName: '沈望江',
    password: OLD,
  });
  await person.fillsLogin(email, OLD);
  await person.isAt(/^\/main$/);
  return email;
}

const choosesFromMenu = async (person: Person, entry: string): Promise<void> => {
  await person.page.getByRole('button', { name: '用户菜单' }).click();
  await person.page.getByRole('menuitem', { name: entry }).click();
};
const says = async (person: Person, button: string): Promise<void> =>
  person.page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();

test('a person changes their name, portrait and password in the personal centre', async ({
  person,
}) => {
  const email = await founds(person);
  await choosesFromMenu(person, '个人中心');
  await person.isAt(/^\/personal$/);
  await person.page.getByRole('textbox', { name: '姓名' }).fill('沈听澜');
  await person.page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(person.page.getByRole('banner').getByText('沈听澜')).toBeVisible();

  await person.page.getByRole('button', { name: '更换头像' }).click();
  await person.page
    .locator('input[type=file]')
    .setInputFiles({ name: '我.png', mimeType: 'image/png', buffer: PICTURE });
  await says(person, '保存头像');
  await expect(
    person.page.getByRole('banner').locator('img[src^="/upm/public/picture/"]'),
  ).toBeVisible();

  await person.page.getByRole('tab', { name: '密码' }).click();
  await person.isAt(/^\/personal\/password$/);
  await person.page.getByRole('textbox', { name: '原密码' }).fill(OLD);
  await person.page.getByRole('textbox', { name: '新密码', exact: true }).fill(NEW);
  await person.page.getByRole('textbox', { name: '再次输入新密码' }).fill(NEW);
  await person.page.getByRole('button', { name: '修改密码' }).click();
  await person.sees('密码已修改，其他设备已退出登录');
  await person.signsOut();
  await person.fillsLogin(email, NEW);
  await person.isAt(/^\/main|^\/personal/);
  await person.goesTo('/personal/history');
  await expect(person.page.getByRole('row').filter({ hasText: '成功' }).first()).toBeVisible();
});

test('a person sees where they are signed in, and signs out elsewhere', async ({
  person,
  browser,
}) => {
  const email = await founds(person);
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(new URL('/passport.html#/login', person.page.url()).href);
  await other.getByLabel('账号').fill(email);
  await other.getByRole('textbox', { name: '密码' }).fill(OLD);
  await other.getByRole('button', { name: '登录', exact: true }).click();
  await expect.poll(() => new URL(other.url()).pathname).toBe('/main');

  await person.goesTo('/personal/devices');
  await person.sees('本机');
  await person.page.getByRole('button', { name: '退出其他设备' }).click();
  await says(person, '退出其他设备');
  await person.sees(/已退出 \d 台设备/);
  await expect(person.page.getByRole('button', { name: '退出登录', exact: true })).toHaveCount(0);
  await other.reload();
  await expect.poll(() => new URL(other.url()).pathname).toBe('/passport.html');
  await elsewhere.close();
});

test("an administrator writes the company's profile, opens its invite link and keeps its domain", async ({
  person,
}) => {
  await founds(person);
  await choosesFromMenu(person, '企业管理');
  await person.isAt(/^\/company\/version$/);
  await person.sees('标准版');
  await person.page.getByRole('tab', { name: '企业资料' }).click();
  await person.page.getByRole('textbox', { name: '企业名称' }).fill('望江茶业集团');
  await person.page.getByRole('textbox', { name: '联系人' }).fill('沈望江');
  await person.page.getByRole('button', { name: '保存', exact: true }).click();
  await person.sees('企业资料已保存');
  await person.page.getByRole('tab', { name: '邀请链接' }).click();
  await person.page.getByRole('button', { name: '启用邀请链接' }).click();
  await expect(person.page.getByRole('img', { name: /邀请二维码/ })).toBeVisible();
  await person.page.getByRole('button', { name: '停用' }).click();
  await says(person, '停用');
  await person.sees('邀请链接已停用或已过期');
  await person.page.getByRole('tab', { name: '企业域名' }).click();
  await person.page.getByRole('textbox', { name: '域名' }).fill('www');
  await person.page.getByRole('button', { name: '保存域名' }).click();
  await person.sees(/保留的域名/);
  await person.goesTo('/main');
  await person.sees('望江茶业集团');
});

test('those who are no administrators are not offered the administration, nor let in', async ({
  person,
}) => {
  await person.isSignedIn('user');
  await person.goesTo('/main');
  await person.page.getByRole('button', { name: '用户菜单' }).click();
  await expect(person.page.getByRole('menuitem', { name: '个人中心' })).toBeVisible();
  await expect(person.page.getByRole('menuitem', { name: /企业管理|系统管理/ })).toHaveCount(0);
  await expect(person.page.getByRole('button', { name: '系统管理' })).toHaveCount(0);
  await person.goesTo('/company/version');
  await person.sees('没有访问此处的权限');
  await person.goesTo('/system');
  await person.sees('这个地址没有对应的内容');
});
