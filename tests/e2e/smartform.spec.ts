import { Designer, expect, Records, test, type Person } from './fixtures.ts';
import { FormEditor, visitor } from './form-editor.ts';
import { fitsTheScreen, isAccessible } from './reader.ts';

/** A picture of one pixel. */
const PICTURE = {
  name: '现场.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
};
async function looksRight(person: Person, name: string): Promise<void> {
  await isAccessible(person);
  await fitsTheScreen(person);
  await person.page.screenshot({ path: `test-results/smartform-${name}.png` });
}

test('a builder makes a form of an object with a rule, a visitor fills it in on a phone, the next one sees that it is full, and it is stopped', async ({
  person,
  browser,
}) => {
  test.setTimeout(180_000);
  const { page } = person;
  const designer = new Designer(page);
  const editor = new FormEditor(page);
  const name = `到访登记 ${Date.now() % 100_000}`;
  let link = '';

  await test.step('defines the object', async () => {
    await person.isSignedIn('builder');
    await designer.opensNewObject('客户管理');
    await designer.namesIt(name);
    await designer.addsField({ type: '单行文本', label: '称呼', required: true });
    await designer.addsField({ type: '单选', label: '来意', options: ['咨询', '投诉'] });
    await designer.addsField({ type: '多行文本', label: '经过' });
    await designer.addsField({ type: '省市区', label: '来自哪里' });
    await designer.addsField({ type: '图片', label: '现场照片' });
    await designer.saves();
  });

  await test.step('makes a form: order by keys, a title, a rule, a limit', async () => {
    await editor.opensNew(name);
    await page.getByRole('textbox', { name: '表单名称' }).fill('到访登记');
    await expect(editor.entry('现场照片')).toBeVisible();
    const handle = page.getByRole('button', { name: '移动 来自哪里', exact: true });
    await handle.press('Space');
    await handle.press('ArrowUp');
    await handle.press('Space');
    await editor.entry('称呼').click();
    await editor.settings.getByRole('textbox', { name: '填写说明' }).fill('请填写真实姓名');
    await editor.addsRule('来意', '投诉', '经过');
    await editor.turnsTo('发布');
    await editor.settings.getByRole('textbox', { name: '份数上限' }).fill('1');
    await editor.settings.getByRole('textbox', { name: '成功页文字' }).fill('我们会在一天内联系您');
    await looksRight(person, 'editor');
  });

  await test.step('tries it out at a phone’s width: nothing is written', async () => {
    await page.getByText('手机预览').click();
    const trial = page.getByRole('form', { name: '到访登记' });
    await expect(trial.getByRole('textbox', { name: '称呼' })).toBeVisible();
    await expect(trial.getByRole('textbox', { name: '经过' })).toBeHidden();
    await trial.getByRole('textbox', { name: '称呼' }).fill('试填');
    await trial.getByRole('button', { name: '提交' }).click();
    await expect(page.getByText('提交成功', { exact: true })).toBeVisible();
    await page.getByText('设计', { exact: true }).click();
  });

  await test.step('is stopped by an error, shown in its place; corrects it and publishes', async () => {
    await editor.entry('称呼').click();
    await editor.settings.getByRole('checkbox', { name: '隐藏' }).check();
    await expect(editor.settings.getByText('字段“称呼”必填，隐藏时须有默认值')).toBeVisible();
    await page.getByRole('button', { name: '发布', exact: true }).click();
    await expect(editor.dialog.getByRole('button', { name: '发布', exact: true })).toBeDisabled();
    await editor.dialog.getByRole('button', { name: /隐藏时须有默认值/ }).click();
    await page.getByRole('button', { name: '撤销', exact: true }).click();
    await expect(editor.settings.getByRole('checkbox', { name: '隐藏' })).not.toBeChecked();
    link = await editor.publishes();
    await looksRight(person, 'published');
    await editor.dialog.getByRole('button', { name: '关闭', exact: true }).click();
    await expect(page.getByText('收集中')).toBeVisible();
  });

  await test.step('a visitor fills it in on a phone, with a picture and where they are from', async () => {
    const guest = await visitor(browser, link);
    await expect(guest.getByRole('heading', { level: 1, name: '到访登记' })).toBeVisible();
    await guest.getByRole('button', { name: '提交' }).click();
    await expect(guest.getByText('请填写称呼').first()).toBeVisible();
    await guest.getByRole('textbox', { name: '称呼' }).fill('周女士');
    await expect(guest.getByRole('textbox', { name: '经过' })).toBeHidden();
    await guest.getByRole('combobox', { name: '来意' }).click();
    await guest.getByRole('option', { name: '投诉' }).click();
    await guest.getByRole('textbox', { name: '经过' }).fill('等了很久');
    await guest.getByRole('combobox', { name: '来自哪里' }).click();
    await guest.getByPlaceholder('搜索名称或拼音首字母').fill('东城');
    await guest
      .getByRole('treeitem', { name: '东城区' })
      .or(guest.getByRole('option', { name: '东城区' }))
      .first()
      .click();
    await guest.locator('input[type=file]').setInputFiles(PICTURE);
    await expect(guest.getByRole('button', { name: /移除 现场\.png/ })).toBeVisible();
    await guest.screenshot({ path: 'test-results/smartform-visitor.png' });
    await guest.getByRole('button', { name: '提交' }).click();
    await expect(guest.getByText('我们会在一天内联系您')).toBeVisible();
    await guest.context().close();
  });

  await test.step('the record is in the list; the next visitor sees that it is full', async () => {
    const next = await visitor(browser, link);
    await expect(next.getByText('名额已满')).toBeVisible();
    await next.context().close();
    const records = new Records(page, name);
    await records.opens();
    await expect(records.row('周女士')).toContainText('投诉');
    await expect(records.row('周女士')).toContainText('东城区');
  });

  await test.step('raises the limit, which counts once published, then stops it: the link shows it', async () => {
    await designer.opensObject('客户管理', name);
    await page.getByRole('tab', { name: '表单', exact: true }).click();
    await looksRight(person, 'list');
    await page.getByRole('button', { name: '编辑' }).click();
    await editor.turnsTo('发布');
    await editor.settings.getByRole('textbox', { name: '份数上限' }).fill('5');
    await page.getByRole('button', { name: '发布', exact: true }).click();
    await expect(editor.dialog.getByText('修改发布设置：份数上限')).toBeVisible();
    await editor.dialog.getByRole('button', { name: '发布', exact: true }).click();
    // What is published can be stopped: before, the link still opens what was published first.
    await expect(editor.dialog.getByRole('button', { name: '停止收集' })).toBeVisible();
    const again = await visitor(browser, link);
    await expect(again.getByRole('textbox', { name: '称呼' })).toBeVisible();
    await editor.dialog.getByRole('button', { name: '停止收集' }).click();
    // By its name: until it opens, the last dialog is the one below, whose button of the same name
    // is waiting for the answer.
    await page
      .getByRole('dialog', { name: '停止收集' })
      .getByRole('button', { name: '停止收集' })
      .click();
    await expect(editor.dialog.getByText('这份表单已停止收集')).toBeVisible();
    await again.reload();
    await expect(again.getByText('已停止收集').first()).toBeVisible();
    await again.context().close();
  });
});
