import { postMessages, type DemoSeed, type OutboxEvent } from '../kernel/index.ts';
import { DEMO_ACCOUNTS } from '../upm/index.ts';

type Account = (typeof DEMO_ACCOUNTS)[number];
type Said = Omit<OutboxEvent & { topic: 'message' }, 'topic'>['payload'];

/** Objects of the demo, as bizmeta calls them. */
const OBJECTS = { contact: '联系人', opportunity: '商机', customer: '客户' } as const;
const designer = (apiName: keyof typeof OBJECTS): Record<string, string> => ({
  path: `/build.html#/object/${apiName}`,
});

/** What happened to each account that people sign in with, as its senders would say it. */
function saidTo({ title, dept }: Account): Omit<Said, 'userIds' | 'fromUserId'>[] {
  const own: Omit<Said, 'userIds' | 'fromUserId'>[] = [
    { typeCode: 'user_mod', content: `你已加入“${dept}”` },
    { typeCode: 'role_add', content: `你获得了角色“${title}”`, handlerParams: { roleName: title } },
  ];
  if (title === '普通用户') return own;
  const made = (['contact', 'opportunity'] as const).map((name) => ({
    typeCode: 'bus_tem_add',
    content: `业务表“${OBJECTS[name]}”已新建`,
    handlerParams: designer(name),
  }));
  const changed = {
    typeCode: 'bus_tem_mod',
    content: `业务表“${OBJECTS.customer}”已修改`,
    handlerParams: designer('customer'),
  };
  return [...own, ...made, changed];
}

/** Something to read, mark and delete in the boxes of the demo's accounts. */
export async function fillMessages({ db, tenant, adminId }: DemoSeed): Promise<void> {
  const people = await db.asAnonymous<{ id: string; account: string }>(
    'select id, account from upm.app_user where account = any($1)',
    [DEMO_ACCOUNTS.map(({ account }) => account)],
  );
  const events = people.flatMap(({ id, account }): OutboxEvent[] => {
    const known = DEMO_ACCOUNTS.find((each) => each.account === account);
    return (known ? saidTo(known) : []).map((said) => ({
      topic: 'message',
      payload: { ...said, userIds: [id], fromUserId: adminId },
    }));
  });
  await db.withTenant({ tenant }, (tx) => postMessages(tx, tenant.id, events));
}
