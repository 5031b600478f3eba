import { expect, test, type Person } from './fixtures.ts';

/** A builder at the editor of pages. */
class PageEditor {
  constructor(readonly person: Person) {}
  private get page() {
    return this.person.page;
  }
  private get dialog() {
    return this.page.getByRole('dialog').last();
  }
  get preview() {
    return this.page.getByRole('region', { name: '草稿的预览' });
  }
  line(name: string | RegExp) {
    return this.page.getByRole('tree', { name: '页面结构' }).getByRole('treeitem', { name });
  }

  async opens(key: string): Promise<void> {
    await this.person.goesTo(`/build.html#/page/${key}`);
    await expect(this.page.getByRole('tree', { name: '页面结构' })).toBeVisible();
  }
  /** Selects what is drawn in the preview, and waits for its settings. */
  async picks(text: string | RegExp, widget: string): Promise<void> {
    await this.preview.getByText(text).first().click();
    await expect(this.settings.getByText(widget, { exact: true }).first()).toBeVisible();
  }
  get settings() {
    return this.page.getByRole('complementary', { name: '设置' });
  }
  async writes(label: string | RegExp, text: string): Promise<void> {
    await this.settings.getByRole('textbox', { name: label }).fill(text);
  }
  async adds(widget: string): Promise<void> {
    await this.page.getByRole('button', { name: '添加', exact: true }).click();
    await this.dialog.getByLabel('搜索组件').fill(widget);
    await this.dialog.getByRole('button', { name: widget, exact: true }).click();
    await expect(this.page.getByRole('dialog')).toHaveCount(0);
  }
  /** Adds an action to an event of what is selected, from the menu. */
  async addsAction(event: string, action: string): Promise<void> {
    await this.settings.getByRole('tab', { name: /^动作/ }).click();
    await this.settings.getByRole('button', { name: `${event}：添加动作` }).click();
    const menu = this.page.getByRole('dialog', { name: `${event}：添加动作` });
    await menu.getByLabel('搜索动作').fill(action);
    await menu.getByRole('option', { name: action, exact: true }).click();
  }
  /** Chooses in a list of the settings. */
  async picksFrom(label: string | RegExp, option: string | RegExp): Promise<void> {
    await this.settings.getByRole('combobox', { name: label }).click();
    await this.page.getByRole('option', { name: option }).click();
  }
  async isSaved(): Promise<void> {
    await expect(this.page.getByText('已保存', { exact: true })).toBeVisible();
  }
  async asksToPublish(): Promise<void> {
    await this.page.getByRole('button', { name: '发布', exact: true }).click();
  }
  async publishes(note: string): Promise<void> {
    await this.asksToPublish();
    await this.dialog.getByLabel('说明').fill(note);
    await this.dialog.getByRole('button', { name: '发布', exact: true }).click();
    await this.person.sees(/已发布第 \d+ 版/);
    await expect(this.page.getByRole('dialog')).toHaveCount(0);
  }
  async opensHistory(): Promise<void> {
    await this.page.getByRole('button', { name: '历史', exact: true }).click();
    await expect(this.revisions.first()).toBeVisible();
  }
  get revisions() {
    return this.page.getByRole('list', { name: '发布历史' }).getByRole('listitem');
  }
  async restores(text: string | RegExp): Promise<void> {
    await this.revisions
      .filter({ hasText: text })
      .first()
      .getByRole('button', { name: '恢复这一版' })
      .click();
    await this.dialog.getByRole('button', { name: '恢复', exact: true }).click();
    await this.person.sees(/已恢复，作为第 \d+ 版发布/);
  }
}

/** The draft on the server now has this text: what is written here is saved a moment later. */
async function isStored(person: Person, key: string, text: string): Promise<void> {
  const tab = await person.opensTab(`/build.html#/page/${key}/preview`);
  await expect(async () => {
    await tab.page.reload();
    await expect(tab.page.getByText(text, { exact: true })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await tab.page.close();
}
/** Finds a page in the list, and does one of the things its menu offers. */
async function chooses(person: Person, key: string, deed: string) {
  await person.goesTo('/build.html#/pages');
  await person.page.getByLabel('搜索页面').fill(key);
  const row = person.page
    .getByRole('list', { name: '页面' })
    .getByRole('listitem')
    .filter({ hasText: key });
  await row.getByRole('button', { name: /的更多操作$/ }).click();
  await person.page.getByRole('menuitem', { name: deed }).click();
  return row;
}
async function deletes(person: Person, key: string): Promise<void> {
  const row = await chooses(person, key, '删除');
  await agrees(person, '删除');
  await expect(row).toHaveCount(0);
}
async function creates(person: Person, title: string, key: string): Promise<void> {
  await person.goesTo('/build.html#/pages');
  await person.page.getByRole('button', { name: '新建页面' }).click();
  await person.page.getByLabel('页面名称').fill(title);
  await person.page.getByLabel('页面标识').fill(key);
  await person.page.getByRole('button', { name: '创建', exact: true }).click();
  await expect(person.page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}
/** Says yes in the question that is asked. */
const agrees = (person: Person, name: string) =>
  person.page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

test('a system page is changed, previewed and published; its readers see it, its history says what changed, and an earlier version comes back', async ({
  person,
  colleague,
}) => {
  test.slow();
  await person.isSignedIn('builder');
  await person.goesTo('/main');
  await colleague.isSignedIn('user');
  await colleague.goesTo('/main');
  const editor = new PageEditor(person);
  const words = `今天也顺利 ${Date.now()}`;

  await test.step('picks a text in the preview and writes another one', async () => {
    await editor.opens('main.home');
    await editor.picks(/青屿家纺（示例）/, '文字');
    await editor.writes('文字（text）', `${words}，{user.realName}`);
    await expect(editor.preview.getByText(words)).toBeVisible();
    await editor.isSaved();
  });
  await test.step('no one else sees the draft; a window of its own shows it', async () => {
    await colleague.goesTo('/main');
    await colleague.sees(/青屿家纺（示例）/);
    await expect(colleague.page.getByText(words)).toHaveCount(0);
    const opened = person.page.context().waitForEvent('page');
    await person.page.getByRole('button', { name: '预览', exact: true }).click();
    const preview = await opened;
    await expect(preview.getByText(words)).toBeVisible();
    await preview.close();
  });
  await test.step('publishes with a note; the end user sees it', async () => {
    await editor.publishes('换个问候');
    await colleague.goesTo('/main');
    await colleague.page.reload();
    await colleague.sees(new RegExp(words));
  });
  await test.step('the history says who, why and what, and compares', async () => {
    await editor.opensHistory();
    await expect(editor.revisions.first()).toContainText('换个问候');
    await expect(editor.revisions.first()).toContainText(words);
    await editor.revisions.first().getByRole('button', { name: '对比' }).click();
    // Both renderings first, the documents at hand.
    const comparing = person.page.getByRole('dialog').last();
    await expect(
      comparing.getByRole('region', { name: /^第 \d+ 版$/ }).getByText(words),
    ).toBeVisible();
    await comparing.getByRole('radio', { name: 'JSON', exact: true }).click();
    const compared = person.page.getByRole('region', { name: 'JSON 对比' });
    await expect(compared.locator('.cm-content').last()).toContainText(words);
    await person.page.getByRole('dialog').last().getByRole('button', { name: '关闭' }).click();
    await expect(compared).toHaveCount(0);
    await person.page.getByRole('dialog').last().getByRole('button', { name: '关闭' }).click();
  });
  await test.step('publishes once more and restores the version before', async () => {
    await editor.picks(new RegExp(words), '文字');
    await editor.writes('文字（text）', '又改了一次');
    await editor.isSaved();
    await editor.publishes('再改');
    await editor.opensHistory();
    await editor.restores('换个问候');
    await expect(editor.revisions.first()).toContainText(/恢复自第 \d+ 版/);
    await colleague.page.reload();
    await colleague.sees(new RegExp(words));
  });
  await test.step('takes the system page back', async () => {
    const row = await chooses(person, 'main.home', '恢复系统版本');
    await agrees(person, '恢复');
    await expect(row.getByText('已改')).toHaveCount(0);
    await colleague.page.reload();
    await colleague.sees(/青屿家纺（示例）/);
  });
});

test('two builders change one page: different changes are merged, and conflicts are asked about', async ({
  person,
  colleague,
}) => {
  test.slow();
  const key = `page.story${Date.now()}`;
  await person.isSignedIn('builder');
  await person.goesTo('/main');
  await colleague.isSignedIn('admin');
  await colleague.goesTo('/main');
  const [mine, theirs] = [new PageEditor(person), new PageEditor(colleague)];

  await test.step('a page is made, with a text on it', async () => {
    await creates(person, '来访登记', key);
    await mine.adds('文字');
    await mine.writes('文字（text）', '欢迎');
    await isStored(person, key, '欢迎');
    await theirs.opens(key);
    await expect(theirs.preview.getByText('欢迎')).toBeVisible();
  });
  await test.step('one changes the text, the other the title: both have both', async () => {
    await mine.writes('文字（text）', '欢迎光临');
    await isStored(person, key, '欢迎光临');
    await theirs.line('来访登记').click();
    await theirs.writes('页面标题', '来访登记表');
    await colleague.sees(/已合并他人的改动/);
    await expect(theirs.preview.getByText('欢迎光临')).toBeVisible();
  });
  await test.step('both change the same text: the later one is shown both and chooses', async () => {
    await mine.writes('文字（text）', '您好');
    await isStored(person, key, '您好');
    await expect(person.page.getByRole('heading', { level: 1, name: '来访登记表' })).toBeVisible();
    await theirs.picks('欢迎光临', '文字');
    await theirs.writes('文字（text）', '请登记');
    await colleague.sees('有 1 处改动冲突');
    await expect(theirs.preview.getByText('请登记')).toBeVisible();
    await colleague.page.getByRole('button', { name: '逐个选择' }).click();
    const dialog = colleague.page.getByRole('dialog');
    await expect(dialog).toContainText('您好');
    await expect(dialog).toContainText('请登记');
    await expect(dialog.getByRole('button', { name: '保存选择' })).toBeDisabled();
    await dialog.getByText('保留我的', { exact: true }).click();
    await dialog.getByRole('button', { name: '保存选择' }).click();
    await theirs.isSaved();
    await mine.opens(key);
    await person.page.reload();
    await expect(mine.preview.getByText('请登记')).toBeVisible();
  });
  await test.step("an unused page of one's own is deleted", () => deletes(person, key));
});

test('a page is built with keys: added, moved, deleted, undone; what cannot be published is named', async ({
  person,
}) => {
  const key = `page.keys${Date.now()}`;
  await person.isSignedIn('builder');
  await person.goesTo('/main');
  await creates(person, '按键', key);
  const editor = new PageEditor(person);
  const order = () => editor.preview.locator('text=/^(甲|乙)$/').allTextContents();
  for (const text of ['甲', '乙']) {
    await editor.adds('文字');
    await editor.writes('文字（text）', text);
    await expect(editor.preview.getByText(text, { exact: true })).toBeVisible();
  }
  await expect.poll(order).toEqual(['甲', '乙']);

  await test.step('moves a node with Alt and an arrow, takes it away with Delete, and undoes both', async () => {
    await editor.line('乙').click();
    await person.page.keyboard.press('Alt+ArrowUp');
    await expect.poll(order).toEqual(['乙', '甲']);
    await person.page.keyboard.press('Delete');
    await expect.poll(order).toEqual(['甲']);
    await person.page.keyboard.press('Control+z');
    await expect.poll(order).toEqual(['乙', '甲']);
    await person.page.keyboard.press('Control+z');
    await expect.poll(order).toEqual(['甲', '乙']);
    await person.page.keyboard.press('Control+Shift+z');
    await expect.poll(order).toEqual(['乙', '甲']);
  });
  await test.step('a field without what it is bound to keeps the page from being published, and is found from the list', async () => {
    await editor.adds('字段');
    await expect(person.page.getByRole('button', { name: /^\d+ 个问题$/ })).toBeVisible();
    await editor.asksToPublish();
    const dialog = person.page.getByRole('dialog').last();
    await expect(dialog.getByText(/还不能发布/)).toBeVisible();
    await expect(dialog.getByRole('button', { name: '发布', exact: true })).toBeDisabled();
    await dialog.getByRole('button', { name: '看看是哪些' }).click();
    await person.page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: '去看看' })
      .first()
      .click();
    await expect(editor.line('字段')).toHaveAttribute('aria-selected', 'true');
  });
  await test.step('the draft is given up', async () => {
    await person.page.getByRole('button', { name: '更多操作' }).click();
    await person.page.getByRole('menuitem', { name: '放弃草稿' }).click();
    await agrees(person, '放弃');
    await expect(editor.line('乙')).toHaveCount(0);
    await deletes(person, key);
  });
});

test('a button gets its actions from a menu and a page from a list, and does them once it is published', async ({
  person,
}) => {
  const stamp = Date.now();
  const [key, other] = [`page.start${stamp}`, `page.goal${stamp}`];
  await person.isSignedIn('builder');
  await person.goesTo('/main');
  const editor = new PageEditor(person);
  const actions = () =>
    editor.settings.getByRole('list', { name: '点击' }).getByRole('button', { expanded: false });

  await test.step('a page to go to, and one to go from', async () => {
    await creates(person, `目的地 ${stamp}`, other);
    await editor.adds('文字');
    await editor.writes('文字（text）', '到了');
    await editor.isSaved();
    await editor.publishes('目的地');
    await creates(person, `出发地 ${stamp}`, key);
    await editor.adds('按钮');
    await editor.writes('文字（text）', '出发');
  });
  await test.step('the page to go to is chosen by its name', async () => {
    await editor.addsAction('点击', '前往页面');
    await editor.picksFrom(/（to）$/, new RegExp(`目的地 ${stamp}`));
    await expect(editor.settings.getByRole('list', { name: '点击' })).toContainText(
      `/page/goal${stamp}`,
    );
  });
  await test.step('an action is moved with keys, taken away, and both are undone', async () => {
    await editor.addsAction('点击', '返回');
    await person.page.keyboard.press('Alt+ArrowUp');
    await expect(actions().last()).toContainText('前往页面');
    await person.page.keyboard.press('Delete');
    await expect(editor.settings.getByText('返回', { exact: true })).toHaveCount(0);
    await person.page.keyboard.press('Control+z');
    await expect(editor.settings.getByText('返回', { exact: true })).toBeVisible();
    await editor.settings.getByRole('button', { name: '移除 返回' }).click();
    await editor.isSaved();
  });
  await test.step('published, the button leads there', async () => {
    await editor.publishes('出发');
    await person.goesTo(`/page/start${stamp}`);
    await person.page.getByRole('button', { name: '出发', exact: true }).click();
    await person.sees('到了');
  });
  await test.step('both are deleted', async () => {
    await deletes(person, key);
    await deletes(person, other);
  });
});
