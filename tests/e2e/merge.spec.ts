import type { Page } from '@playwright/test';
import { expect, test, type Person } from './fixtures.ts';
import { fitsTheScreen, isAccessible } from './reader.ts';
import { callAs } from './route-parameters.ts';

/** A name no other run of the story has. */
const OBJECT = `quote${Date.now()}`;

const section = (page: Page) => page.getByRole('group', { name: /^编辑/ });
async function changes({ page }: Person, field: string, value: string): Promise<void> {
  await page
    .getByRole('button', { name: /^修改整组/ })
    .first()
    .click();
  await section(page).getByRole('textbox', { name: field }).fill(value);
}
const saves = ({ page }: Person): Promise<void> =>
  section(page).getByRole('button', { name: '保存', exact: true }).click();

test('two people change one record: other fields are merged, the same field is asked', async ({
  person,
  colleague: other,
}) => {
  test.setTimeout(180_000);
  const { page } = person;
  await person.isSignedIn('builder');
  await person.goesTo('/main');
  const ask = await callAs(person);
  const [app] = await ask('bizmeta.app.list', {});
  const describe = {
    apiName: OBJECT,
    label: '报价',
    fields: [
      { apiName: 'name', label: '名称', type: 'text' as const },
      { apiName: 'amount', label: '金额', type: 'integer' as const },
      { apiName: 'note', label: '备注', type: 'longText' as const },
    ],
  };
  await ask('bizmeta.describe.create', { appId: app!.id, describe });
  const { ids } = await ask('bizmeta.record.bulkCreate', {
    object: OBJECT,
    records: [{ name: '会议桌', amount: 1200, note: '含运费' }],
  });
  const at = `/app/${app!.id}/${OBJECT}/record/${ids[0]}`;
  await other.isSignedIn('user');
  const values = (who: Person) => who.page.getByRole('definition');

  await test.step('different fields: both are saved, and the second reads what was merged', async () => {
    await person.goesTo(at);
    await other.goesTo(at);
    await changes(person, '名称', '会议桌（大）');
    await changes(other, '金额', '1500');
    await saves(other);
    await expect(values(other).filter({ hasText: '1,500' })).toBeVisible();
    await saves(person);
    await person.sees(/已保存，并合入了.+对「金额」的修改/);
    await page.screenshot({ path: 'test-results/merge-merged.png' });
    await expect(values(person).filter({ hasText: '1,500' })).toBeVisible();
    await expect(values(person).filter({ hasText: '会议桌（大）' })).toBeVisible();
  });
  await test.step('while it is open, the save of another is offered', async () => {
    await other.goesTo(at);
    await changes(person, '金额', '1800');
    await changes(other, '金额', '1600');
    await section(other.page).getByRole('textbox', { name: '备注' }).fill('不含运费，含安装');
    await saves(other);
    await expect(values(other).filter({ hasText: '1,600' })).toBeVisible();
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await person.sees(/修改了这条记录/);
    await expect(section(page).getByRole('textbox', { name: '金额' })).toHaveValue(/1,?800/);
    await page.screenshot({ path: 'test-results/merge-news.png' });
  });
  await test.step('the same field is asked side by side; nothing is lost when one does not choose', async () => {
    await saves(person);
    const dialog = page.getByRole('dialog').filter({ hasText: '你和他人改了同一处' });
    await expect(dialog.getByRole('radiogroup', { name: '金额' })).toContainText('1,600');
    await isAccessible(person);
    await page.screenshot({ path: 'test-results/merge-dialog.png' });
    await page.setViewportSize({ width: 390, height: 844 });
    await fitsTheScreen(person);
    await page.screenshot({ path: 'test-results/merge-dialog-phone.png' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(section(page).getByRole('textbox', { name: '金额' })).toHaveValue(/1,?800/);
    await page.screenshot({ path: 'test-results/merge-later.png' });
    await saves(person);
    await expect(dialog.getByRole('radio', { name: '我的' })).toBeChecked();
    await page.keyboard.press('Control+Enter');
    await expect(values(person).filter({ hasText: '1,800' })).toBeVisible();
    await expect(values(person).filter({ hasText: '不含运费，含安装' })).toBeVisible();
  });
});
