import { choosesOption, Designer, expect, test } from './fixtures.ts';
import { fitsTheScreen, isAccessible, Reader } from './reader.ts';
import { callAs } from './route-parameters.ts';

test('a builder lets orders go with their device; what goes along is said, lies in the bin, and comes back with it', async ({
  person,
}) => {
  const { page } = person;
  const mark = `${Date.now() % 1_000_000}`;
  const [device, order] = [`设备${mark}`, `工单${mark}`];
  const [deviceName, orderName] = [`device${mark}`, `order${mark}`];
  await person.isSignedIn('builder');
  const ask = await callAs(person);
  const app = (await ask('bizmeta.app.list', {})).find(({ name }) => name === '客户管理')!;
  const name = { apiName: 'name', label: '名称', type: 'text' as const };
  const lookup = { apiName: 'device', label: '设备', type: 'lookup' as const };
  await ask('bizmeta.describe.create', {
    appId: app.id,
    describe: { apiName: deviceName, label: device, fields: [name] },
  });
  await ask('bizmeta.describe.create', {
    appId: app.id,
    describe: {
      apiName: orderName,
      label: order,
      fields: [name, { ...lookup, refObject: deviceName }],
    },
  });
  const {
    ids: [pump],
  } = await ask('bizmeta.record.bulkCreate', { object: deviceName, records: [{ name: '水泵' }] });
  await ask('bizmeta.record.bulkCreate', {
    object: orderName,
    records: ['换轴承', '加油'].map((title) => ({ name: title, device: pump! })),
  });
  const devices = new Reader(page, device);
  const deletes = async () => {
    await devices.ticks(0);
    await page.getByRole('button', { name: '删除', exact: true }).click();
  };

  await test.step('at first the device is held back by its orders, which are named', async () => {
    await person.goesTo(`/app/${app.id}/${deviceName}`);
    await deletes();
    await person.sees(new RegExp(`“水泵”被${order}的“设备”（2 条：.*）引用，不能删除`));
  });
  await test.step('the builder lets them go with it', async () => {
    const designer = new Designer(page);
    await person.goesTo(`/build.html#/object/${orderName}`);
    await designer.picksField('设备');
    await choosesOption(page.getByRole('combobox', { name: '目标删除时' }), '连同这条记录一起删除');
    await designer.saves();
  });
  await test.step('the question says what goes along', async () => {
    await person.goesTo(`/app/${app.id}/${deviceName}`);
    await deletes();
    const dialog = page.getByRole('dialog', { name: '删除记录' });
    await expect(dialog).toContainText(`同时删除 2 条${order}`);
    await dialog.getByRole('button', { name: '删除' }).click();
    await person.sees('已删除 1 条记录');
  });
  await test.step('the bin says when it goes, and gives it back with its orders', async () => {
    await page.getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: '回收站' }).click();
    await person.readsHeading(`${device}的回收站`);
    const row = page.getByRole('grid').getByRole('row').filter({ hasText: '水泵' });
    await expect(row).toContainText('2');
    // The pointer still lies over a button there.
    await page.mouse.move(0, 0);
    await isAccessible(person);
    await row.getByRole('button', { name: '恢复 水泵' }).click();
    const dialog = page.getByRole('dialog', { name: '恢复记录' });
    await expect(dialog).toContainText('2 条记录');
    await isAccessible(person);
    await dialog.getByRole('button', { name: '恢复 3 条' }).click();
    await person.sees('已恢复 3 条记录');
    await person.sees('回收站是空的');
    await page.setViewportSize({ width: 390, height: 844 });
    await fitsTheScreen(person);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  await test.step('the build centre lists what lies in bins, and there it goes for good', async () => {
    await ask('bizmeta.record.bulkDelete', { object: deviceName, ids: [pump!] });
    await person.goesTo('/build.html#/bin');
    await page.getByRole('link', { name: `${order}的回收站` }).click();
    await page.getByRole('button', { name: '清空回收站' }).click();
    const dialog = page.getByRole('dialog', { name: '清空回收站' });
    await expect(dialog).toContainText('2 条记录');
    await dialog.getByRole('button', { name: '清空' }).click();
    await person.sees('已彻底删除 2 条记录');
  });
});
