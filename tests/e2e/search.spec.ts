import { expect, test } from './fixtures.ts';
import { callAs } from './route-parameters.ts';

test('a person finds a device by the tail of its number, by pinyin and by Ctrl+K', async ({
  person,
}) => {
  const { page } = person;
  const object = `device${Date.now()}`;
  await person.isSignedIn('builder');
  await person.goesTo('/main');
  const ask = await callAs(person);
  const [app] = await ask('bizmeta.app.list', {});
  await ask('bizmeta.describe.create', {
    appId: app!.id,
    describe: {
      apiName: object,
      label: '查找设备',
      fields: [
        { apiName: 'name', label: '名称', type: 'text' },
        { apiName: 'no', label: '编号', type: 'autoNumber' },
        { apiName: 'place', label: '安装位置', type: 'text' },
      ],
    },
  });
  await ask('bizmeta.record.bulkCreate', {
    object,
    records: [
      { name: '螺杆空压机', place: '东车间' },
      { name: '加工中心', place: '西车间' },
    ],
  });
  const rows = page.getByRole('grid').getByRole('gridcell', { name: /空压机|加工中心/ });

  await test.step('in the list: by its number, by pinyin, by initials', async () => {
    await person.goesTo(`/app/${app!.id}/${object}`);
    const box = page.getByRole('textbox', { name: '搜索', exact: true });
    await expect(box).toHaveAttribute('placeholder', '搜索名称、编号');
    for (const [typed, name] of [
      ['0002', '加工中心'],
      ['kongyaji', '螺杆空压机'],
      ['jgzx', '加工中心'],
    ] as const) {
      await box.fill(typed);
      await expect(rows).toHaveText([name]);
    }
    await box.fill('东车间');
    await expect(rows).toHaveCount(0);
  });

  await test.step('the builder adds a field to what is searched', async () => {
    await person.goesTo(`/build.html#/object/${object}`);
    await page.getByRole('combobox', { name: '搜索范围' }).click();
    await page.getByRole('option', { name: '安装位置' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(page.getByText('有未保存的修改')).toBeHidden();
    await person.goesTo(`/app/${app!.id}/${object}`);
    await page.getByRole('textbox', { name: '搜索', exact: true }).fill('东车间');
    await expect(rows).toHaveText(['螺杆空压机']);
  });

  await test.step('from anywhere: Ctrl+K, keys only', async () => {
    await person.goesTo('/main');
    await expect(page.getByRole('button', { name: '查找记录和页面' })).toBeVisible();
    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: '查找记录、页面和命令' });
    await expect(search).toBeFocused();
    await expect(page.getByRole('group', { name: '最近打开' })).toContainText('查找设备');
    await search.pressSequentially('luogankyj');
    const found = page.getByRole('group', { name: '查找设备' }).getByRole('option');
    await expect(found).toHaveText(['螺杆空压机']);
    await expect(found.locator('mark')).toHaveText('螺杆空压机');
    await page.keyboard.press('Enter');
    await person.isAt(new RegExp(`/app/${app!.id}/${object}/record/`));
    await person.readsHeading('螺杆空压机');
    await expect(search).toBeHidden();
  });

  await test.step('in the build centre: an object by the initials of its name', async () => {
    await person.goesTo('/build.html');
    await person.readsHeading('应用搭建');
    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: '查找应用、对象和页面' });
    await expect(search).toBeFocused();
    await search.pressSequentially('czsb');
    await page.getByRole('option', { name: new RegExp(`查找设备.*${object}`) }).click();
    await person.isAt(new RegExp(`#/object/${object}$`));
    await expect(search).toBeHidden();
    await person.goesTo('/main');
  });

  await test.step('on a phone, by the button; Esc closes', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: '查找记录和页面' }).click();
    const search = page.getByRole('combobox', { name: '查找记录、页面和命令' });
    await search.fill('没有这样的记录');
    await person.sees('没有找到');
    await search.fill('0001');
    await expect(page.getByRole('option', { name: /螺杆空压机.*编号 0001/ })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      390,
    );
    await page.keyboard.press('Escape');
    await expect(search).toBeHidden();
  });
});
