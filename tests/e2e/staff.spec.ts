import { readFileSync, writeFileSync } from 'node:fs';
import { openXlsx, writeXlsx } from 'hucre/xlsx';
import { callAsAdministrator } from './administrator.ts';
import { expect, test, type Person } from './fixtures.ts';
import { fitsTheScreen, hasReadableContrast, isAccessible } from './reader.ts';

const SEARCH = '姓名、拼音、工号、账号、手机号、邮箱';

/** Finds members by what is typed; waits for so many. */
async function finds(person: Person, text: string, count: number): Promise<void> {
  await person.page.getByPlaceholder(SEARCH).fill(text);
  await person.sees(`共 ${count} 条`);
}

test('an administrator gives numbers and superiors, imports a line of people, exports them, and a leaver’s subordinates get a new superior', async ({
  person,
}, { outputDir }) => {
  test.slow();
  const { page } = person;
  const stamp = String(Date.now() % 100_000_000).padStart(8, '0');
  const [boss, top, newcomer] = [`主管${stamp}`, `总监${stamp}`, `新人${stamp}`];
  await person.isSignedIn('admin');
  const ask = await callAsAdministrator(person);
  await ask('upm.userOrg.createUser', {
    realName: top,
    account: `top.${stamp}`,
    password: 'First@2026',
    employeeNo: `H-T${stamp}`,
  });
  await person.goesTo('/platform/user/user');

  await test.step('makes an account with a number, a title and a superior', async () => {
    await page.getByRole('button', { name: '邀请成员' }).click();
    const drawer = page.getByRole('dialog', { name: '邀请成员' });
    await drawer.getByRole('radio', { name: '直接建账号' }).click();
    await drawer.getByLabel('姓名').fill(boss);
    await drawer.getByRole('textbox', { name: '账号' }).fill(`boss.${stamp}`);
    await drawer.getByRole('textbox', { name: '初始密码' }).fill('First@2026');
    await drawer.getByLabel('工号').fill(`h-t${stamp}`);
    await drawer.getByLabel('职务').fill('销售主管');
    await drawer.getByRole('combobox', { name: '直接上级' }).click();
    await page.keyboard.type(top);
    await page
      .getByRole('option', { name: new RegExp(top) })
      .first()
      .click();
    await drawer.getByRole('button', { name: '创建账号' }).click();
    await expect(drawer.getByText(`工号“h-t${stamp}”已存在，不能重复`)).toBeVisible();
    await drawer.getByLabel('工号').fill(`H-B${stamp}`);
    await drawer.getByRole('button', { name: '创建账号' }).click();
    await expect(drawer).toHaveCount(0);
  });

  await test.step('imports people who report to them, and reads at the row what is wrong', async () => {
    const rows = [
      ['姓名', '手机号或邮箱', '工号', '职务', '直接上级'],
      [newcomer, `139${stamp}`, `H-N${stamp}`, '=专员', `H-B${stamp}`],
      ['迷路', `137${stamp}`, '', '', '没有的人'],
    ];
    const file = `${outputDir}.xlsx`;
    writeFileSync(file, await writeXlsx({ sheets: [{ name: '成员', rows }] }));
    await page.getByRole('button', { name: '导入', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: '导入成员' });
    const chooser = page.waitForEvent('filechooser');
    await drawer.getByRole('button', { name: '选择表格' }).click();
    await (await chooser).setFiles(file);
    await expect(drawer.getByText('没有这名成员，表格里也没有这个人')).toBeVisible();
    await drawer.getByRole('button', { name: '只导入没有问题的行' }).click();
    await drawer.getByRole('button', { name: '完成', exact: true }).click();
    await finds(person, `H-N${stamp}`, 1);
    await expect(page.getByRole('grid').getByText(boss)).toBeVisible();
  });

  await test.step('exports what the list shows', async () => {
    await finds(person, stamp, 3);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: '导出' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('成员.xlsx');
    const { sheets } = await openXlsx(readFileSync(await file.path()));
    const [head, ...lines] = sheets[0]!.rows;
    const table = lines.map((line) =>
      ['姓名', '工号', '职务', '直接上级'].map((title) => line[head!.indexOf(title)] ?? ''),
    );
    expect(table.toSorted()).toEqual(
      [
        [boss, `H-B${stamp}`, '销售主管', top],
        [newcomer, `H-N${stamp}`, '=专员', boss],
        [top, `H-T${stamp}`, '', ''],
      ].toSorted(),
    );
    await person.sees('已导出列表中的 3 名成员');
  });

  await test.step('sees the line above a person, on a phone as well', async () => {
    await finds(person, `H-N${stamp}`, 1);
    await page.getByRole('grid').getByText(newcomer).click();
    const drawer = page.getByRole('dialog', { name: newcomer });
    await expect(drawer.getByText(`${boss} → ${top}`)).toBeVisible();
    await isAccessible(person);
    await page.setViewportSize({ width: 390, height: 844 });
    await fitsTheScreen(person);
    await hasReadableContrast(person);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
  });

  await test.step('lets the superior go: the one above is proposed', async () => {
    await finds(person, `H-B${stamp}`, 1);
    await page.getByRole('button', { name: `${boss} 的更多操作` }).click();
    await page.getByRole('menuitem', { name: '离职交接' }).click();
    const drawer = page.getByRole('dialog', { name: `${boss}的离职交接` });
    await expect(drawer.getByText(`1 名下属：${newcomer}`)).toBeVisible();
    await expect(drawer.getByText(top)).toBeVisible();
    await isAccessible(person);
    await drawer.getByRole('button', { name: '确认离职' }).click();
    await person.sees(`1 名下属今后向“${top}”汇报`);
    await finds(person, `H-N${stamp}`, 1);
    await expect(page.getByRole('grid').getByText(top)).toBeVisible();
  });

  await test.step('finds in the log what went out', async () => {
    await person.goesTo('/platform/log/operation');
    await expect(page.getByText('导出成员').first()).toBeVisible();
  });
});
