import type { NestedFlowNode } from '../../src/contract/index.ts';
import { expect, test, type Person } from './fixtures.ts';
import { callAsAdministrator } from './administrator.ts';
import { answers, named } from './flow-designer.ts';
import { fitsTheScreen, isAccessible } from './reader.ts';

const PEOPLE = ['builder', 'finance', 'warehouse', 'user', 'sales', 'admin'] as const;
type Account = (typeof PEOPLE)[number];

/** The calls of everybody in these stories, and an approval of stamps that was published for them. */
async function office(person: Person) {
  const calls = {} as Record<Account, Awaited<ReturnType<typeof callAsAdministrator>>>;
  for (const account of PEOPLE) calls[account] = await callAsAdministrator(person, account);
  const by = (account: Account) => [{ strategy: 30, param: [calls[account].userId] }] as const;
  return {
    calls,
    /** Publishes an approval; answers how to start one, which answers its id. */
    async publishes(name: string, first: NestedFlowNode, managers: readonly Account[] = []) {
      const { id } = await calls.builder('bpm.template.commit', {
        template: {
          name,
          objectApiName: 'officeSeal',
          settings: { managers: managers.map((each) => calls[each].userId) },
        },
        nodes: { id: 'start', type: 'start', next: first } as NestedFlowNode,
      });
      return async () =>
        (
          await calls.sales('bpm.work.start', {
            templateId: id,
            record: { title: name, seal: 'company', copies: 1 },
          })
        ).instanceId;
    },
    /** Approvals one after the other, each by one person. */
    chain: (...nodes: readonly [string, Account, object?][]): NestedFlowNode =>
      nodes.reduceRight(
        (next, [title, account, more]) => ({
          id: `by${account}`,
          type: 'approve',
          name: title,
          candidates: by(account),
          ...more,
          next,
        }),
        { id: 'end', type: 'end' } as object,
      ) as NestedFlowNode,
  };
}

/** Picks a colleague in the dialog of an operation. */
const picks =
  ({ page }: Person, label: string, name: string) =>
  async (dialog: ReturnType<Person['page']['getByRole']>): Promise<void> => {
    const box = dialog.getByRole('combobox', { name: label });
    await box.fill(name);
    await page.getByRole('option', { name }).first().click();
    if ((await box.getAttribute('aria-expanded')) === 'true') await box.press('Escape');
  };
const opens = async (person: Person, instanceId: string): Promise<void> => {
  await person.goesTo(`/main/workflow/instance/${instanceId}`);
  await expect(person.page.getByRole('heading', { level: 2 }).first()).toBeVisible();
};
const history = async (person: Person) => {
  await person.page.getByRole('tab', { name: /^经过/ }).click();
  return person.page.getByRole('list', { name: '经过' });
};
/** The number at 流程 in the side menu. */
const badge = async ({ page }: Person): Promise<number> =>
  Number(/\d+/.exec(await page.getByRole('navigation', { name: '主菜单' }).innerText())?.[0] ?? 0);

test('an administrator intervenes: suspends, resumes, jumps, reassigns and cancels, each with a reason', async ({
  person,
  colleague,
}) => {
  test.slow();
  const { page } = person;
  await person.isSignedIn('admin');
  const { publishes, chain } = await office(person);
  const name = named('管章');
  const start = await publishes(name, chain(['初审', 'builder'], ['复审', 'finance']));
  await start();
  const title = `江月白的${name}`;
  const row = page.getByRole('row').filter({ hasText: title });
  const drawer = page.getByRole('dialog', { name: '流程实例' });
  const inRow = async (item: string, dialogName: string, ok: string, reason: string) => {
    await row.getByRole('button', { name: `${title}的更多操作` }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: dialogName });
    await expect(dialog).toContainText(title);
    await dialog.getByRole('textbox', { name: /^原因/ }).fill(reason);
    await dialog.getByRole('button', { name: ok, exact: true }).click();
    await expect(dialog).toBeHidden();
  };

  await test.step('it is found, suspended and resumed from the list', async () => {
    await person.goesTo('/platform/workflow/instance');
    await page.getByRole('textbox', { name: '查找流程实例' }).fill(name);
    await expect(row).toContainText('初审');
    await expect(page.getByRole('row')).toHaveCount(2);
    await isAccessible(person);
    await inRow('暂停', '暂停流程', '暂停', '等法务确认');
    await expect(row).toContainText('已暂停');
    await colleague.isSignedIn('builder');
    await colleague.goesTo('/main/workflow/todo');
    await colleague.page.getByText(title, { exact: true }).first().click();
    await colleague.sees('已暂停');
    await expect(colleague.page.getByRole('button', { name: '同意', exact: true })).toBeHidden();
    await inRow('恢复', '恢复流程', '恢复', '法务已确认');
    await expect(row).toContainText('审批中');
  });
  await test.step('it jumps past a node, and is given to someone else', async () => {
    await row.getByText(title).click();
    await answers(person, '跳转', async (dialog) => {
      await dialog.getByRole('button', { name: '选择节点' }).click();
      await page.getByRole('menuitem', { name: '复审' }).click();
      await dialog.getByRole('textbox', { name: '意见' }).fill('初审人出差');
    });
    await answers(person, '改派', async (dialog) => {
      await expect(dialog).toContainText('方砚秋（复审）');
      await picks(person, '交给', '韩一川')(dialog);
      await dialog.getByRole('textbox', { name: '意见' }).fill('财务在封账');
    });
    await drawer.getByRole('button', { name: '关闭', exact: true }).click();
    await expect(row).toContainText('韩一川');
    await colleague.isSignedIn('warehouse');
    await colleague.goesTo('/main/workflow/todo');
    await expect(colleague.page.getByText(title, { exact: true }).first()).toBeVisible();
  });
  await test.step('it is cancelled; its history says why', async () => {
    await inRow('取消', '取消流程', '取消流程', '合同不签了');
    await expect(row).toContainText('已终止');
    await row.getByText(title).click();
    const events = await history(person);
    for (const reason of ['等法务确认', '法务已确认', '初审人出差', '财务在封账', '合同不签了'])
      await expect(events).toContainText(reason);
  });
});

test('people a template names as its managers look after what runs by it', async ({ person }) => {
  const { page } = person;
  await person.isSignedIn('admin');
  const { publishes, chain, calls } = await office(person);
  const name = named('责章');
  const nodes = chain(['初审', 'builder']);
  const start = await publishes(name, nodes, ['warehouse']);
  const instanceId = await start();
  await calls.admin('bpm.process.operate', { instanceId, op: 'suspend', opinion: '等确认' });
  const title = `江月白的${name}`;
  const tab = page.getByRole('tab', { name: '我管理的' });

  await test.step('others have no such list', async () => {
    await person.isSignedIn('user');
    await person.goesTo('/main/workflow/managed');
    await person.sees('没有由你管理的流程');
    await expect(page.getByRole('tab', { name: '待处理' })).toBeVisible();
    await expect(tab).toBeHidden();
  });
  await test.step('a manager finds the suspended one and resumes it', async () => {
    await person.isSignedIn('warehouse');
    await person.goesTo('/main/workflow/todo');
    await tab.click();
    await person.isAt(/^\/main\/workflow\/managed/);
    await page.getByRole('textbox', { name: '查找流程' }).fill(name);
    const row = page.getByRole('row').filter({ hasText: title });
    await expect(row).toContainText('已暂停');
    await expect(page.getByRole('row')).toHaveCount(2);
    await isAccessible(person);
    await row.getByText(title).click();
    await answers(person, '恢复', (dialog) =>
      dialog.getByRole('textbox', { name: '意见' }).fill('已确认'),
    );
    await page
      .getByRole('dialog', { name: '流程实例' })
      .getByRole('button', { name: '关闭', exact: true })
      .click();
    await expect(row).toContainText('审批中');
  });
  await test.step('the statistics of the template are theirs too, on a phone as well', async () => {
    await page.getByRole('tab', { name: '统计' }).click();
    await expect(page.getByRole('list', { name: '各节点的等待' })).toBeVisible();
    await isAccessible(person);
    await page.setViewportSize({ width: 390, height: 844 });
    await fitsTheScreen(person);
    await page.getByRole('tab', { name: '实例' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: title }).first()).toBeVisible();
    await fitsTheScreen(person);
  });
});

test('what else an approver may do: add signers, delegate, copy, take back; who asked urges', async ({
  person,
  colleague,
}) => {
  test.slow();
  await person.isSignedIn('builder');
  await colleague.isSignedIn('admin');
  const { publishes, chain } = await office(person);
  const name = named('会章');
  const start = await publishes(name, chain(['初审', 'builder'], ['复审', 'admin']));
  await colleague.goesTo('/main/workflow/todo');
  await expect.poll(() => badge(colleague)).toBeGreaterThan(0);
  const before = await badge(colleague);
  const instanceId = await start();
  const title = `江月白的${name}`;

  await test.step('one before him is asked first: the number in the menu and a message say so', async () => {
    await opens(person, instanceId);
    await answers(person, '前加签', async (dialog) => {
      await picks(person, '加签给', '顾望舒')(dialog);
      await dialog.getByRole('textbox', { name: '意见' }).fill('请先看');
    });
    await expect.poll(() => badge(colleague)).toBe(before + 1);
    await colleague.page.getByRole('button', { name: '我的消息' }).click();
    await colleague.sees(`“${title}”等待你处理`);
    await colleague.page.keyboard.press('Escape');
    await opens(colleague, instanceId);
    await answers(colleague, '同意');
    await expect.poll(() => badge(colleague)).toBe(before);
  });
  await test.step('one after him; he approves and takes it back', async () => {
    await opens(person, instanceId);
    await answers(person, '后加签', (dialog) => picks(person, '加签给', '许清和')(dialog));
    await answers(person, '委派', (dialog) => picks(person, '交给', '韩一川')(dialog));
    await colleague.isSignedIn('warehouse');
    await opens(colleague, instanceId);
    await answers(colleague, '同意', (dialog) =>
      dialog.getByRole('textbox', { name: '意见' }).fill('我看过了'),
    );
    await opens(person, instanceId);
    await expect(await history(person)).toContainText('我看过了');
    await answers(person, '同意');
    await colleague.isSignedIn('user');
    await opens(colleague, instanceId);
    await answers(colleague, '同意');
    await opens(person, instanceId);
    await answers(person, '撤回我的审批');
    await answers(person, '抄送', (dialog) => picks(person, '抄送给', '韩一川')(dialog));
    await answers(person, '同意');
  });
  await test.step('a copy is unread in its list until it is read', async () => {
    await colleague.isSignedIn('warehouse');
    await colleague.goesTo('/main/workflow/cc');
    const line = colleague.page.getByRole('listitem').filter({ hasText: title }).first();
    await expect(line.getByLabel('未读')).toBeVisible();
    await line.getByText(title).click();
    await expect(line.getByLabel('未读')).toBeHidden();
  });
  await test.step('who asked urges once, and is not offered it again at once', async () => {
    await colleague.isSignedIn('sales');
    await opens(colleague, instanceId);
    await answers(colleague, '催办', (dialog) =>
      dialog.getByRole('textbox', { name: '意见' }).fill('客户在等'),
    );
    const again = colleague.page.getByRole('button', { name: '催办', exact: true });
    await expect(again).toBeHidden();
    await colleague.isSignedIn('admin');
    await colleague.goesTo('/main/workflow/todo');
    const line = colleague.page.getByRole('listitem').filter({ hasText: title }).first();
    await expect(line.getByText('催办')).toBeVisible();
  });
});

test('who asks takes it back before it is decided; a flow that is often used is a favourite', async ({
  person,
  colleague,
}) => {
  const { page } = person;
  await person.isSignedIn('sales');
  const { publishes, chain } = await office(person);
  const name = named('收章');
  const start = await publishes(name, chain(['初审', 'builder']));
  const instanceId = await start();
  const title = `江月白的${name}`;
  await opens(person, instanceId);
  await answers(person, '撤回', (dialog) =>
    dialog.getByRole('textbox', { name: '意见' }).fill('写错了'),
  );
  await person.sees('已撤回');
  await colleague.isSignedIn('builder');
  await colleague.goesTo('/main/workflow/todo');
  await colleague.page.getByRole('button', { name: '我的消息' }).click();
  await colleague.sees(`“${title}”已被发起人撤回`);

  await person.goesTo('/main/workflow/start');
  await page
    .getByRole('button', { name: `收藏${name}` })
    .first()
    .click();
  await expect(page.getByRole('list', { name: '收藏的流程' })).toContainText(name);
  await page.reload();
  await expect(page.getByRole('list', { name: '收藏的流程' })).toContainText(name);
});
