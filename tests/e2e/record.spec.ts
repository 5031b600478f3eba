import { Buffer } from 'node:buffer';
import { expect, test } from './fixtures.ts';
import { fitsTheScreen, isAccessible, Reader } from './reader.ts';

// Each test signs in by itself and touches records of its own.
test.describe.configure({ mode: 'parallel' });

test('a record is read, changed in place, discussed and followed, without leaving the list', async ({
  person,
}) => {
  const { page } = person;
  const deals = new Reader(page, '商机');
  const name = `门店软装 ${Date.now() % 1_000_000}`;
  await person.isSignedIn('builder');
  await person.goesTo('/main');
  await deals.opensByMenu();

  await test.step('a new one can be opened from the message about it', async () => {
    await deals.startsNew();
    await deals.types('商机名称', name);
    await deals.picks('客户', /./);
    await deals.picks('阶段', '送样确认');
    await deals.picks('负责人', /./);
    await deals.saves();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('link', { name: '查看', exact: true })).toHaveAttribute(
      'href',
      /\/app\/[^/]+\/opportunity\/record\//,
    );
  });
  await test.step('a section is changed whole, saved by its keys', async () => {
    await deals.row(name).getByText(name).click();
    await expect(deals.drawer.getByText(/^第 1 \/ [\d,]+\+? 条$/)).toBeVisible();
    await deals.drawer.getByRole('button', { name: '修改整组：基本信息' }).click();
    const section = deals.drawer.getByRole('group', { name: '编辑基本信息' });
    await section.getByRole('textbox', { name: '预计金额' }).fill('52000');
    await section.getByRole('textbox', { name: '赢率' }).fill('45');
    await page.keyboard.press('Control+Enter');
    await expect(
      deals.drawer.getByRole('definition').filter({ hasText: '¥52,000.00' }),
    ).toBeVisible();
    await expect(deals.drawer.getByRole('definition').filter({ hasText: '45.0%' })).toBeVisible();
  });
  await test.step('going on with something unsaved asks first', async () => {
    await deals.drawer.getByRole('button', { name: '修改整组：基本信息' }).click();
    const title = deals.drawer
      .getByRole('group', { name: '编辑基本信息' })
      .getByRole('textbox', { name: '商机名称' });
    await title.fill('写了一半');
    await deals.drawer.getByRole('button', { name: '下一条' }).click();
    await person.sees('放弃未保存的修改？');
    await page.getByRole('button', { name: '继续编辑' }).click();
    await expect(title).toHaveValue('写了一半');
    await deals.drawer.getByRole('button', { name: '取消', exact: true }).click();
    await page.getByRole('button', { name: '放弃修改' }).click();
    await expect(deals.drawer.getByRole('heading', { name })).toBeVisible();
  });
  await test.step('a comment is counted, and the history describes the changes', async () => {
    await deals.drawer.getByRole('tab', { name: '评论' }).click();
    await deals.drawer.getByRole('textbox', { name: /评论/ }).fill('样品周三寄出');
    await page.keyboard.press('Control+Enter');
    await expect(
      deals.drawer.getByRole('article', { name: /的评论/ }).getByText('样品周三寄出'),
    ).toBeVisible();
    await expect(deals.drawer.getByRole('tab', { name: /评论/ })).toContainText('1');
    await deals.drawer.getByRole('tab', { name: '变更记录' }).click();
    await expect(deals.drawer.getByText('修改了 2 个字段')).toBeVisible();
    await expect(
      deals.drawer.getByRole('list', { name: '今天' }).getByText('¥52,000.00'),
    ).toBeVisible();
  });
});

test('the neighbours of a record go on over the end of a page', async ({ person }) => {
  const { page } = person;
  // No record is written meanwhile, which would move all places.
  const customers = new Reader(page, '客户');
  await person.isSignedIn('user');
  await person.goesTo('/main');
  await customers.opensByMenu();
  await customers.list.hover();
  await page.mouse.wheel(0, 5_000);
  const last = customers.list.locator('[aria-rowindex="21"]').getByRole('gridcell').nth(1);
  await expect(last).toBeInViewport();
  const name = await last.innerText();
  await last.click();
  await expect(customers.drawer.getByText(/^第 20 \//)).toBeVisible();
  await page.keyboard.press('j');
  await expect(customers.drawer.getByText(/^第 21 \//)).toBeVisible();
  await expect(customers.drawer.getByRole('heading', { name })).toHaveCount(0);
  await page.keyboard.press('k');
  await expect(customers.drawer.getByText(/^第 20 \//)).toBeVisible();
  await expect(customers.drawer.getByRole('heading', { name })).toBeVisible();
  await customers.closes();
  await expect(last).toContainText(name);
});

test('what belongs to a record is made there, counted there, and has a space with addresses of its own', async ({
  person,
}) => {
  const { page } = person;
  const customers = new Reader(page, '客户');
  const name = `王采薇 ${Date.now() % 1_000_000}`;
  await person.isSignedIn('user');
  await person.goesTo('/main');
  await customers.opensByMenu();
  await customers.reads(2);
  const tab = customers.drawer.getByRole('tab', { name: /^联系人/ });
  await tab.click();
  const before = Number((await tab.textContent())?.replace(/\D/g, ''));
  await customers.drawer.getByRole('button', { name: '新建联系人' }).click();
  await customers.types('姓名', name);
  await customers.types('手机', '12000000000');
  await customers.saves();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(customers.drawer.getByRole('row').filter({ hasText: name })).toBeVisible();
  await expect(tab).toContainText(String(before + 1));

  await customers.drawer.getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: '打开记录空间' }).click();
  await person.isAt(/^\/appspace\/[^/]+\/customer\/[^/]+$/);
  await expect(
    page.getByRole('grid', { name: '联系人' }).getByRole('row').filter({ hasText: name }),
  ).toBeVisible();
  await page.getByRole('tab', { name: /^商机/ }).click();
  await person.isAt(/^\/appspace\/[^/]+\/customer\/[^/]+\/opportunity$/);
  await page.goBack();
  await expect(page.getByRole('grid', { name: '联系人' })).toBeVisible();
  await isAccessible(person);
});

test('a record fits a phone, and paper', async ({ person }) => {
  const { page } = person;
  const contracts = new Reader(page, '合同');
  await person.isSignedIn('user');
  await person.goesTo('/main');
  await contracts.opensByMenu();
  await contracts.reads(1);
  const [record] = await Promise.all([
    page.context().waitForEvent('page'),
    contracts.drawer.getByRole('button', { name: '在新窗口打开' }).click(),
  ]);
  await expect(record.getByRole('heading', { level: 1 })).not.toBeEmpty();
  await record.emulateMedia({ media: 'print' });
  await expect(record.getByRole('navigation').first()).toBeHidden();
  await expect(record.getByRole('button', { name: '编辑', exact: true })).toBeHidden();
  await expect(record.getByText('供货明细')).toBeVisible();
  const paper = await record.pdf({ format: 'A4' });
  // A contract has more than one sheet: nothing is cut off at the first.
  expect(
    (
      Buffer.from(paper)
        .toString('latin1')
        .match(/\/Type\s*\/Page[^s]/g) ?? []
    ).length,
  ).toBeGreaterThan(1);
  await record.emulateMedia({ media: 'screen' });
  await record.setViewportSize({ width: 390, height: 844 });
  await fitsTheScreen({ ...person, page: record } as typeof person);
});
