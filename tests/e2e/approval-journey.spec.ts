import { choosesOption, Designer, expect, Records, test, type Person } from './fixtures.ts';
import { answers, FlowDesigner, named } from './flow-designer.ts';
import { fitsTheScreen } from './reader.ts';

/** What one has to do, opened from the list. */
async function opensItem(person: Person, title: string): Promise<void> {
  await person.goesTo('/main/workflow/todo');
  await person.page.getByText(title, { exact: true }).first().click();
  await expect(person.page.getByRole('heading', { level: 2, name: title })).toBeVisible();
}

test('from an empty object to a record that was returned, countersigned by three, transferred and approved', async ({
  person,
  colleague,
  onPhone,
}) => {
  test.slow();
  const object = named('外采');
  const name = named('外采审批');
  const what = named('展台');
  const title = `江月白的${name}`;

  await test.step('a builder makes the object, draws its approval and publishes it', async () => {
    await person.isSignedIn('builder');
    const fields = new Designer(person.page);
    await fields.opensNewObject('行政办公');
    await fields.namesIt(object);
    await fields.addsField({ type: '单行文本', label: '采购内容', required: true });
    await fields.addsField({ type: '金额', label: '预计花费' });
    await fields.saves();
    const designer = new FlowDesigner(person);
    await designer.creates(name, object);
    await designer.adds('审批', /^在这里添加节点（流程第 2 个）$/);
    await designer.names('主管');
    await designer.asks('苏念慈');
    await designer.adds('审批', /^在这里添加节点（流程第 3 个）$/);
    await designer.names('会签');
    await designer.asks('方砚秋', '韩一川', '许清和');
    await choosesOption(
      designer.settings.getByRole('combobox', { name: '有多个人时' }),
      '须全部同意（会签）',
    );
    await expect(designer.box(/^审批“会签”，方砚秋、韩一川、许清和，须全部同意/)).toBeVisible();
    await designer.publishes('先主管，再三人会签', 1);
  });

  await test.step('a member submits it on a phone', async () => {
    await onPhone.isSignedIn('sales');
    await onPhone.goesTo('/main/workflow/start');
    await onPhone.page.getByText(name, { exact: true }).first().click();
    await onPhone.page.getByRole('textbox', { name: '采购内容' }).fill(what);
    await onPhone.page.getByRole('textbox', { name: '预计花费' }).fill('9000');
    await onPhone.page.getByRole('button', { name: '提交', exact: true }).click();
    await onPhone.isAt(/^\/main\/workflow\/applied\?opened=/);
    await expect(onPhone.page.getByRole('heading', { name: title })).toBeVisible();
    await fitsTheScreen(onPhone);
  });

  await test.step('it comes back with a reason, is corrected on the phone and sent again', async () => {
    await colleague.isSignedIn('leader');
    await opensItem(colleague, title);
    await answers(colleague, '退回', (dialog) =>
      dialog.getByRole('textbox', { name: '意见' }).fill('请压到八千以内'),
    );
    await opensItem(onPhone, title);
    await onPhone.page.getByRole('tab', { name: /^经过/ }).click();
    await onPhone.sees('请压到八千以内');
    await onPhone.page.getByRole('tab', { name: '表单' }).click();
    await onPhone.page.getByRole('textbox', { name: '预计花费' }).fill('7800');
    await answers(onPhone, '重新提交');
  });

  await test.step('the superior approves, three countersign, one of them through another', async () => {
    await opensItem(colleague, title);
    await colleague.sees('¥7,800.00');
    await answers(colleague, '同意');
    await colleague.isSignedIn('finance');
    await opensItem(colleague, title);
    await answers(colleague, '转交', async (dialog) => {
      await dialog.getByRole('combobox', { name: '交给' }).fill('顾望舒');
      await colleague.page.getByRole('option', { name: '顾望舒' }).first().click();
    });
    for (const account of ['warehouse', 'user', 'admin']) {
      await colleague.isSignedIn(account);
      await opensItem(colleague, title);
      await answers(colleague, '同意');
    }
  });

  await test.step('all of them see it: in lists, by the record, in messages', async () => {
    await colleague.goesTo('/main/workflow/finished');
    const handled = colleague.page.getByRole('listitem').filter({ hasText: title });
    await expect(handled.getByText('已通过')).toBeVisible();
    await onPhone.goesTo('/main/workflow/applied');
    await onPhone.page.getByText(title, { exact: true }).first().click();
    const states = onPhone.page.getByText('已通过', { exact: true });
    await expect(states.filter({ visible: true }).first()).toBeVisible();
    await onPhone.page.getByRole('button', { name: '我的消息' }).click();
    await onPhone.sees(`“${title}”已通过`);
    const records = new Records(person.page, object);
    await records.opens();
    await expect(records.row(what)).toContainText('已通过');
    await expect(records.row(what)).toContainText('¥7,800.00');
  });
});
