import { postMessage, type DemoSeed, type MessageEvent } from '../kernel/index.ts';

/**
 * What the demo's administrator, builder and user find in their boxes, so that there is something
 * to read, mark and delete.
 */
const EVENTS: readonly Omit<MessageEvent, 'userIds' | 'fromUserId'>[] = [
  { typeCode: 'user_mod', content: '你的主要部门已改为“华东销售部”' },
  {
    typeCode: 'role_add',
    content: '新增了角色“区域经理”，你是其成员',
    handlerParams: { roleName: '区域经理' },
  },
  {
    typeCode: 'bus_tem_mod',
    content: '业务表“客户”增加了字段“信用等级”',
    handlerParams: { path: '/main' },
  },
  {
    typeCode: 'role_mod',
    content: '角色“区域经理”的功能权限已调整：可以查看登录日志和操作日志',
    handlerParams: { roleName: '区域经理' },
  },
  { typeCode: 'user_add', content: '新同事已加入客户服务部' },
];
/** Only the three accounts that people sign in with have a box worth filling. */
const ACCOUNTS = ['admin', 'builder', 'user'];

export async function fillMessages({ db, tenant, adminId }: DemoSeed): Promise<void> {
  const people = await db.asAnonymous<{ id: string }>(
    'select id from upm.app_user where account = any($1)',
    [ACCOUNTS],
  );
  const userIds = people.map(({ id }) => id);
  await db.withTenant({ tenant }, async (tx) => {
    for (const event of EVENTS)
      await postMessage(tx, tenant.id, 'message', { ...event, userIds, fromUserId: adminId });
  });
}
