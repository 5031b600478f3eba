import { callAsAdministrator, createAccount } from './administrator.ts';
import { expect, Records, test } from './fixtures.ts';
import { fitsTheScreen, isAccessible } from './reader.ts';

test('a salesperson shares a customer with a colleague for seven days, who sees it and no other, until it is taken back', async ({
  person,
  colleague,
}) => {
  test.slow();
  const { page } = person;
  const stamp = String(Date.now() % 1_000_000);
  const [label, apiName, receiver] = [`线索${stamp}`, `lead${stamp}`, `同事${stamp}`];
  const list = new Records(page, label);
  const theirs = new Records(colleague.page, label);

  await test.step('a builder closes an object: salespeople see their own records', async () => {
    await person.goesTo('/healthz');
    const ask = await callAsAdministrator(person);
    const seller = await createAccount(ask, `销售${stamp}`, `seller.${stamp}`);
    await createAccount(ask, receiver, `receiver.${stamp}`);
    const apps = await ask('bizmeta.app.list', {});
    const fields = [
      { apiName: 'name', label: '名称', type: 'text' as const },
      { apiName: 'budget', label: '预算', type: 'text' as const },
    ];
    await ask('bizmeta.describe.create', {
      appId: apps.find(({ name }) => name === '客户管理')!.id,
      describe: { apiName, label, fields },
    });
    await ask('bizmeta.authgroup.config', { objectApiName: apiName, defaultAccess: 'none' });
    await ask('bizmeta.authgroup.create', {
      scopeType: 'object',
      scopeId: apiName,
      name: '销售',
      members: { userIds: [seller] },
      preset: 'manageOwn',
    });
    await person.isSignedIn(`seller.${stamp}`);
    await list.opens();
    for (const 名称 of ['青山纸业', '白水印务']) await list.writes({ 名称, 预算: '三十万' });
  });

  await test.step('the record’s menu shares it, and says with whom it is shared', async () => {
    // The list moves while a new record comes into it.
    await expect(list.row('白水印务')).toBeVisible();
    await list.row('青山纸业').getByRole('gridcell', { name: '青山纸业' }).click();
    await expect(list.drawer.getByRole('heading', { name: '青山纸业' })).toBeVisible();
    await list.drawer.getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: '分享' }).click();
    const dialog = page.getByRole('dialog', { name: '分享' });
    await expect(dialog.getByText('还没有分享给别人')).toBeVisible();
    await dialog.getByRole('combobox', { name: '分享给' }).click();
    await page.keyboard.type(receiver);
    await page.getByRole('option', { name: new RegExp(receiver) }).click();
    await page.keyboard.press('Escape');
    await isAccessible(person);
    await dialog.getByRole('button', { name: '分享', exact: true }).click();
    await expect(dialog.getByText(receiver).last()).toBeVisible();
    await expect(dialog.getByText(/到 .* 为止 · .* 分享/)).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await fitsTheScreen(person);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('the colleague finds it, opens it, and sees no other', async () => {
    await colleague.isSignedIn(`receiver.${stamp}`);
    await colleague.goesTo('/main/shared');
    await isAccessible(colleague);
    await colleague.page.setViewportSize({ width: 390, height: 844 });
    await fitsTheScreen(colleague);
    await colleague.page.setViewportSize({ width: 1440, height: 900 });
    await colleague.page.getByRole('link', { name: '青山纸业' }).click();
    await colleague.readsHeading('青山纸业');
    await theirs.opens();
    await expect(theirs.row('青山纸业')).toBeVisible();
    await expect(theirs.row('白水印务')).toHaveCount(0);
  });

  await test.step('its end is changed to another day', async () => {
    const dialog = page.getByRole('dialog', { name: '分享', exact: true });
    await dialog.getByRole('button', { name: /^修改给/ }).click();
    await page.getByRole('menuitem', { name: '指定日期…' }).click();
    const dates = page.getByRole('dialog', { name: `给${receiver}的分享` });
    await dates.getByRole('textbox').fill('2030-05-06');
    await page.keyboard.press('Enter');
    await isAccessible(person);
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/date.png` });
    await dates.getByRole('button', { name: '确定' }).click();
    await expect(dialog.getByText(/到 2030-05-06 为止/)).toBeVisible();
  });

  await test.step('taken back, it is gone at the next call', async () => {
    const dialog = page.getByRole('dialog', { name: '分享' });
    await dialog.getByRole('button', { name: `修改给${receiver}的分享` }).click();
    await page.getByRole('menuitem', { name: '取消分享' }).click();
    await expect(dialog.getByText('还没有分享给别人')).toBeVisible();
    await colleague.page.reload();
    await colleague.sees('没有访问此处的权限');
    await colleague.goesTo('/main/shared');
    await colleague.sees('还没有人分享记录给你');
  });
});
