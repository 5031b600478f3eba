import { expect, test, type Person } from './fixtures.ts';

/** Opens a page as a person who typed its address, and waits for its heading. */
async function opens(person: Person, path: string): Promise<void> {
  await person.goesTo(path);
  await expect(person.page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
}
const preview = (person: Person) => person.page.getByRole('region', { name: '运行中的示例' });

test('what is changed in the settings shows in the example, and an event is logged', async ({
  person,
}) => {
  await person.isSignedIn('builder');
  await person.goesTo('/main');
  await opens(person, '/playground/button');
  await person.page.getByLabel('文字（text）').fill('新建订单');
  const button = preview(person).getByRole('button', { name: '新建订单' });
  await button.click();
  await person.page.getByRole('tab', { name: /^事件记录/ }).click();
  await person.sees(/^click · /);
  await person.page.getByRole('tab', { name: '页面 JSON' }).click();
  await person.sees('新建订单');
  await person.page
    .getByRole('button', { name: '停用', exact: true })
    .or(person.page.getByRole('checkbox', { name: '停用' }))
    .first()
    .click();
  // A button that was pressed rests for a moment, too: disabled is more.
  await expect(button).toHaveAttribute('disabled');
});

test('the list of widgets is searched by name', async ({ person }) => {
  await person.isSignedIn('builder');
  await person.goesTo('/main');
  await opens(person, '/playground');
  await person.page.getByLabel('搜索组件').fill('kanban');
  await expect(person.page.getByRole('navigation').getByRole('link', { name: '页签' })).toHaveCount(
    0,
  );
  await person.page
    .getByRole('complementary', { name: '组件与示例' })
    .or(person.page.getByRole('navigation', { name: '组件与示例' }))
    .getByRole('link', { name: '看板' })
    .click();
  await person.readsHeading('看板');
});

test('the playground is closed to those who do not build', async ({ person }) => {
  await person.isSignedIn('user');
  await person.goesTo('/playground');
  await person.sees('没有访问此处的权限');
});
