import { choosesOption, expect, test } from './fixtures.ts';
import { fitsTheScreen, isAccessible } from './reader.ts';
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

test('a builder sorts sections into tabs and gives phones a layout of their own', async ({
  person,
}) => {
  const { page } = person;
  const object = `tabs${Date.now()}`;
  await person.isSignedIn('builder');
  await person.goesTo('/main');
  const ask = await callAs(person);
  const [app] = await ask('bizmeta.app.list', {});
  await ask('bizmeta.describe.create', {
    appId: app!.id,
    describe: {
      apiName: object,
      label: '采购合同',
      fields: [
        { apiName: 'name', label: '名称', type: 'text', required: true },
        { apiName: 'party', label: '对方', type: 'text' },
        { apiName: 'price', label: '金额', type: 'currency', required: true },
        { apiName: 'note', label: '备注', type: 'longText' },
      ],
      sections: [
        { label: '基本', items: [{ field: 'name' }, { field: 'party' }] },
        { label: '付款', items: [{ field: 'price' }] },
        { label: '补充', items: [{ field: 'note' }] },
      ],
    },
  });
  await ask('bizmeta.record.bulkCreate', {
    object,
    records: [{ name: '水泵采购', party: '东方', price: 300, note: '分两次付' }],
  });
  const settings = page.getByRole('complementary', { name: '布局设置' });
  const canvas = page.getByRole('group', { name: '表单和详情的布局' });
  const moves = async (name: string, keys: string[]) => {
    await page.getByRole('button', { name: `移动 ${name}` }).focus();
    for (const key of keys) await page.keyboard.press(key);
  };
  const looks = (at: string) => page.getByRole('radio', { name: at, exact: true }).click();
  const saves = async () => {
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await person.sees('已保存，列表和表单已更新');
  };

  await test.step('two tabs; a section goes into them by the keyboard and by its settings', async () => {
    await person.goesTo(`/build.html#/object/${object}`);
    await page.getByRole('tab', { name: '布局' }).click();
    for (const name of ['财务', '其它']) {
      await page.getByRole('button', { name: '添加页签' }).click();
      await settings.getByRole('textbox', { name: '页签名称' }).fill(name);
    }
    await moves('付款', ['Space', 'ArrowDown', 'ArrowDown', 'Space']);
    await canvas.getByRole('button', { name: '选择 补充' }).click();
    await choosesOption(settings.getByRole('combobox', { name: '所在的页签' }), '其它');
    const drawn = await canvas
      .getByRole('button', { name: /^选择/ })
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')!.slice(3)));
    expect(drawn).toEqual([
      '页签上方',
      '基本',
      '名称',
      '对方',
      '财务',
      '付款',
      '金额',
      '其它',
      '补充',
      '备注',
    ]);
    await page.getByRole('button', { name: /^撤销/ }).click();
    await page.getByRole('button', { name: /^重做/ }).click();
    await isAccessible(person);
  });

  await test.step('the preview has inputs and the values of the newest record', async () => {
    await looks('预览表单');
    const preview = page.getByRole('region', { name: '布局的预览' });
    await expect(preview.getByRole('textbox', { name: '名称' })).toHaveValue('水泵采购');
    await preview.getByRole('tab', { name: '其它' }).click();
    await expect(preview.getByRole('textbox', { name: '备注' })).toHaveValue('分两次付');
    await looks('预览详情');
    await expect(preview.getByText('东方')).toBeVisible();
    await looks('设计');
  });

  await test.step('phones get an order of their own and do without a field', async () => {
    await looks('手机');
    await page.getByRole('button', { name: '为手机单独安排' }).click();
    await person.sees('不是权限');
    const phone = page.getByRole('group', { name: '手机上的布局' });
    await phone.getByRole('button', { name: '选择 对方' }).click();
    await settings.getByRole('checkbox', { name: '手机上不显示' }).check();
    await phone.getByRole('button', { name: '选择 金额' }).click();
    await settings.getByRole('checkbox', { name: '手机上不显示' }).check();
    await looks('预览表单');
    const preview = page.getByRole('region', { name: '布局的预览' });
    await expect(preview.getByRole('textbox', { name: '名称' })).toBeVisible();
    await expect(preview.getByRole('textbox', { name: '对方' })).toHaveCount(0);
    await saves();
  });

  await test.step('saving opens the tab of what is missing, which says so', async () => {
    await person.goesTo(`/app/${app!.id}/${object}`);
    await page.getByRole('button', { name: /新建/ }).first().click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: '名称' }).fill('阀门采购');
    await form.getByRole('tab', { name: '其它' }).click();
    await form.getByRole('textbox', { name: '备注' }).fill('急');
    await form.getByRole('button', { name: '保存', exact: true }).click();
    await expect(form.getByRole('textbox', { name: '金额' })).toBeFocused();
    await expect(form.getByRole('tab', { name: /财务/ })).toHaveText('财务1处需要修改');
    await page.keyboard.type('20');
    await form.getByRole('button', { name: '保存', exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('the record has the tabs; on a phone it does without what is hidden there', async () => {
    // The new record comes above: what is pressed before that moves away under the pointer.
    await expect(page.getByRole('gridcell', { name: '阀门采购' })).toBeVisible();
    await page.getByRole('gridcell', { name: '水泵采购' }).getByText('水泵采购').click();
    const record = page.getByRole('dialog');
    await expect(record.getByText('东方')).toBeVisible();
    await record.getByRole('tab', { name: '其它' }).click();
    await expect(record.getByText('分两次付')).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(record.getByText('东方')).toHaveCount(0);
    await fitsTheScreen(person);
  });

  await test.step('a form on a phone shows what is hidden there once it is missing', async () => {
    await person.goesTo(`/app/${app!.id}/${object}`);
    await page.getByRole('button', { name: /新建/ }).first().click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: '名称' }).fill('管件采购');
    await expect(form.getByRole('textbox', { name: '金额' })).toHaveCount(0);
    await form.getByRole('button', { name: '保存', exact: true }).click();
    await expect(form.getByRole('textbox', { name: '金额' })).toBeFocused();
    await fitsTheScreen(person);
  });
});
