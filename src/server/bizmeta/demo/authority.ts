import type { GroupMembers, ObjectGrant, RecordOp, RecordScope } from '../../../contract/index.ts';
import type { DemoSeed, TenantTx } from '../../kernel/index.ts';
import { configureAccess } from '../authority/config.ts';
import { PRESETS } from '../authority/presets.ts';
import { createGroup } from '../authority/save.ts';
import { Catalog } from '../meta/catalog.ts';

/** Who sees what in the demo: the objects of 客户管理, closed, and five groups of people. */
interface DemoGroup {
  readonly name: string;
  readonly members: GroupMembers;
  readonly objects: Readonly<Record<string, ObjectGrant>>;
}

const CLOSED = ['customer', 'contact', 'opportunity', 'salesOrder', 'orderLine', 'contract'];
const LOOKING: RecordOp[] = ['view', 'changeLog', 'comment', 'print', 'export'];

const preset = (key: string): ObjectGrant => PRESETS.find((each) => each.key === key)!.grant;
const everywhere = (grant: ObjectGrant): DemoGroup['objects'] =>
  Object.fromEntries(CLOSED.map((name) => [name, grant]));
/** What salespeople do with records that they own, or that belong to one they see. */
const managing = (view: RecordScope): ObjectGrant => ({
  ops: preset('manageOwn').ops,
  scope: { view },
});
const selling = (view: RecordScope): DemoGroup['objects'] => ({
  ...everywhere(managing(view)),
  contact: managing({ through: 'customer' }),
  orderLine: managing({ through: 'order' }),
});

/** The accounts reach what they are called for, so that each sees something else. */
function groupsOf({ accounts, depts }: DemoSeed): DemoGroup[] {
  const dept = (title: string): GroupMembers => ({ deptIds: [depts.get(title)!] });
  return [
    {
      name: '销售总监',
      members: { userIds: [accounts.get('user')!] },
      objects: everywhere(preset('manageAll')),
    },
    {
      name: '销售主管',
      members: { dynamic: ['deptOwners'] },
      objects: selling('ledDepts'),
    },
    { name: '销售', members: dept('销售中心'), objects: selling('self') },
    {
      name: '财务',
      members: dept('财务部'),
      objects: {
        customer: { ops: LOOKING, fields: { tel: 'masked', email: 'masked', '*': 'read' } },
        salesOrder: { ops: [...LOOKING, 'edit'], fields: { paid: 'write', '*': 'read' } },
        orderLine: { ops: LOOKING, fields: { '*': 'read' } },
        contract: { ops: LOOKING, fields: { '*': 'read' } },
      },
    },
    {
      name: '仓库',
      members: dept('供应链部'),
      objects: {
        customer: {
          ops: ['view'],
          fields: { name: 'read', code: 'read', address: 'read', tel: 'read', '*': 'none' },
        },
        salesOrder: {
          ops: [...LOOKING, 'edit'],
          fields: {
            status: 'write',
            deliverAt: 'write',
            amount: 'none',
            paid: 'none',
            contract: 'none',
            '*': 'read',
          },
        },
        orderLine: {
          ops: ['view'],
          fields: { price: 'none', discount: 'none', amount: 'none', '*': 'read' },
        },
      },
    },
  ];
}

async function closeObjects(tx: TenantTx): Promise<void> {
  for (const objectApiName of CLOSED)
    await configureAccess(tx, { objectApiName, defaultAccess: 'none' });
}

/** A demo company of an earlier version, which has not these accounts, stays open. */
export async function seedAuthority(seed: DemoSeed): Promise<void> {
  if (!seed.accounts.has('sales')) return;
  seed.progress('写入示例的数据权限');
  const catalog = new Catalog(seed.db);
  await seed.db.withTenant(seed, async (tx) => {
    const [app] = await tx.query<{ id: string }>(
      `SELECT app_id AS id FROM bizmeta.object WHERE tenant_id = $1 AND api_name = $2`,
      [tx.tenant.id, CLOSED[0]],
    );
    for (const { name, members, objects } of groupsOf(seed))
      await createGroup(
        { tx, catalog, userId: seed.adminId },
        { scopeType: 'app', scopeId: app!.id, name, members, grants: { objects: { ...objects } } },
      );
    await closeObjects(tx);
  });
}
