import type { Locator } from '@playwright/test';
import { EffortCount } from './effort.ts';
import { Designer, expect, Records, test, choosesOption } from './fixtures.ts';

/** Names no other run of the story has. */
const run = Date.now() % 100_000;
const [APP, DEVICE, PART, ORDER] = [
  `设备维保 ${run}`,
  `设备 ${run}`,
  `备件 ${run}`,
  `维修工单 ${run}`,
];
const PHONE = { width: 390, height: 844 };

test('a builder finishes an application of device maintenance on the first day, and it is worked with', async ({
  person,
  colleague,
  browser,
}) => {
  test.setTimeout(240_000);
  const { page } = person;
  const designer = new Designer(page);
  const effort = new EffortCount();
  await effort.watch(page);
  const settings = page.getByRole('complementary', { name: '字段设置' });
  const picks = (within: Locator, label: string, option: string) =>
    choosesOption(within.getByRole('combobox', { name: label, exact: true }), option);
  await person.isSignedIn('builder');
  const designs = async (label: string): Promise<void> => {
    await page.getByRole('link', { name: '返回' }).click();
    await page.getByRole('button', { name: '新建对象' }).first().click();
    await designer.namesIt(label);
  };
  const formula = async (text: string): Promise<void> => {
    await settings.getByRole('textbox', { name: '公式' }).click();
    await page.keyboard.type(text);
    await page.keyboard.press('Escape');
  };

  await test.step('an application and its devices', async () => {
    await person.goesTo('/build.html');
    await page.getByRole('button', { name: '新建应用' }).click();
    const dialog = page.getByRole('dialog', { name: '新建应用' });
    await dialog.getByRole('textbox', { name: '应用名称' }).fill(APP);
    await dialog.getByRole('button', { name: '创建' }).click();
    await person.readsHeading(APP);
    await page.getByRole('button', { name: '新建对象' }).first().click();
    await designer.namesIt(DEVICE);
    await designer.addsField({ type: '单行文本', label: '名称', required: true });
    await designer.addsField({ type: '自动编号', label: '编号' });
    await designer.addsField({ type: '单行文本', label: '位置' });
    await designer.addsField({ type: '单选', label: '状态', options: ['正常', '维修中', '停用'] });
    await designer.saves();
    effort.part('应用与设备');
  });

  await test.step('spare parts', async () => {
    await designs(PART);
    await designer.addsField({ type: '单行文本', label: '名称', required: true });
    await designer.addsField({ type: '金额', label: '单价' });
    await designer.saves();
    effort.part('备件');
  });

  await test.step('work orders: a device brings its place, lines of parts their prices, formulas the costs', async () => {
    await designs(ORDER);
    await designer.addsField({ type: '自动编号', label: '单号' });
    await designer.addsField({ type: '关联对象', label: '设备', to: DEVICE, required: true });
    await designer.addsField({ type: '单行文本', label: '所在位置' });
    await designer.addsField({ type: '多行文本', label: '故障' });
    await designer.addsField({ type: '单选', label: '进度', options: ['待处理', '已完成'] });
    await picks(settings, '默认值', '待处理');
    await designer.addsField({ type: '人员', label: '报修人' });
    await picks(settings, '默认值来自', '填写人');
    await designer.addsField({ type: '日期', label: '报修日期' });
    await picks(settings, '默认值来自', '填写的当天或当时');
    await designer.addsField({ type: '日期', label: '完成日期' });
    await designer.picksField('设备');
    await settings.getByRole('button', { name: '添加带出的字段' }).click();
    await picks(settings, '带出的字段', '位置');
    await picks(settings, '填入的字段', '所在位置');
    await settings.getByRole('checkbox', { name: '不可改' }).check();
    effort.part('工单');
  });
  await test.step('its lines', async () => {
    await designer.addsField({ type: '明细表', label: '用料' });
    const column = async (at: number, label: string, type: string): Promise<void> => {
      const names = settings.getByRole('textbox', { name: '列名' });
      if (at >= (await names.count()))
        await settings.getByRole('button', { name: '添加一列' }).click();
      await names.nth(at).fill(label);
      await choosesOption(
        settings.getByRole('combobox', { name: '类型', exact: true }).nth(at),
        type,
      );
    };
    await column(0, '备件', '关联对象');
    await column(1, '单价', '金额');
    await column(2, '数量', '整数');
    await column(3, '小计', '公式');
    const row = (label: string): Locator =>
      settings
        .getByRole('list', { name: '明细列' })
        .getByRole('listitem')
        .filter({ has: page.getByRole('button', { name: `移除 ${label}` }) });
    await picks(row('备件'), '关联对象', PART);
    await row('备件').getByRole('button', { name: '更多设置' }).click();
    await row('备件').getByRole('button', { name: '添加带出的字段' }).click();
    await picks(row('备件'), '带出的字段', '单价');
    await picks(row('备件'), '填入的字段', '单价');
    await row('小计').getByRole('textbox', { name: '公式' }).click();
    await page.keyboard.type('单价 * 数量');
    await page.keyboard.press('Escape');
    await designer.addsField({ type: '公式', label: '费用' });
    await formula('求和(用料.小计)');
    await designer.saves();
    effort.part('用料明细、小计与费用');
  });

  await test.step('the form in two sections', async () => {
    await page.getByRole('tab', { name: '布局' }).click();
    await page.getByRole('button', { name: '从现在的顺序开始' }).click();
    const layout = page.getByRole('complementary', { name: '布局设置' });
    const canvas = page.getByRole('group', { name: '表单和详情的布局' });
    await layout.getByRole('textbox', { name: '分区名称' }).fill('报修');
    await page.getByRole('button', { name: '添加分区' }).click();
    await layout.getByRole('textbox', { name: '分区名称' }).fill('处理');
    for (const label of ['完成日期', '用料', '费用']) {
      await canvas.getByRole('button', { name: `选择 ${label}` }).click();
      await layout.getByRole('button', { name: '移出分区' }).click();
      await canvas.getByRole('button', { name: '选择 处理' }).click();
      await canvas.getByRole('button', { name: label, exact: true }).click();
    }
    await designer.saves();
    effort.part('布局');
  });

  await test.step('a rule: what is done has its day', async () => {
    await page.getByRole('tab', { name: '规则' }).click();
    await page.getByRole('button', { name: '添加规则' }).click();
    const condition = page.getByRole('group', { name: '条件 1' });
    await picks(condition, '字段', '进度');
    await picks(condition, '进度的值', '已完成');
    await picks(page.getByRole('main'), '做什么', '必填');
    await picks(page.getByRole('main'), '哪些字段', '完成日期');
    await page.keyboard.press('Escape');
    await person.sees('当 进度 等于 “已完成” 时，“完成日期”必填');
    await designer.saves();
    effort.part('规则');
  });

  await test.step('what a device has cost', async () => {
    await page.getByRole('link', { name: '返回' }).click();
    await page.getByRole('heading', { name: DEVICE, exact: true }).click();
    await designer.addsField({ type: '汇总', label: '累计费用' });
    await settings.getByRole('combobox', { name: '汇总的数据来源' }).click();
    await page
      .getByRole('listbox')
      .getByRole('option', { name: new RegExp(ORDER) })
      .click();
    await picks(settings, '汇总方式', '求和');
    await picks(settings, '汇总字段', '费用');
    await designer.saves();
    effort.part('设备的累计费用');
  });

  let link = '';
  await test.step('a form to report with: the code on a device fills the device in', async () => {
    await page.getByRole('link', { name: '返回' }).click();
    await page.getByRole('heading', { name: ORDER, exact: true }).click();
    await page.getByRole('tab', { name: '表单' }).click();
    await page.getByRole('button', { name: '新建表单' }).click();
    await page.getByRole('textbox', { name: '表单名称' }).fill('扫码报修');
    const form = page.getByRole('complementary', { name: '设置' });
    const entry = (name: string) => page.getByRole('button', { name: `选择 ${name}`, exact: true });
    for (const name of ['所在位置', '进度', '报修日期', '完成日期']) {
      await entry(name).click();
      await form.getByRole('button', { name: '移除', exact: true }).click();
    }
    await page.getByRole('group', { name: '字段' }).getByRole('button', { name: '设备' }).click();
    await form.getByRole('checkbox', { name: '允许填写人查找记录' }).check();
    await form.getByRole('checkbox', { name: '可由链接填入' }).check();
    await page.getByRole('button', { name: '发布', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '发布表单' });
    await dialog.getByRole('button', { name: '发布', exact: true }).click();
    await expect(dialog.getByText('已发布')).toBeVisible();
    await dialog.getByRole('button', { name: '关闭', exact: true }).click();
    effort.part('扫码报修的表单');
  });

  await test.step('views, and the application is opened', async () => {
    await page.getByRole('link', { name: '返回' }).click();
    await page.getByRole('link', { name: '返回' }).click();
    await page.getByRole('button', { name: /开放/ }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: '开放' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await person.goesTo('/main');
    await page
      .getByRole('main')
      .getByRole('link', { name: ORDER, exact: true })
      .first()
      .click({ position: { x: 40, y: 16 } });
    const makes = async (kind: string, name: string): Promise<void> => {
      await page.getByRole('button', { name: '新建视图' }).click();
      const panel = page.getByRole('dialog', { name: '新建视图' });
      await panel.getByRole('radio', { name: kind }).click();
      await panel.getByLabel('名称').fill(name);
      await panel.getByRole('checkbox', { name: '大家都能看到' }).check();
      await panel.getByRole('button', { name: '新建', exact: true }).click();
      await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
    };
    await makes('看板', '按进度');
    await makes('日历', '报修日历');
    await makes('表格', '待处理');
    effort.part('视图与开放');
  });

  await test.step('a second builder adds a field at the same time: both stay', async () => {
    await colleague.isSignedIn('admin');
    const other = new Designer(colleague.page);
    await other.opensObject(APP, ORDER);
    await designer.opensObject(APP, ORDER);
    await other.addsField({ type: '小数', label: '停机小时' });
    await designer.addsField({ type: '多行文本', label: '处理经过' });
    await other.saves();
    await designer.triesToSave();
    await page.getByRole('button', { name: '载入最新内容' }).click();
    await designer.saves();
    await expect
      .poll(() => designer.fields())
      .toEqual(expect.arrayContaining(['停机小时', '处理经过']));
    effort.part('两人同时改');
    effort.report('first-day-builder');
  });

  const user = new EffortCount();
  await test.step('a user’s day: a device, parts, and an order with its costs', async () => {
    const day = colleague.page;
    await user.watch(day);
    await colleague.isSignedIn('user');
    const devices = new Records(day, DEVICE);
    await devices.opens();
    await devices.writes({ 名称: '三号空压机', 位置: '东车间' });
    const parts = new Records(day, PART);
    await parts.opens();
    await parts.writes({ 名称: '轴承', 单价: '120' });
    const orders = new Records(day, ORDER);
    await orders.opens();
    await orders.startsNew();
    await orders.picks('设备', '三号空压机');
    await expect(orders.drawer.getByRole('textbox', { name: '所在位置' })).toHaveValue('东车间');
    await expect(orders.drawer.getByRole('combobox', { name: '报修人' })).toHaveValue('许清和');
    await orders.drawer.getByRole('button', { name: '添加一行' }).click();
    const grid = orders.drawer.getByRole('grid', { name: '用料' });
    const heads = await grid.getByRole('columnheader').allInnerTexts();
    const cell = (label: string) =>
      grid
        .getByRole('row')
        .nth(1)
        .getByRole('gridcell')
        .nth(heads.findIndex((text) => text.trim().startsWith(label)));
    await cell('备件').dblclick();
    await day.getByRole('group', { name: '编辑备件' }).getByRole('combobox').fill('轴承');
    await day.getByRole('option', { name: '轴承' }).first().click();
    await expect(cell('单价')).toHaveText('¥120.00');
    await cell('数量').click();
    await day.keyboard.type('3');
    await day.keyboard.press('Enter');
    await expect(cell('小计')).toHaveText('360');
    await expect(orders.drawer.getByRole('textbox', { name: '费用' })).toHaveValue('360');
    await orders.saves();
    await expect(day.getByRole('dialog')).toHaveCount(0);
    user.part('登记设备、备件与工单');
    await devices.opens();
    await expect.poll(() => devices.column('累计费用')).toEqual(['360']);
    await devices.row('三号空压机').getByText('三号空压机').click();
    await devices.drawer.getByRole('button', { name: /更多/ }).click();
    await day.getByRole('menuitem', { name: '二维码' }).click();
    const code = day.getByRole('dialog').getByRole('img', { name: /三号空压机 扫码报修/ });
    link = (await code.getAttribute('aria-label'))!.replace(/^[^：]*：/, '');
    user.part('看费用、取二维码');
  });

  await test.step('someone at the device reports by its code, on a phone', async () => {
    const context = await browser.newContext({ viewport: PHONE, locale: 'zh-CN', hasTouch: true });
    const visitor = await context.newPage();
    await user.watch(visitor);
    await visitor.goto(link);
    await expect(visitor.getByRole('combobox', { name: '设备' })).toHaveValue('三号空压机');
    await visitor.getByRole('textbox', { name: '故障' }).fill('漏油');
    await visitor.getByRole('button', { name: '提交' }).click();
    await expect(visitor.getByText('提交成功')).toBeVisible();
    await context.close();
    user.part('手机扫码报修');
  });

  await test.step('the user finishes it on a phone, on the board', async () => {
    const day = colleague.page;
    await day.setViewportSize(PHONE);
    const orders = new Records(day, ORDER);
    await orders.opens();
    await day.getByRole('tab', { name: '按进度' }).click();
    await day.getByText('漏油').first().click();
    await day.getByRole('button', { name: '编辑', exact: true }).click();
    await orders.picks('进度', '已完成');
    await orders.saves();
    await orders.isTold('请选择完成日期');
    await orders.types('完成日期', '2026-12-01');
    await orders.saves();
    await expect(day.getByRole('button', { name: '编辑', exact: true })).toBeVisible();
    user.part('手机上处理');
    user.report('first-day-user');
  });
});
