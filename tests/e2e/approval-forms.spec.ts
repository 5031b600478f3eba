import { choosesOption, Designer, expect, Records, test } from './fixtures.ts';
import { answers, FlowDesigner, named } from './flow-designer.ts';
import { FormEditor, visitor } from './form-editor.ts';
import { fitsTheScreen, isAccessible } from './reader.ts';

test('a visitor fills in a form, which starts an approval: they see where it is, and nothing of who decides', async ({
  person,
  colleague,
  browser,
}) => {
  test.setTimeout(180_000);
  const { page } = person;
  const object = named('报修');
  const flow = named('报修审批');
  const editor = new FormEditor(page);
  const OPINION = '换一台更便宜的';
  let link = '';

  await test.step('a builder draws the approval of an object and publishes it', async () => {
    await person.isSignedIn('builder');
    const fields = new Designer(page);
    await fields.opensNewObject('行政办公');
    await fields.namesIt(object);
    await fields.addsField({ type: '单行文本', label: '坏了什么', required: true });
    await fields.saves();
    const designer = new FlowDesigner(person);
    await designer.creates(flow, object);
    await designer.adds('审批', /^在这里添加节点（流程第 2 个）$/);
    await designer.asks('苏念慈');
    await designer.publishes('第一版', 1);
  });

  await test.step('and has a form start it', async () => {
    await new Designer(page).opensObject('行政办公', object);
    await editor.opensNew(object);
    await page.getByRole('textbox', { name: '表单名称' }).fill('报修登记');
    await editor.turnsTo('发布');
    await choosesOption(
      editor.settings.getByRole('combobox', { name: '提交后发起审批', exact: true }),
      flow,
    );
    await expect(editor.settings.getByText(/由发布表单的人发起/)).toBeVisible();
    await isAccessible(person);
    await page.screenshot({ path: 'test-results/approval-forms-editor.png' });
    link = await editor.publishes();
  });

  const guest = await visitor(browser, link);
  await test.step('a visitor sends it on a phone and sees that it is being decided', async () => {
    await guest.getByRole('textbox', { name: '坏了什么' }).fill('三楼打印机');
    await guest.getByRole('button', { name: '提交' }).click();
    await expect(guest.getByText('提交成功', { exact: true })).toBeVisible();
    await guest.getByRole('button', { name: '查看审批进度' }).click();
    await expect(guest.getByText('审批中', { exact: true })).toBeVisible();
    await guest.screenshot({ path: 'test-results/approval-forms-running.png' });
  });

  await test.step('the leader finds it, reads where it came from, and refuses it', async () => {
    await colleague.isSignedIn('leader');
    await colleague.goesTo('/main/workflow/todo');
    await colleague.page.getByText(`陆知行的${flow}`, { exact: true }).first().click();
    await colleague.sees('三楼打印机');
    await colleague.page.getByRole('tab', { name: /^经过/ }).click();
    await colleague.sees('访客通过表单“报修登记”提交');
    await answers(colleague, '拒绝', (dialog) =>
      dialog.getByRole('textbox', { name: '意见' }).fill(OPINION),
    );
  });

  await test.step('the visitor reads the result alone', async () => {
    await guest.reload();
    await expect(guest.getByText('未通过', { exact: true })).toBeVisible();
    await expect(guest.getByText(OPINION)).toHaveCount(0);
    await expect(guest.getByText('苏念慈')).toHaveCount(0);
    await guest.context().close();
    const records = new Records(page, object);
    await records.opens();
    await expect(records.row('三楼打印机')).toContainText('已拒绝');
  });

  await test.step('the approval is stopped: the form says so, to visitors and to who made it', async () => {
    await person.goesTo('/build.html#/flows');
    await page.getByRole('button', { name: `${flow} 的更多操作` }).click();
    await page.getByRole('menuitem', { name: '停用' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '停用', exact: true }).click();
    await person.sees('已停用');
    const next = await visitor(browser, link);
    await expect(next.getByText('暂时不能提交')).toBeVisible();
    await next.screenshot({ path: 'test-results/approval-forms-barred.png' });
    await next.context().close();
    await person.goesTo('/main');
    await page.getByRole('button', { name: '我的消息' }).click();
    await person.sees(/表单“报修登记”现在不能提交/);
    await fitsTheScreen(person);
  });
});
