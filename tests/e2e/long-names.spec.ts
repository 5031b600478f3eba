import { expect, test, type Person } from './fixtures.ts';

const LONG = '华东大区战略客户全生命周期经营管理与多渠道协同服务一体化平台二〇二六年度试运行版本';

/** The person's next pages know them by a very long name. */
async function hasLongName({ page }: Person): Promise<void> {
  await page.route('**/upm/region/profile/summary*', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { user: { realName: string } } };
    answer.data.user.realName = LONG;
    await route.fulfill({ response, json: answer });
  });
}

for (const width of [1440, 390]) {
  test(`a very long name leaves the header in one row and its menu on a screen of ${width}`, async ({
    person,
  }) => {
    const { page } = person;
    await page.setViewportSize({ width, height: 844 });
    await person.isSignedIn('admin');
    await person.goesTo('/main');
    await hasLongName(person);
    await page.reload();
    await person.readsHeading(`你好，${LONG}`);
    const header = page.locator('header').first();
    const me = page.getByRole('button', { name: '用户菜单' });
    await expect.poll(async () => (await header.boundingBox())?.height).toBe(56);
    await expect
      .poll(async () => {
        const [bell, avatar] = await Promise.all([
          page.getByRole('button', { name: '我的消息' }).boundingBox(),
          me.boundingBox(),
        ]);
        return bell && avatar
          ? [bell, avatar].every(
              (box) => box.y >= 0 && box.y + box.height <= 56 && box.x + box.width <= width,
            )
          : false;
      })
      .toBe(true);
    await me.click();
    await expect
      .poll(async () => {
        const box = await page.getByRole('menu', { name: '用户菜单' }).boundingBox();
        return box ? box.x >= 0 && box.x + box.width <= width : false;
      })
      .toBe(true);
  });
}
