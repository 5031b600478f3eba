import { expect, test } from './fixtures.ts';
import { fitsTheScreen, isAccessible } from './reader.ts';

test('an administrator looks at the company as a salesperson does, changes nothing, and is back', async ({
  person,
}) => {
  const { page } = person;
  await person.isSignedIn('admin');
  await person.goesTo('/build.html#/access');
  await page.getByRole('tab', { name: '按人查看' }).click();
  await page.getByRole('combobox').first().click();
  await page.keyboard.type('江月白');
  await page
    .getByRole('option', { name: /江月白/ })
    .first()
    .click();
  await person.sees(/可对本人的做全部操作/);
  await isAccessible(person);
  await page.getByRole('button', { name: '以此人身份查看' }).click();
  await page.getByRole('dialog').getByRole('button').last().click();

  await person.sees('正在以「江月白」的身份查看，只读');
  await expect(page.getByText(/^共 \d+ 条$/).first()).toBeVisible();
  await isAccessible(person);
  await page.setViewportSize({ width: 390, height: 844 });
  await fitsTheScreen(person);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: '退出查看' }).click();
  await person.sees('你好，顾望舒');
  await expect(page.getByText(/正在以/)).toHaveCount(0);
});

test('from the page of a member, also where a page is alone, until the time is up', async ({
  person,
}) => {
  const { page } = person;
  await page.clock.install();
  await person.isSignedIn('admin');
  await person.goesTo('/platform/user/user');
  await page.getByRole('searchbox').last().fill('江月白');
  await page.getByRole('gridcell', { name: '江月白' }).first().click();
  await page.getByRole('button', { name: '以此人身份查看' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '开始查看' }).click();
  await person.sees('正在以「江月白」的身份查看，只读');
  await person.goesTo('/404');
  await person.sees('正在以「江月白」的身份查看，只读');
  await isAccessible(person);
  await page.clock.fastForward('31:00');
  await person.sees(/以他人的身份查看的时间已到/);
  await page.getByRole('dialog').getByRole('button').last().click();
  await expect(page.getByText(/正在以/)).toHaveCount(0);
  await person.goesTo('/main');
  await person.sees('你好，顾望舒');
});
