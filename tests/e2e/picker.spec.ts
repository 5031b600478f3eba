import { expect, test } from './fixtures.ts';
import { isAccessible } from './reader.ts';
import { callAs } from './route-parameters.ts';

/** A page of the company's own with one picker; answers its address. */
async function withPicker(
  ask: Awaited<ReturnType<typeof callAs>>,
  name: string,
  props: Record<string, unknown>,
): Promise<string> {
  const { key } = await ask('bizmeta.page.create', { key: `page.${name}`, title: '选择成员' });
  const { draftVersion, document } = await ask('bizmeta.page.draft.get', { pageKey: key });
  const next = {
    ...(document as Record<string, unknown>),
    state: { members: { type: 'list', init: [] } },
    root: 'page',
    nodes: {
      page: { type: 'page@1', props: { title: '选择成员' }, slots: { default: ['members'] } },
      members: {
        type: 'memberPicker@1',
        bind: 'state.members',
        props: { label: '参与人', ...props },
      },
    },
  };
  await ask('bizmeta.page.draft.save', { pageKey: key, draftVersion, document: next });
  const saved = await ask('bizmeta.page.draft.get', { pageKey: key });
  await ask('bizmeta.page.publish', {
    pageKey: key,
    draftVersion: saved.draftVersion,
    note: '选择成员',
  });
  return `/page/${name}`;
}

test('a person selects people from departments, by pinyin and by role, with the keyboard alone', async ({
  person,
}) => {
  const { page } = person;
  await person.isSignedIn('builder');
  await person.goesTo(
    await withPicker(await callAs(person), `people${Date.now()}`, { range: [1, 3, 4] }),
  );
  const dialog = page.getByRole('dialog', { name: '选择用户' });
  const icon = page.getByRole('button', { name: /^从列表中选择用户/ });

  await test.step('a department, all of it', async () => {
    await icon.press('Enter');
    await expect(dialog.getByText('未选择')).toBeVisible();
    await dialog.getByRole('treeitem', { name: '华东销售部' }).click();
    await expect(dialog.getByRole('option').first()).toContainText('华东销售部');
    await isAccessible(person);
    await dialog.getByRole('checkbox', { name: /全选/ }).press('Space');
    await expect(dialog.getByRole('checkbox', { name: /全选/ })).toHaveAttribute(
      'aria-checked',
      'true',
    );
  });
  await test.step('one more by the initials, typed anywhere', async () => {
    await dialog.getByRole('tree').focus();
    await page.keyboard.type('gws');
    await expect(dialog.getByRole('option')).toHaveText([/顾望舒/]);
    await expect(dialog.getByRole('tab')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('option', { selected: true })).toHaveCount(1);
    await page.keyboard.press('Control+Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: '移除 顾望舒' })).toBeVisible();
  });
  await test.step('a tag goes at once; what is not confirmed is forgotten', async () => {
    await page.getByRole('button', { name: '移除 顾望舒' }).click();
    await expect(page.getByRole('button', { name: '移除 顾望舒' })).toHaveCount(0);
    await icon.click();
    await dialog.getByRole('tab', { name: '角色' }).click();
    await dialog.getByRole('treeitem', { name: '搭建者' }).click();
    await expect(dialog.getByRole('option', { name: /陆知行/ })).toBeVisible();
    await dialog.getByRole('option', { name: /陆知行/ }).click();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: '移除 陆知行' })).toHaveCount(0);
  });
});

test('on a phone the picker is the whole page, one list at a time', async ({ person }) => {
  const { page } = person;
  await person.isSignedIn('builder');
  await person.goesTo('/main');
  await page.setViewportSize({ width: 390, height: 844 });
  await person.goesTo(
    await withPicker(await callAs(person), `phone${Date.now()}`, {
      entry: 'dialog',
      isSingel: true,
      title: '选择负责人',
    }),
  );
  await page.getByRole('button', { name: /^从列表中选择负责人/ }).click();
  const dialog = page.getByRole('dialog', { name: '选择负责人' });
  await expect(dialog.getByRole('option').first()).toBeVisible();
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(390);
  await dialog.getByRole('button', { name: /^部门：/ }).click();
  await dialog.getByRole('treeitem', { name: '信息技术部' }).click();
  await dialog.getByRole('option', { name: /陆知行/ }).click();
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('combobox')).toHaveValue('陆知行');
});
