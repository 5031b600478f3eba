import { readFile } from 'node:fs/promises';
import { choosesOption, expect, test } from './fixtures.ts';
import { FlowDesigner, named } from './flow-designer.ts';
import { fitsTheScreen, isAccessible } from './reader.ts';

test('a builder draws an approval: nodes, people, conditions, rights, with keys and with undo', async ({
  person,
}) => {
  test.slow();
  const { page } = person;
  const designer = new FlowDesigner(person);
  const { settings } = designer;
  await person.isSignedIn('builder');

  await test.step('one from the library is drawn, and says what does not fit the object', async () => {
    await designer.creates(named('领用'), '采购申请', '采购');
    await expect(designer.box(/^发起/)).toBeVisible();
    await expect(designer.box(/^条件分支/).first()).toBeVisible();
    await isAccessible(person);
  });

  await test.step('an empty one has a beginning and an end; a node is added between them', async () => {
    await designer.creates(named('请购'), '采购申请');
    await designer.reads('发起', '结束');
    await designer.adds('审批', /^在这里添加节点（流程第 2 个）$/);
    await designer.names('部门审批');
    await designer.reads('发起', '审批“部门审批”', '结束');
    await designer.asks('苏念慈');
    await expect(designer.box('审批“部门审批”，苏念慈')).toBeVisible();
  });

  await test.step('a condition whose branch is set as a sentence', async () => {
    await designer.adds('条件分支', /^在这里添加节点（流程第 3 个）$/);
    await designer.box(/^条件“条件 1”/).click();
    await designer.names('金额大');
    const row = settings.getByRole('group', { name: '条件 1', exact: true });
    await choosesOption(row.getByLabel('字段', { exact: true }), '预算');
    await choosesOption(row.getByLabel('条件', { exact: true }), '大于');
    await row.getByRole('textbox').fill('5000');
    await expect(designer.box(/^条件“金额大”，.*预算.*大于.*5,?000/)).toBeVisible();
    await designer.adds('审批', /^在这里添加节点（金额大第 1 个）$/);
    await designer.names('总经理');
    await designer.asks('顾望舒');
    await isAccessible(person);
  });

  await test.step('moves a node with Alt and an arrow, copies and pastes it, folds, undoes, redoes', async () => {
    const before = await designer.boxes();
    const box = designer.box(/^审批“部门审批”/);
    await box.click();
    await box.press('Alt+ArrowDown');
    await expect.poll(() => designer.boxes()).not.toEqual(before);
    await expect(box).toBeFocused();
    await page.keyboard.press('Control+z');
    await designer.reads(...before);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => designer.boxes()).not.toEqual(before);
    await designer.button('撤销').click();
    await designer.reads(...before);
    await box.click();
    await box.press('Control+c');
    await box.press('Control+v');
    await expect(designer.box(/^审批“部门审批 副本”/)).toBeVisible();
    await designer.box(/^审批“部门审批 副本”/).press('Delete');
    await designer.reads(...before);
    const fork = designer.box(/^条件分支/);
    await fork.click();
    await fork.press('Space');
    await expect(fork).toHaveAttribute('aria-expanded', 'false');
    await expect(designer.box(/^条件“金额大”/)).toHaveCount(0);
    await fork.press('Space');
    await designer.reads(...before);
  });

  await test.step('another branch is added in the settings of the fork', async () => {
    await settings.getByRole('button', { name: '添加条件', exact: true }).click();
    await expect(designer.box(/^条件“条件/)).toHaveCount(1);
    await designer.button('撤销').click();
    await expect(designer.box(/^条件“条件/)).toHaveCount(0);
  });

  await test.step('a field is hidden at one node and required at another', async () => {
    await designer.looksAt('表单与字段权限');
    const grid = page.getByRole('grid', { name: '字段权限' });
    await grid.getByRole('gridcell', { name: /^部门审批，供应商：跟随/ }).click();
    await page.getByRole('menuitem', { name: '隐藏' }).click();
    await grid.getByRole('gridcell', { name: /^总经理，需要日期：跟随/ }).press('4');
    await expect(grid.getByRole('gridcell', { name: '部门审批，供应商：隐藏' })).toBeVisible();
    await expect(grid.getByRole('gridcell', { name: '总经理，需要日期：必填' })).toBeVisible();
    await isAccessible(person);
  });

  await test.step('what was drawn is there after a reload', async () => {
    await designer.isSaved();
    await page.reload();
    await expect(page.getByRole('gridcell', { name: '总经理，需要日期：必填' })).toBeVisible();
    await designer.looksAt('流程设计');
    await expect(designer.box(/^条件“金额大”，.*5,?000/)).toBeVisible();
  });

  await test.step('a node without people is a problem in words that leads to it, and keeps it from being published', async () => {
    await designer.adds('审批', /^在这里添加节点（流程第 2 个）$/);
    await designer.names('复核');
    await settings.getByRole('button', { name: '去掉这一项' }).click();
    await expect(designer.box(/^审批“复核”，.*问题：.*“复核”没有设置审批人/)).toBeVisible();
    await designer.box(/^结束/).click();
    await designer.asksToPublish();
    const dialog = page.getByRole('dialog', { name: '发布流程' });
    await expect(dialog).toContainText('有 1 个错误，还不能发布');
    await expect(dialog.getByRole('button', { name: '发布', exact: true })).toBeDisabled();
    await dialog.getByRole('button', { name: '看看是哪些' }).click();
    const list = page.getByRole('dialog', { name: '流程里的问题' });
    await expect(list).toContainText('“复核”没有设置审批人');
    await isAccessible(person);
    await list.getByRole('button', { name: '去看看' }).click();
    await expect(designer.dialog).toHaveCount(0);
    await expect(designer.box(/^审批“复核”/)).toHaveAttribute('aria-selected', 'true');
    await settings.getByRole('button', { name: '再加一种人选' }).click();
    await designer.asks('方砚秋');
    await expect(designer.button(/个问题$/)).toHaveCount(0);
  });

  await test.step('a trial lights up the way, with names and why', async () => {
    await settings.getByRole('tab', { name: '模拟' }).click();
    await settings
      .getByRole('button', { name: /^从列表中选择/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: '选择发起人' });
    await dialog.getByRole('combobox').fill('江月白');
    await dialog.getByRole('option', { name: '江月白' }).first().click();
    await dialog.getByRole('button', { name: '确定' }).click();
    await settings.getByRole('textbox', { name: '预算' }).fill('8000');
    await settings.getByRole('button', { name: '开始模拟' }).click();
    const way = settings.getByRole('list', { name: '经过的节点' });
    await expect(way).toContainText('部门审批');
    await expect(way).toContainText('苏念慈');
    await expect(way).toContainText('总经理');
    await expect(settings.getByText('结果：通过')).toBeVisible();
    await isAccessible(person);
    await settings.getByRole('textbox', { name: '预算' }).fill('100');
    await expect(way).not.toContainText('总经理');
  });
});

test('an approval is published, changed, compared and published again; two builders share its draft', async ({
  person,
  colleague,
}) => {
  test.slow();
  const { page } = person;
  const [mine, theirs] = [new FlowDesigner(person), new FlowDesigner(colleague)];
  const name = named('用章');
  await person.isSignedIn('builder');
  await colleague.isSignedIn('admin');

  await test.step('the first version, with a note', async () => {
    await mine.creates(name, '用印申请');
    await mine.adds('审批', /^在这里添加节点（流程第 2 个）$/);
    await mine.names('初审');
    await mine.asks('苏念慈');
    await mine.publishes('第一次发布', 1);
    await mine.looksAt('版本');
    const first = page.getByRole('list', { name: '版本' }).getByRole('listitem').first();
    await expect(first).toContainText('第 1 版');
    await expect(first).toContainText('第一次发布');
    await isAccessible(person);
  });

  await test.step('a change is read in words before the second version', async () => {
    await mine.looksAt('流程设计');
    await mine.box(/^审批“初审”/).click();
    await mine.names('部门初审');
    await mine.isSaved();
    await mine.looksAt('版本');
    await mine.button('和现在的草稿对比').first().click();
    const dialog = page.getByRole('dialog', { name: '第 1 版和草稿' });
    await expect(dialog.getByRole('list', { name: '不同之处' })).toContainText('部门初审');
    await isAccessible(person);
    await page.keyboard.press('Escape');
    await mine.publishes('名称写清楚', 2);
    const versions = page.getByRole('list', { name: '版本' });
    await expect(versions).toContainText('第 2 版');
    await expect(versions).toContainText('名称写清楚');
  });

  await test.step('what another builder changed meanwhile is taken over; the same place is asked about', async () => {
    await mine.looksAt('流程设计');
    await theirs.opens(name);
    await mine.box(/^审批“部门初审”/).click();
    await mine.names('主管初审');
    await mine.isSaved();
    await theirs.adds('抄送', /^在这里添加节点（流程第 3 个）$/);
    await colleague.sees(/已合并他人的改动/);
    await expect(theirs.box(/^审批“主管初审”/)).toBeVisible();
    await theirs.isSaved();
    await mine.names('领导初审');
    await mine.isSaved();
    await theirs.box(/^审批“主管初审”/).click();
    await theirs.names('经理初审');
    await colleague.sees('有 1 处改动冲突');
    await theirs.button('逐个选择').click();
    const dialog = colleague.page.getByRole('dialog', { name: '选择保留哪一个' });
    await expect(dialog).toContainText('领导初审');
    await expect(dialog).toContainText('经理初审');
    await isAccessible(colleague);
    await dialog.getByText('用对方的', { exact: true }).click();
    await dialog.getByRole('button', { name: '保存选择' }).click();
    await expect(theirs.box(/^审批“领导初审”/)).toBeVisible();
    await theirs.isSaved();
  });

  await test.step('as BPMN it goes to another tool and comes back as a draft, what does not map is named', async () => {
    await person.goesTo('/build.html#/flows');
    await mine.button(`${name} 的更多操作`).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: '导出 BPMN' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe(`${name}.bpmn`);
    const xml = await readFile(await file.path(), 'utf8');
    const script = '<bpmn:scriptTask id="other" name="算一算" />';
    const brings = async (text: string): Promise<void> => {
      const chooser = page.waitForEvent('filechooser');
      await mine.button('导入 BPMN').click();
      await (
        await chooser
      ).setFiles({ name: '回来.bpmn', mimeType: 'application/xml', buffer: Buffer.from(text) });
    };
    await brings(`<!DOCTYPE x [<!ENTITY a "b">]>${xml}`);
    await person.sees('文件里不能有 DTD 和实体声明');
    await brings(xml.replace('</bpmn:process>', `${script}</bpmn:process>`));
    const dialog = page.getByRole('dialog', { name: '导入 BPMN' });
    await expect(dialog).toContainText('“算一算”：不在从开始到结束的路上，没有导入');
    await isAccessible(person);
    await dialog.getByRole('textbox', { name: '流程名称' }).fill(`${name}二`);
    await choosesOption(dialog.getByRole('combobox', { name: '审批哪个对象的记录' }), '用印申请');
    await dialog.getByRole('button', { name: '导入为草稿' }).click();
    // What is published went out, not the draft.
    await expect(mine.box(/^审批“部门初审”/)).toBeVisible();
    await person.sees('未发布');
  });

  await test.step('on a phone the drawing and the settings fit', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await mine.opens(name);
    await fitsTheScreen(person);
    await isAccessible(person);
  });
});

test('what a trigger writes is set field by field, and what it asks outside is never read again', async ({
  person,
}) => {
  const designer = new FlowDesigner(person);
  const { page, settings } = designer;
  const name = named('请假回写');
  await person.isSignedIn('admin');
  await designer.creates(name, '请假单');

  await test.step('fields are added by their labels, their values are formulas', async () => {
    await designer.adds('触发器', /^在这里添加节点（流程第 2 个）$/);
    await designer.names('写备注');
    await choosesOption(settings.getByRole('combobox', { name: '做什么' }), '更新记录');
    await choosesOption(settings.getByRole('combobox', { name: '添加字段' }), '备注');
    await settings.getByRole('group', { name: '备注' }).getByRole('textbox').click();
    await page.keyboard.type("'请了 ' & text(天数) & ' 天'");
    await expect(settings.getByRole('group', { name: '备注' })).toContainText('结果：文本');
    await isAccessible(person);
  });
  await test.step('a request goes to an address, with a header and a signature', async () => {
    await designer.adds('触发器', /^在这里添加节点（流程第 3 个）$/);
    await designer.names('通知外部');
    await choosesOption(settings.getByRole('combobox', { name: '做什么' }), '请求外部地址');
    await settings.getByRole('textbox', { name: '地址' }).fill('https://hooks.example.com/leave');
    await designer.isSaved();
    await settings.getByRole('textbox', { name: '请求头的名称' }).fill('Authorization');
    await settings.getByRole('textbox', { name: /^内容/ }).fill('Bearer very-secret');
    await designer.button('保存请求头').click();
    await expect(settings).toContainText('https://hooks.example.com：Authorization');
    await designer.button('生成新的签名密钥').click();
    await expect(settings).toContainText('签名密钥只显示这一次');
    await isAccessible(person);
  });
  await test.step('it is published, and its values are there for the next builder', async () => {
    await designer.publishes('写回备注', 1);
    await page.reload();
    await designer.box(/“通知外部”/).click();
    await expect(settings).toContainText('https://hooks.example.com：Authorization，已签名');
    await expect(settings).not.toContainText(/very-secret|只显示这一次/);
    await designer.box(/“写备注”/).click();
    await expect(settings.getByRole('group', { name: '备注' }).getByRole('textbox')).toContainText(
      "'请了 ' & 转文本(天数) & ' 天'",
    );
  });
});
