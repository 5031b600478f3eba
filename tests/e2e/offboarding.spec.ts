import type { Job } from '../../src/contract/index.ts';
import { callAsAdministrator, createAccount } from './administrator.ts';
import { expect, test } from './fixtures.ts';
import { isAccessible } from './reader.ts';

test.describe.configure({ mode: 'parallel' });

test('an administrator removes a member: what they had is listed before, and is the successor’s afterwards', async ({
  person,
}) => {
  test.slow();
  const { page } = person;
  const stamp = Date.now().toString(36);
  const [leaver, heir] = [`离任${stamp}`, `接任${stamp}`];
  await person.signsIn('admin');
  const ask = await callAsAdministrator(person);
  const make = (realName: string, account: string) => createAccount(ask, realName, account);
  const from = await make(leaver, `from.${stamp}`);
  await make(heir, `to.${stamp}`);
  const { id: deptId } = await ask('upm.org.addOrgGroup', {
    title: `交接部${stamp}`,
    parentId: '-1',
    ownerIds: [from],
  });
  await ask('bizmeta.describe.create', {
    describe: {
      apiName: `visit${stamp}`,
      label: `拜访${stamp}`,
      fields: [
        { apiName: 'name', label: '名称', type: 'text' },
        { apiName: 'owner', label: '负责人', type: 'user', defaultValue: from },
      ],
    },
  });

  await person.goesTo('/platform/user/user');
  await page.getByPlaceholder('姓名、拼音、工号、账号、手机号、邮箱').fill(`from.${stamp}`);
  // A menu opened before the search has returned disappears with its row.
  await person.sees('共 1 条');
  await page.getByRole('button', { name: `${leaver} 的更多操作` }).click();
  await page.getByRole('menuitem', { name: '离职交接' }).click();
  const drawer = page.getByRole('dialog', { name: `${leaver}的离职交接` });
  await expect(drawer.getByText('负责的部门：1 个')).toBeVisible();
  await expect(drawer.getByText(`拜访${stamp}的“负责人”的默认值和设置`)).toBeVisible();
  await expect(drawer.getByRole('button', { name: '确认离职' })).toBeDisabled();
  await isAccessible(person);
  await drawer.getByLabel('交接给').click();
  await page.keyboard.type(heir);
  await page
    .getByRole('option', { name: new RegExp(heir) })
    .first()
    .click();
  await drawer.getByRole('button', { name: '确认离职' }).click();
  await person.sees(/已办理离职/);
  await expect.poll(async () => (await ask('upm.job.list', { open: true })).length).toBe(0);
  await person.goesTo('/platform/organization');
  await page.getByRole('treeitem', { name: new RegExp(`交接部${stamp}`) }).click();
  await expect(page.getByRole('main').getByText(heir).first()).toBeVisible();
  await page.getByRole('button', { name: '部门的更多操作' }).click();
  await page.getByRole('menuitem', { name: '删除部门' }).click();
  await page
    .getByRole('dialog', { name: `删除“交接部${stamp}”` })
    .getByRole('button', { name: '删除', exact: true })
    .click();
  await person.sees('已删除');
  expect(deptId).not.toBe('');
});

test('a pending reassignment is visible on the page until it is done, and continues after a failure', async ({
  person,
}) => {
  const { page } = person;
  const job: Job = {
    id: 'job',
    kind: 'upm.handOver',
    title: '交接“林晓”的工作',
    state: 'waiting',
    done: 40,
    total: 100,
    error: '',
    createdBy: '顾望舒',
    createdAt: '2026-01-01T00:00:00Z',
    endedAt: null,
  };
  let now: Job[] = [job];
  const answer = (data: unknown) => ({ json: { code: 200, data, msg: 'ok' } });
  await page.route('**/upm/job/list', (route) => route.fulfill(answer(now)));
  await page.route('**/upm/job/again', (route) => {
    now = [{ ...job, done: 90 }];
    return route.fulfill(answer({ id: job.id }));
  });
  await person.signsIn('admin');
  await person.goesTo('/platform/user/user');
  const bar = page.getByRole('progressbar', { name: job.title });
  await expect(bar).toHaveAttribute('aria-valuenow', '40');
  now = [{ ...job, state: 'failed', error: '服务暂不可用，请稍后再试' }];
  await person.sees('交接“林晓”的工作没有完成');
  await page.getByRole('button', { name: '继续交接' }).click();
  await expect(bar).toHaveAttribute('aria-valuenow', '90');
  await isAccessible(person);
  now = [];
  await expect(bar).toHaveCount(0);
});
