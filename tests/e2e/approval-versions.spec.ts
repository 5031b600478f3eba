import { expect, test, type Person } from './fixtures.ts';
import { callAsAdministrator } from './administrator.ts';
import { answers, FlowDesigner, named } from './flow-designer.ts';
import { fitsTheScreen, isAccessible } from './reader.ts';

/** Starts a stamp by the template, without a browser; answers its title and its number. */
async function starts(person: Person, name: string) {
  const ask = await callAsAdministrator(person, 'sales');
  const { categories } = await ask('bpm.work.startList', { query: name });
  const { id } = categories.flatMap(({ templates }) => templates)[0]!;
  const { instanceId } = await ask('bpm.work.start', {
    templateId: id,
    record: { title: name, seal: 'contract', copies: 1 },
  });
  const { records } = await ask('bpm.work.owner', { templateId: id });
  return { instanceId, title: records.find((each) => each.instanceId === instanceId)!.title };
}

test('what runs by an old version is tried by the next one, and moved to it', async ({
  person,
  colleague,
}) => {
  test.slow();
  const { page } = person;
  const designer = new FlowDesigner(person);
  const name = named('换章');
  await person.isSignedIn('builder');
  await colleague.isSignedIn('builder');
  const alert = page.getByText(/个运行中的流程按原来的版本走/);
  const dialog = page.getByRole('dialog', { name: '移动运行中的流程' });

  await test.step('two run: one at each node', async () => {
    await designer.creates(name, '用印申请');
    await designer.adds('审批', /^在这里添加节点（流程第 2 个）$/);
    await designer.names('初审');
    await designer.asks('陆知行');
    await designer.adds('审批', /^在这里添加节点（流程第 3 个）$/);
    await designer.names('复审');
    await designer.asks('方砚秋');
    await designer.publishes('先初审再复审', 1);
    await expect(alert).toBeHidden();
    const { instanceId } = await starts(person, name);
    await starts(person, name);
    await colleague.goesTo(`/main/workflow/instance/${instanceId}`);
    await answers(colleague, '同意');
  });

  await test.step('the draft leads them another way: a replay says which, and where', async () => {
    await designer.box(/^审批“复审”/).click();
    await page.keyboard.press('Delete');
    await designer.adds('审批', /^在这里添加节点（流程第 3 个）$/);
    await designer.names('终审');
    await designer.asks('韩一川');
    await designer.isSaved();
    await designer.looksAt('重走');
    await designer.button('按草稿重走').click();
    const different = page.getByRole('list', { name: '走得不一样的流程' });
    await expect(different).toContainText('“复审”变为“终审”');
    await expect(different).toContainText('原来：初审、复审');
    await expect(different).toContainText('草稿：初审、终审');
    await isAccessible(person);
    await page.setViewportSize({ width: 390, height: 844 });
    await fitsTheScreen(person);
    await page.setViewportSize({ width: 1440, height: 900 });
    await designer.looksAt('流程设计');
  });

  await test.step('publishing offers to move them; one has no place there until it is given one', async () => {
    await designer.publishes('复审改为终审', 2);
    await expect(alert).toContainText('还有 2 个运行中的流程');
    await designer.button('看看怎样移动').click();
    await expect(dialog).toContainText('1 个流程可以移到第 2 版，1 个不能');
    await expect(dialog.getByRole('list', { name: '不能移动的流程' })).toContainText(
      '新版本里没有“复审”的去处',
    );
    await expect(dialog.getByRole('button', { name: '移动', exact: true })).toBeDisabled();
    await dialog.getByRole('button', { name: '“复审”移到哪个节点' }).click();
    await page.getByRole('menuitem', { name: '终审' }).click();
    await expect(dialog).toContainText('2 个流程可以移到第 2 版');
    await expect(dialog.getByRole('list', { name: '不能移动的流程' })).toBeHidden();
    await isAccessible(person);
    await dialog.getByRole('textbox', { name: '原因' }).fill('复审人换了岗位');
    await dialog.getByRole('button', { name: '移动', exact: true }).click();
    await person.sees('已把 2 个流程移到第 2 版');
    await expect(dialog).toBeHidden();
    await expect(alert).toBeHidden();
  });

  await test.step('it goes on there with who has it, and its history has the reason', async () => {
    await colleague.isSignedIn('finance');
    await colleague.goesTo('/main/workflow/todo');
    await colleague.page.getByText(`江月白的${name}`, { exact: true }).first().click();
    await colleague.page.getByRole('tab', { name: /^经过/ }).click();
    await colleague.sees('复审人换了岗位');
  });

  await test.step('what started meanwhile is moved from the list of versions', async () => {
    await starts(person, name);
    await designer.box(/^审批“终审”/).click();
    await designer.names('总审');
    await designer.publishes('改了名称', 3);
    await designer.looksAt('版本');
    const second = page.getByRole('listitem').filter({ hasText: '第 2 版' }).first();
    await expect(second).toContainText('3 个运行中');
    await second.getByRole('button', { name: '移到别的版本' }).click();
    await expect(dialog).toContainText('3 个流程可以移到第 3 版');
    await dialog.getByRole('button', { name: '移到第几版' }).click();
    await page.getByRole('menuitem', { name: /^1/ }).click();
    await expect(dialog).toContainText('第 1 版');
    await dialog.getByRole('button', { name: '移到第几版' }).click();
    await page.getByRole('menuitem', { name: /^3/ }).click();
    await dialog.getByRole('textbox', { name: '原因' }).fill('统一名称');
    await dialog.getByRole('button', { name: '移动', exact: true }).click();
    await person.sees('已把 3 个流程移到第 3 版');
    await expect(second).not.toContainText('运行中');
  });
});
