import { Designer, expect, Records, test } from './fixtures.ts';

test('a builder defines 请假单, and its list and form work in the same second; what they change later keeps its data', async ({
  person,
}) => {
  test.setTimeout(180_000);
  const { page } = person;
  const designer = new Designer(page);
  // A name of its own, so that the story can be played twice on one database.
  const name = `请假单 ${Date.now() % 100_000}`;
  const records = new Records(page, name);

  await test.step('defines the object', async () => {
    await person.isSignedIn('builder');
    await designer.opensNewObject('客户管理');
    await designer.namesIt(name);
    await designer.addsField({ type: '单行文本', label: '事由', required: true });
    await designer.addsField({ type: '多行文本', label: '详细说明' });
    await designer.addsField({ type: '整数', label: '天数' });
    await designer.addsField({ type: '小数', label: '小时数' });
    await designer.addsField({ type: '金额', label: '扣款' });
    await designer.addsField({ type: '日期', label: '开始日期' });
    await designer.addsField({ type: '日期时间', label: '提交时间' });
    await designer.addsField({ type: '是否', label: '已批准' });
    await designer.addsField({ type: '单选', label: '假别', options: ['年假', '病假'] });
    await designer.addsField({ type: '多选', label: '影响', options: ['会议', '值班'] });
    await designer.addsField({ type: '人员', label: '代理人' });
    await designer.addsField({ type: '部门', label: '所在部门' });
    await designer.addsField({ type: '关联对象', label: '相关客户', to: '客户' });
    await designer.addsField({ type: '附件', label: '证明' });
    await designer.saves();
  });

  await test.step('writes the first record, and is shown what is missing', async () => {
    await records.opens();
    await person.sees(`还没有${name}`);
    await records.startsNew();
    await records.saves();
    await expect(records.drawer.getByText('请填写事由').first()).toBeVisible();
    await records.types('事由', '回家探亲');
    await records.types('详细说明', '探望父母');
    await records.types('天数', '3');
    await records.types('小时数', '1.5');
    await records.types('扣款', '1234.5');
    await records.types('开始日期', '2026-12-01');
    await records.types('提交时间', '2026-11-20 09:30');
    await records.switches('已批准');
    await records.picks('假别', '年假');
    await records.picks('影响', '会议', '值班');
    await records.picks('代理人', '陈若溪');
    await records.picks('所在部门', '人力资源部');
    await records.picks('相关客户', /./);
    await records.attaches('证明.txt', '同意');
    await records.saves();
    await expect(records.row('回家探亲')).toContainText('¥1,234.50');
  });

  await test.step('reads it whole', async () => {
    await records.row('回家探亲').getByText('回家探亲').click();
    for (const shown of [
      '探望父母',
      '1.5',
      '2026-12-01',
      '2026-11-20 09:30',
      '年假',
      '会议',
      '值班',
      '陈若溪',
      '人力资源部',
      '证明.txt',
    ])
      await expect(records.drawer.getByText(shown).first()).toBeVisible();
  });

  await test.step('changes it', async () => {
    await records.drawer.getByRole('button', { name: '编辑', exact: true }).click();
    await records.types('天数', '5');
    await records.saves();
    await expect(records.drawer.getByRole('button', { name: '编辑', exact: true })).toBeVisible();
    await records.closes();
    await expect.poll(() => records.column('天数')).toEqual(['5']);
  });

  await test.step('sorts and filters', async () => {
    await records.writes({ 事由: '看牙', 天数: '1' });
    await expect(records.row('看牙')).toBeVisible();
    await records.list.getByRole('button', { name: '天数', exact: true }).click();
    await expect.poll(() => records.column('天数')).toEqual(['1', '5']);
    await records.list.getByRole('button', { name: '天数', exact: true }).click();
    await expect.poll(() => records.column('天数')).toEqual(['5', '1']);
    await page.getByRole('button', { name: '筛选' }).click();
    await records.drawer.getByRole('textbox', { name: '事由的值' }).fill('看');
    await records.drawer.getByRole('button', { name: '应用' }).click();
    await expect.poll(() => records.column('事由')).toEqual(['看牙']);
  });

  await test.step('adds a field and renames another: both show at the next visit, and the data is there', async () => {
    await designer.opensObject('客户管理', name);
    await designer.picksField('天数');
    await designer.renamesField('请假天数');
    await designer.addsField({ type: '电话', label: '联系电话' });
    await designer.saves();
    await records.opens();
    await expect
      .poll(async () => (await records.column('请假天数')).toSorted())
      .toEqual(['1', '5']);
    await records.startsNew();
    await expect(records.drawer.getByRole('textbox', { name: '联系电话' })).toBeVisible();
    await records.closes();
  });

  await test.step('deletes a record after being asked', async () => {
    await records.row('看牙').getByRole('gridcell', { name: '选择此行' }).click();
    await page
      .getByRole('group', { name: '批量操作与分页' })
      .getByRole('button', { name: '删除' })
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /删除|确定/ })
      .click();
    await expect(records.row('看牙')).toHaveCount(0);
    await expect(records.row('回家探亲')).toBeVisible();
  });
});

test('a person pages through the orders of the demo company', async ({ person }) => {
  await person.isSignedIn('user');
  await person.goesTo('/main');
  const orders = new Records(person.page, '订单');
  await orders.opens();
  await expect(orders.list.getByRole('row').nth(1)).toBeVisible();
  const first = await orders.column('订单编号');
  await person.page.getByRole('button', { name: '下一页' }).click();
  await expect.poll(() => orders.column('订单编号')).not.toEqual(first);
  const second = await orders.column('订单编号');
  expect(second.filter((number) => first.includes(number))).toEqual([]);
  await person.page.getByRole('button', { name: '上一页' }).click();
  await expect.poll(() => orders.column('订单编号')).toEqual(first);
});
