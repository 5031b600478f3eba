import { expect, test } from './fixtures.ts';
import { callAs } from './route-parameters.ts';

test('a builder puts the fields of an object into sections, and its form and detail page follow', async ({
  person,
}) => {
  const { page } = person;
  const object = `layout${Date.now()}`;
  await person.isSignedIn('builder');
  await person.goesTo('/main');
  const ask = await callAs(person);
  const [app] = await ask('bizmeta.app.list', {});
  await ask('bizmeta.describe.create', {
    appId: app!.id,
    describe: {
      apiName: object,
      label: '布局设备',
      fields: [
        { apiName: 'name', label: '名称', type: 'text' },
        { apiName: 'maker', label: '厂家', type: 'text' },
        { apiName: 'price', label: '原值', type: 'currency' },
        { apiName: 'note', label: '备注', type: 'longText' },
      ],
    },
  });
  await ask('bizmeta.record.bulkCreate', {
    object,
    records: [{ name: '离心水泵', maker: '东方', note: '每月巡检' }],
  });
  const canvas = page.getByRole('group', { name: '表单和详情的布局' });
  const settings = page.getByRole('complementary', { name: '布局设置' });
  const undo = page.getByRole('button', { name: /^撤销/ });

  await test.step('begins with the order there is; one undo takes it back, redo brings it again', async () => {
    await person.goesTo(`/build.html#/object/${object}`);
    await page.getByRole('tab', { name: '布局' }).click();
    await page.getByRole('button', { name: '从现在的顺序开始' }).click();
    await expect(canvas.getByRole('button', { name: /^选择/ })).toHaveCount(5);
    await undo.click();
    await person.sees('字段按顺序自动分组');
    await page.getByRole('button', { name: /^重做/ }).click();
    await expect(canvas.getByRole('button', { name: /^选择/ })).toHaveCount(5);
  });

  await test.step('moves two fields into a section of their own, one as wide as the section', async () => {
    await page.getByRole('button', { name: '添加分区' }).click();
    await settings.getByRole('textbox', { name: '分区名称' }).fill('采购');
    for (const label of ['原值', '厂家']) {
      await canvas.getByRole('button', { name: `选择 ${label}` }).click();
      await settings.getByRole('button', { name: '移出分区' }).click();
      await canvas.getByRole('button', { name: '选择 采购' }).click();
      await canvas.getByRole('button', { name: label, exact: true }).click();
    }
    await settings.getByRole('combobox', { name: '宽度' }).click();
    await page.getByRole('option', { name: '占两栏' }).click();
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await person.sees('已保存，列表和表单已更新');
  });

  await test.step('the detail page and the form have the sections', async () => {
    await person.goesTo(`/app/${app!.id}/${object}`);
    await page.getByRole('gridcell', { name: '离心水泵' }).getByText('离心水泵').click();
    await person.readsHeading('采购');
    const labels = page.locator('dl').nth(1).locator('dt');
    await expect(labels).toHaveText(['原值', '厂家']);
    await page.getByRole('button', { name: '编辑', exact: true }).click();
    const section = page.getByRole('region', { name: '采购' });
    const [price, maker] = await Promise.all(
      ['原值', '厂家'].map((name) => section.getByRole('textbox', { name }).boundingBox()),
    );
    expect(maker!.y).toBeGreaterThan(price!.y + 20);
    expect(maker!.width).toBeGreaterThan(price!.width * 1.8);
  });
});
