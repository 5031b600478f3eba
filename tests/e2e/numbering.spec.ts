import { expect, test } from './fixtures.ts';
import { callAs } from './route-parameters.ts';

test('an administrator makes a code rule, a field takes its numbers by it, and the rule stays while it does', async ({
  person,
}) => {
  const { page } = person;
  const [code, object] = [`no${Date.now()}`, `numbered${Date.now()}`];
  const name = `合同号 ${code}`;
  await person.isSignedIn('admin');
  await person.goesTo('/main');
  const ask = await callAs(person);

  await test.step('the rule, previewed before it is saved', async () => {
    await person.goesTo('/platform/system/rule');
    await page.getByRole('button', { name: '新建规则' }).click();
    await page.getByRole('textbox', { name: '名称' }).fill(name);
    await page.getByRole('textbox', { name: '编码' }).fill(code);
    for (const part of ['固定文字', '流水号']) {
      await page.getByRole('button', { name: '添加一段' }).click();
      await page.getByRole('menuitem', { name: part }).click();
    }
    await page.getByPlaceholder('文字，例如 PO-').fill('XS-');
    await person.sees('XS-0001、XS-0002、XS-0003');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await person.sees(name);
  });

  await test.step('a field that counted by itself goes over to it', async () => {
    const [app] = await ask('bizmeta.app.list', {});
    await ask('bizmeta.describe.create', {
      appId: app!.id,
      describe: {
        apiName: object,
        label: '登记',
        fields: [
          { apiName: 'name', label: '名称', type: 'text' },
          { apiName: 'no', label: '单号', type: 'autoNumber' },
        ],
      },
    });
    await ask('bizmeta.record.bulkCreate', { object, records: [{ name: '甲' }] });
    await person.goesTo(`/build.html#/object/${object}`);
    await page.getByRole('button', { name: '选择 单号' }).click();
    await expect(page.getByText('0001、0002、0003')).toBeVisible();
    await page.getByRole('combobox', { name: '编号规则' }).click();
    await page.getByRole('option', { name: new RegExp(name) }).click();
    await expect(page.getByRole('button', { name: '添加一段' })).toBeHidden();
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(page.getByText('有未保存的修改')).toBeHidden();
    const { ids } = await ask('bizmeta.record.bulkCreate', {
      object,
      records: [{ name: '乙' }, { name: '丙' }],
    });
    const { records } = await ask('bizmeta.record.list', {
      object,
      sort: [{ field: 'no', dir: 'asc' }],
    });
    expect([records.map((record) => record['no']), ids.length]).toEqual([
      ['0001', 'XS-0001', 'XS-0002'],
      2,
    ]);
  });

  await test.step('it is not removed while the field names it', async () => {
    await person.goesTo('/platform/system/rule');
    await page.getByRole('button', { name: `“${name}”的更多操作` }).click();
    await page.getByRole('menuitem', { name: '删除' }).click();
    await page.getByRole('button', { name: '删除', exact: true }).click();
    await person.sees(`“${name}”正由登记的“单号”使用，不能删除`);
  });
});

test('an administrator changes the short name of the company, and sees an error at the field for an invalid one', async ({
  person,
}) => {
  const { page } = person;
  await person.isSignedIn('admin');
  await person.goesTo('/company/profile');
  const field = page.getByRole('textbox', { name: /^企业代号/ });
  await field.fill('青屿');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await person.sees(/3 至 30 位小写字母/);
  const code = `qy${Date.now()}`;
  await field.fill(code);
  await page.getByRole('button', { name: '检查能否使用' }).click();
  await person.sees('这个企业代号可以使用');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await person.sees('企业资料已保存');
  await page.reload();
  await expect(field).toHaveValue(code);
});
