import { WECHAT_APP, WechatStandIn } from '../../src/server/upm/identity/wechat.testing.ts';
import { callAsAdministrator, founder, textInNewestMail } from './administrator.ts';
import { expect, PASSWORD, test } from './fixtures.ts';
import { launch, START_MS, type Product } from './server.ts';

const NAME = Date.now().toString(36);

test('a person who cannot be let in at once sees how many come first, waits without doing anything, and may give up', async ({
  person,
}) => {
  let queued = 0;
  let visits = 0;
  await person.page.route('**/upm/anno/signIn', async (route) => {
    visits += 1;
    if (queued <= 0) return route.fallback();
    queued -= 1;
    const [ahead, seconds] = [12 + 100 * queued, 1];
    return route.fulfill({
      status: 429,
      headers: { 'retry-after': String(seconds), 'queue-ticket': `ticket-${visits}` },
      json: {
        code: 429,
        data: { reason: 'QUEUED', params: { ahead, seconds }, errors: [] },
        msg: `登录的人较多，正在排队，前面约 ${ahead} 人`,
      },
    });
  });
  await person.goesTo('/passport.html#/login?returnTo=%2Fpersonal%2Fprofile');
  await test.step('giving up leads back to the form, with nothing said and everything typed', async () => {
    queued = 1_000;
    await person.fillsLogin('user', PASSWORD);
    const dialog = person.page.getByRole('dialog');
    await expect(dialog).toContainText(/登录的人较多，正在排队，前面约 [\d,]+ 人/);
    await dialog.getByRole('button', { name: '取消排队' }).click();
    await expect(dialog).toBeHidden();
    await expect(person.page.getByRole('textbox', { name: '密码' })).toHaveValue(PASSWORD);
    await expect(person.page.getByRole('alert')).toHaveCount(0);
  });
  await test.step('waiting leads in', async () => {
    queued = 2;
    await person.page.getByRole('button', { name: '登录', exact: true }).click();
    await person.sees('前面约 112 人');
    await person.sees('前面约 12 人');
    await person.isAt(/^\/personal\/profile/);
  });
});

test('who was invited by mail opens its link and is at work; who is here already joins one more company', async ({
  person,
  colleague,
}) => {
  await person.goesTo('/passport.html#/login');
  const demo = await callAsAdministrator(person);
  const company = `新野物流 ${NAME}`;
  const { ask } = await founder(person, demo, company);
  await test.step('the link of a mail names who invites; a name and a password are all that is asked', async () => {
    const email = `invited-${NAME}@example.com`;
    const asked: string[] = [];
    colleague.page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await ask('upm.userOrg.inviteuser', { people: [{ realName: '江晚晴', email }] });
    await colleague.goesTo(await textInNewestMail(ask, email, /\/passport\.html#\/invite\S+/));
    await colleague.readsHeading(`加入${company}`);
    await colleague.sees('顾新野邀请你加入');
    await expect(colleague.page.getByRole('textbox', { name: '姓名' })).toHaveValue('江晚晴');
    await colleague.page.getByRole('textbox', { name: '密码' }).fill('Wuliu-2026');
    await colleague.page.getByRole('button', { name: '加入企业' }).click();
    await colleague.isAt(/^\/main$/);
    await colleague.readsHeading(/江晚晴/);
    expect(asked, 'the browser asks nothing on the way in').toEqual([]);
  });
  await test.step('a signed-in person joins with one click, and is there', async () => {
    const { inviteLink } = await ask('upm.region.inviteLinkControl', {
      status: 1,
      approval: false,
    });
    const link = new URL(inviteLink.replace('#', '')).searchParams.get('link') ?? '';
    await person.goesTo(`/join?link=${link}`);
    await person.readsHeading(`加入${company}`);
    await person.page.getByRole('button', { name: '登录后加入' }).click();
    await person.isAt(/#\/login\?returnTo=/);
    // A person of no other story: the next sign-in enters the company they were in last.
    const { account } = await founder(person, demo, `温故书店 ${NAME}`);
    await person.fillsLogin(account, PASSWORD);
    await person.isAt(/^\/join\?link=/);
    await person.page.getByRole('button', { name: '加入企业' }).click();
    await person.isAt(/^\/main$/);
    await expect
      .poll(() => person.page.evaluate(() => localStorage.getItem('login-tenant')))
      .toBe((await ask('upm.region.profileSummary', {}))!.tenantId);
    await person.goesTo(`/join?link=${link}`);
    await person.page.getByRole('button', { name: '加入企业' }).click();
    await person.sees('你已是该企业的成员');
    await person.goesTo('/join?link=made-up');
    await person.readsHeading('邀请链接无效');
  });
});

test('an address of no application, a used link and the policy say what they are', async ({
  person,
}) => {
  await person.goesTo('/x/no-such-application');
  await person.isAt(/#\/login\?returnTo=%2Fx%2Fno-such-application/);
  await person.fillsLogin('user', PASSWORD);
  await person.readsHeading('这个地址没有对应的内容');
  await person.page.getByRole('button', { name: '返回首页' }).click();
  await person.readsHeading(/^你好，/);
  await person.signsOut();
  await person.page.getByRole('link', { name: '隐私政策' }).click();
  await person.readsHeading('隐私政策');
  for (const address of [
    'setup',
    'setup?link=x',
    'activate?link=x',
    'password',
    'email?ticket=x',
  ]) {
    await person.goesTo(`/passport.html#/${address}`);
    await person.readsHeading('链接无效');
    await person.page.getByRole('button', { name: '去登录' }).click();
    await expect(person.page.getByLabel('账号')).toBeVisible();
  }
  await person.goesTo('/passport.html#/jump?code=used-long-ago');
  await person.readsHeading('没有进入');
  await person.page.getByRole('button', { name: '重新登录' }).click();
  await expect(person.page.getByLabel('账号')).toBeVisible();
});

test.describe('through WeChat', () => {
  const wechat = new WechatStandIn();
  let product: Product;
  let origin: string;
  test.beforeAll(async () => {
    test.setTimeout(START_MS);
    const base = await wechat.listen();
    product = await launch(
      {
        WECHAT_APP_ID: WECHAT_APP.appId,
        WECHAT_SECRET: WECHAT_APP.secret,
        WECHAT_BASE_URL: base,
        DATABASE_URL: '',
        PUBLIC_URL: '',
      },
      'dist/server/main.js',
    );
    // The product sends browsers back to the address it is known by.
    origin = `http://localhost:${new URL(product.url).port}`;
  });
  test.afterAll(async () => {
    wechat.close();
    await product?.stop();
  });

  test('a person binds their account once, comes back to where they wanted to go, and is signed in without a question from then on', async ({
    person,
  }) => {
    const { page } = person;
    const wanted = '/personal/profile?from=mail&q=a%2Bb';
    const login = async () => {
      await page.goto(`${origin}${wanted}`);
      await person.isAt(/#\/login\?returnTo=/);
      await page.getByRole('button', { name: '微信登录' }).click();
    };
    const atWanted = () => expect.poll(() => person.at()).toBe(wanted);
    wechat.visitor = { openid: `o-${NAME}`, nickname: '小微' };
    await login();
    await person.readsHeading('绑定已有账号');
    await page.getByRole('textbox', { name: '账号' }).fill('builder');
    await page.getByRole('textbox', { name: '密码' }).fill('Wrong-2026');
    await page.getByRole('button', { name: '绑定并登录' }).click();
    await person.sees('账号或密码不正确');
    await page.getByRole('textbox', { name: '密码' }).fill(PASSWORD);
    await page.getByRole('button', { name: '绑定并登录' }).click();
    await atWanted();
    await person.signsOut();
    await login();
    await atWanted();
    await person.signsOut();
    wechat.visitor = null;
    await login();
    await person.readsHeading('微信登录没有完成');
    wechat.visitor = { openid: `o-${NAME}` };
    await page.getByRole('button', { name: '再试一次' }).click();
    await person.isAt(/^\/main$/);
  });
});
