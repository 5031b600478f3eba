import type { APIRequestContext } from '@playwright/test';
import type { CallId, DataOf, InputOf, SignInData } from '../../src/contract/index.ts';
import { callOf } from '../../src/contract/index.ts';
import { expect, PASSWORD, Records, test } from './fixtures.ts';
import { fitsTheScreen, isAccessible } from './reader.ts';

const address = (): string => process.env['HUOZI_URL'] ?? '';

/** Somebody who prepares what a story begins with, without a window. */
async function preparing(request: APIRequestContext, account: string) {
  const post = async (path: string, data: unknown, headers = {}): Promise<unknown> => {
    const answer = await request.post(new URL(path, address()).href, { data, headers });
    expect(answer.status(), path).toBe(200);
    return ((await answer.json()) as { data: unknown }).data;
  };
  const { token, userid, tenant, regionid } = (await post('/upm/anno/signIn', {
    account,
    password: PASSWORD,
    remember: false,
  })) as SignInData & Record<string, string>;
  const call = <I extends CallId>(id: I, input: InputOf<I>): Promise<DataOf<I>> => {
    const path = callOf(id).path.replace('{object}', (input as { object?: string }).object ?? '');
    const { object: _, ...body } = input as { object?: string };
    const headers = { token, userid, tenant, regionid };
    return post(path, body, headers) as Promise<DataOf<I>>;
  };
  return { call, userId: userid as string };
}

test('a salesperson shares a customer with a colleague for seven days, who sees it and no other, until it is taken back', async ({
  person,
  colleague,
}) => {
  const stamp = String(Date.now() % 1_000_000);
  const [label, apiName] = [`线索${stamp}`, `lead${stamp}`];
  const builder = await preparing(person.page.request, 'builder');
  const seller = await preparing(person.page.request, 'user');
  const apps = await builder.call('bizmeta.app.list', {});
  const app = apps.find(({ name }) => name === '客户管理')!;
  await builder.call('bizmeta.describe.create', {
    appId: app.id,
    describe: {
      apiName,
      label,
      fields: [
        { apiName: 'name', label: '名称', type: 'text' },
        { apiName: 'budget', label: '预算', type: 'text' },
      ],
    },
  });
  await builder.call('bizmeta.authgroup.config', { objectApiName: apiName, defaultAccess: 'none' });
  await builder.call('bizmeta.authgroup.create', {
    scopeType: 'object',
    scopeId: apiName,
    name: '销售',
    members: { userIds: [seller.userId] },
    preset: 'manageOwn',
  });
  const records = ['青山纸业', '白水印务'].map((name) => ({ name, budget: '三十万' }));
  await seller.call('bizmeta.record.bulkCreate', { object: apiName, records });

  const list = new Records(person.page, label);
  await person.isSignedIn('user');
  await list.opens();
  await test.step('the record’s menu shares it', async () => {
    await list.row('青山纸业').click();
    await list.drawer.getByRole('button', { name: '更多' }).click();
    await person.page.getByRole('menuitem', { name: '分享' }).click();
    const dialog = person.page.getByRole('dialog', { name: '分享' });
    await expect(dialog.getByText('还没有分享给别人')).toBeVisible();
    await dialog.getByRole('combobox', { name: '分享给' }).click();
    await person.page.keyboard.type('王梓');
    await person.page.getByRole('option').first().click();
    await person.page.keyboard.press('Escape');
    await isAccessible(person);
    await dialog.getByRole('button', { name: '分享', exact: true }).click();
    await expect(dialog.getByText('已分享给 1 个对象')).toBeVisible();
    await expect(dialog.getByText(/到 .* 为止 · 许清和 分享/)).toBeVisible();
    await person.page.setViewportSize({ width: 390, height: 844 });
    await fitsTheScreen(person);
    await person.page.setViewportSize({ width: 1440, height: 900 });
  });
});
