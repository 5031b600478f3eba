import { expect, test, type Person } from './fixtures.ts';
import { fitsTheScreen, isAccessible } from './reader.ts';
import { callAs } from './route-parameters.ts';

const SHOTS = process.env['SHOTS'];
async function shot({ page }: Person, name: string): Promise<void> {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` });
}

test('who may not delete finds nothing to delete with; a field is locked in one record and not in another', async ({
  person,
  colleague,
}) => {
  const mark = `${Date.now() % 1_000_000}`;
  const [apiName, label] = [`task${mark}`, `任务${mark}`];
  await person.isSignedIn('builder');
  const ask = await callAs(person);
  const { id: appId } = await ask('bizmeta.app.save', { name: `车间${mark}` });
  await ask('bizmeta.app.active', { id: appId, active: true });
  const text = (name: string, title: string) =>
    ({ apiName: name, label: title, type: 'text' }) as const;
  await ask('bizmeta.describe.create', {
    appId,
    describe: { apiName, label, fields: [text('title', '标题'), text('note', '备注')] },
  });
  await colleague.isSignedIn('user');
  const asUser = await callAs(colleague);
  await asUser('bizmeta.record.bulkCreate', { object: apiName, records: [{ title: '我的' }] });
  await ask('bizmeta.record.bulkCreate', { object: apiName, records: [{ title: '别人的' }] });
  const grant = (ops: string[], more: object = {}) =>
    ask('bizmeta.authgroup.create', {
      scopeType: 'object',
      scopeId: apiName,
      name: `组${ops.join('')}`,
      type: 'default',
      grants: { objects: { [apiName]: { ops, ...more } } },
    } as never);
  await grant(['view', 'edit', 'comment'], { fields: { title: 'write', note: 'read' } });
  await grant(['edit'], { scope: { edit: 'self' }, fields: { '*': 'write' } });
  await ask('bizmeta.authgroup.config', { objectApiName: apiName, defaultAccess: 'none' });

  const { page } = colleague;
  await test.step('the list has no button that would be refused', async () => {
    await colleague.goesTo(`/app/${appId}/${apiName}`);
    await colleague.sees('别人的');
    await expect(page.getByRole('button', { name: '新建', exact: true })).toHaveCount(0);
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await shot(colleague, 'list-no-rights');
    await isAccessible(colleague);
  });
  await test.step('nor has a record: no deleting, copying or history, but comments', async () => {
    await page.getByText('别人的', { exact: true }).click();
    await expect(page.getByRole('tab', { name: '评论' })).toBeVisible();
    await expect(page.getByRole('tab', { name: '变更记录' })).toHaveCount(0);
    await page.getByRole('button', { name: '更多' }).last().click();
    await expect(page.getByRole('menuitem', { name: '二维码' })).toBeVisible();
    for (const name of ['删除', '复制', '转移负责人'])
      await expect(page.getByRole('menuitem', { name })).toHaveCount(0);
    await shot(colleague, 'record-no-rights');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });
  await test.step('the note is written in one’s own record only', async () => {
    const edits = async (title: string) => {
      await colleague.goesTo(`/app/${appId}/${apiName}`);
      await page.getByText(title, { exact: true }).click();
      await page.getByRole('button', { name: '编辑', exact: true }).click();
      await expect(page.getByRole('textbox', { name: '标题' })).toBeEnabled();
    };
    const note = page.getByRole('textbox', { name: '备注' });
    await edits('别人的');
    await shot(colleague, 'form-locked');
    await expect(note.and(page.locator(':enabled:not([readonly])'))).toHaveCount(0);
    await edits('我的');
    await note.fill('写得进');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(page.getByText('已保存')).toBeVisible();
    await shot(colleague, 'form-own');
  });
  await test.step('what is granted and taken away reaches the page that is open', async () => {
    await colleague.goesTo(`/app/${appId}/${apiName}`);
    await colleague.sees('别人的');
    const stays = await page.evaluate(() => Object.assign(globalThis, { stays: true }).stays);
    await grant(['create', 'print']);
    await expect(page.getByRole('button', { name: '新建', exact: true })).toBeVisible();
    await page.getByText('别人的', { exact: true }).click();
    await expect(page.getByRole('button', { name: '打印' })).toBeVisible();
    await shot(colleague, 'granted-open');
    const { groups } = await ask('bizmeta.authgroup.list', { objectApiName: apiName });
    for (const { id } of groups) await ask('bizmeta.authgroup.remove', { id });
    await expect(page.getByText('别人的', { exact: true })).toHaveCount(0);
    expect(await page.evaluate('stays')).toBe(stays);
    await shot(colleague, 'taken-away-open');
  });
});

test('an application is closed: who is in no group does not see it, and a group lets them in', async ({
  person,
  colleague,
}) => {
  const mark = `${Date.now() % 1_000_000}`;
  const name = `财务${mark}`;
  await person.isSignedIn('builder');
  const ask = await callAs(person);
  const { id: appId } = await ask('bizmeta.app.save', { name });
  await ask('bizmeta.app.active', { id: appId, active: true });
  const apiName = `bill${mark}`;
  await ask('bizmeta.describe.create', {
    appId,
    describe: {
      apiName,
      label: `账单${mark}`,
      fields: [{ apiName: 'title', label: '标题', type: 'text' }],
    },
  });
  const view = (title: string) =>
    ask('bizmeta.customView.create', {
      object: apiName,
      view: { name: title, kind: 'grid', scope: 'shared' },
    } as never);
  await view('本月');
  await view('全年');
  await colleague.isSignedIn('user');
  await colleague.goesTo('/main');
  await colleague.sees(name);

  const { page } = person;
  await test.step('the builder closes it in 权限', async () => {
    await person.goesTo(`/build.html#/app/${appId}?tab=access`);
    await person.sees('所有成员可以进入。');
    await page.getByRole('button', { name: '改为仅授权成员' }).click();
    const dialog = page.getByRole('dialog', { name: '改为仅授权成员' });
    await dialog.getByRole('button', { name: '改为仅授权成员' }).click();
    await person.sees(/仅授权成员：这个应用的授权组的成员/);
    await isAccessible(person);
    await shot(person, 'app-entry');
    await page.setViewportSize({ width: 390, height: 844 });
    await fitsTheScreen(person);
    await shot(person, 'app-entry-390');
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  await test.step('it is gone for others', async () => {
    await colleague.goesTo('/main');
    await expect(colleague.page.getByText(name)).toHaveCount(0);
    await colleague.goesTo(`/app/${appId}/${apiName}`);
    await colleague.sees(/没有访问此处的权限/);
    await shot(colleague, 'closed-app');
  });
  await test.step('a group of the company lets them in, and offers one view', async () => {
    const { id } = await ask('bizmeta.authgroup.create', {
      scopeType: 'project',
      name: `财务可见${mark}`,
      type: 'default',
      grants: { objects: { [apiName]: { ops: ['view'] } } },
    });
    await person.goesTo(`/build.html#/access/${id}`);
    await page.getByRole('button', { name: `账单${mark}` }).click();
    await page.getByRole('checkbox', { name: '选择 本月' }).check();
    await isAccessible(person);
    await expect(page.getByText('本月', { exact: true })).toBeVisible();
    await shot(person, 'group-views');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(page.getByText('有未保存的修改')).toHaveCount(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await fitsTheScreen(person);
    await shot(person, 'group-views-390');
    await page.setViewportSize({ width: 1440, height: 900 });
    await ask('bizmeta.authgroup.config', { objectApiName: apiName, defaultAccess: 'none' });
    await colleague.goesTo(`/app/${appId}/${apiName}`);
    await expect(colleague.page.getByRole('tab', { name: '本月' })).toBeVisible();
    await expect(colleague.page.getByRole('tab', { name: '全年' })).toHaveCount(0);
    await expect(colleague.page.getByRole('tab', { name: '全部' })).toHaveCount(0);
    await shot(colleague, 'one-view');
  });
  await test.step('pages are opened and closed in one place', async () => {
    const key = `page.board${mark}`;
    await ask('bizmeta.page.create', { key, title: `看板${mark}` });
    const { draftVersion } = await ask('bizmeta.page.draft.get', { pageKey: key });
    await ask('bizmeta.page.publish', { pageKey: key, draftVersion });
    await person.goesTo('/build.html#/access?tab=pages');
    await page.getByRole('button', { name: `看板${mark}：改为仅授权成员` }).click();
    await expect(page.getByRole('row').filter({ hasText: key })).toContainText('仅授权成员');
    await isAccessible(person);
    await shot(person, 'pages');
  });
});
