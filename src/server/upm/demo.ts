import { v7 as uuid } from 'uuid';
import {
  ROLE_ADMIN,
  ROLE_BUILDER,
  ROLE_USER,
  type Database,
  type DemoSeed,
  type TenantRef,
  type Tx,
} from '../kernel/index.ts';
import { demoNames } from './demo-names.ts';
import { hashPassword } from './identity/password.ts';
import {
  addMember,
  createTenant,
  DEFAULT_REGION,
  insertMember,
  hasTenant,
} from './tenants/tenants.ts';

export const DEMO_PASSWORD = 'Huozi@2026';
const COMPANY = '青屿家纺（示例）';

/**
 * Accounts a visitor may use, and the department each works in. What those after the first three see
 * of the demo's records differs (src/server/bizmeta/demo/authority.ts).
 */
export const DEMO_ACCOUNTS = [
  {
    account: 'admin',
    realName: '顾望舒',
    title: '管理员',
    job: '总经理',
    role: ROLE_ADMIN,
    dept: '总经办',
  },
  {
    account: 'builder',
    realName: '陆知行',
    title: '搭建者',
    job: '主管',
    role: ROLE_BUILDER,
    dept: '信息技术部',
  },
  {
    account: 'user',
    realName: '许清和',
    title: '普通用户',
    job: '销售总监',
    role: ROLE_USER,
    dept: '华东销售部',
    leads: '销售中心',
  },
  {
    account: 'leader',
    realName: '苏念慈',
    title: '普通用户',
    job: '销售主管',
    role: ROLE_USER,
    dept: '华南销售部',
    leads: '华南销售部',
  },
  {
    account: 'sales',
    realName: '江月白',
    title: '普通用户',
    job: '销售',
    role: ROLE_USER,
    dept: '华南销售部',
  },
  {
    account: 'finance',
    realName: '方砚秋',
    title: '普通用户',
    job: '会计',
    role: ROLE_USER,
    dept: '财务部',
  },
  {
    account: 'warehouse',
    realName: '韩一川',
    title: '普通用户',
    job: '库管',
    role: ROLE_USER,
    dept: '供应链部',
  },
] as const;

interface Branch {
  title: string;
  below?: readonly Branch[];
}
const DEPTS: readonly Branch[] = [
  { title: '总经办' },
  {
    title: '销售中心',
    below: [
      { title: '华东销售部' },
      { title: '华南销售部' },
      { title: '华北销售部' },
      { title: '大客户部' },
    ],
  },
  { title: '市场部' },
  { title: '产品研发中心', below: [{ title: '面料研发部' }, { title: '家居设计部' }] },
  {
    title: '生产中心',
    below: [{ title: '织造一厂' }, { title: '织造二厂' }, { title: '品质管理部' }],
  },
  { title: '供应链部' },
  { title: '客户服务部' },
  { title: '财务部' },
  { title: '人力资源部' },
  { title: '信息技术部' },
];
/**
 * A second company in another region, of the accounts that look after the first: something to
 * switch to.
 */
const SECOND = {
  name: '青屿家纺华南公司（示例）',
  region: 'cn-south',
  accounts: ['admin', 'builder'],
  depts: [{ title: '总经办' }, { title: '广州门店' }, { title: '深圳仓库' }],
} as const;
/** Members besides the three accounts; they have no password and cannot sign in. */
const MEMBERS = 29;

/** Writes a branch and what lies below; collects the ids by title, in the order of the tree. */
async function addDepts(
  tx: Tx,
  tenant: TenantRef,
  branches: readonly Branch[],
  parent: string | null,
  ids: Map<string, string>,
): Promise<void> {
  for (const { title, below = [] } of branches) {
    const id = uuid();
    await tx.run(
      'insert into upm.dept (tenant_id, id, parent_id, title, sort) values ($1, $2, $3, $4, $5)',
      [tenant.id, id, parent, title, ids.size],
    );
    ids.set(title, id);
    await addDepts(tx, tenant, below, id, ids);
  }
}

async function addPeople(
  tx: Tx,
  tenant: TenantRef,
  depts: ReadonlyMap<string, string>,
  passwordHash: string,
): Promise<void> {
  const people: Placed[] = [];
  for (const demo of DEMO_ACCOUNTS) {
    const { account, realName, role, dept, job } = demo;
    const deptIds = [depts.get(dept)!];
    const id = await addMember(tx, tenant, {
      account,
      realName,
      passwordHash,
      roles: [role],
      deptIds,
    });
    people.push({ id, dept, job });
    if ('leads' in demo)
      await tx.run(
        'insert into upm.dept_owner (tenant_id, dept_id, user_id, sort) values ($1, $2, $3, 1)',
        [tenant.id, depts.get(demo.leads)!, id],
      );
  }
  // Heads of a centre sit in it; everyone else is spread over the departments.
  const places = [...depts];
  for (const [index, realName] of demoNames(MEMBERS).entries()) {
    const [dept, deptId] = places[index % places.length]!;
    const id = await addMember(tx, tenant, {
      account: `staff${String(index + 1).padStart(2, '0')}`,
      realName,
      passwordHash: null,
      roles: [ROLE_USER],
      deptIds: [deptId],
    });
    people.push({ id, dept });
  }
  await addLines(tx, tenant, people);
}

interface Placed {
  id: string;
  dept: string;
  /** What the accounts of the demo are; the others are what their place makes them. */
  job?: string;
}
const centreOf = (dept: string): string | undefined =>
  DEPTS.find(({ below = [] }) => below.some(({ title }) => title === dept))?.title;

/**
 * Numbers, titles and who reports to whom: the first of a department leads it and reports to who
 * leads its centre, at the top to the first person of all.
 */
async function addLines(tx: Tx, tenant: TenantRef, people: readonly Placed[]): Promise<void> {
  const heads = new Map<string, string>();
  for (const { id, dept } of people) if (!heads.has(dept)) heads.set(dept, id);
  const top = people[0]!.id;
  const lines = people.map(({ id, dept, job }, at) => {
    const leads = heads.get(dept) === id;
    const above = leads ? (heads.get(centreOf(dept) ?? '') ?? top) : heads.get(dept)!;
    return {
      id,
      no: `HZ${String(at + 1).padStart(4, '0')}`,
      title: job ?? (leads ? '主管' : '专员'),
      superior: id === top ? null : above,
    };
  });
  await tx.run(
    `update upm.member m set employee_no = p.no, job_title = p.title, superior_id = p.superior
      from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as p(id, no, title, superior)
      where m.tenant_id = $1 and m.user_id = p.id`,
    [
      tenant.id,
      lines.map(({ id }) => id),
      lines.map(({ no }) => no),
      lines.map(({ title }) => title),
      lines.map(({ superior }) => superior),
    ],
  );
}

async function addSecondCompany(db: Database): Promise<void> {
  const known = await db.asAnonymous<{ id: string; account: string }>(
    'select id, account from upm.app_user where account = any($1)',
    [SECOND.accounts],
  );
  await createTenant(
    db,
    { name: SECOND.name, demo: true, region: SECOND.region },
    async (tx, tenant) => {
      const depts = new Map<string, string>();
      await addDepts(tx, tenant, SECOND.depts, null, depts);
      for (const { id, account } of known) {
        const { realName, role } = DEMO_ACCOUNTS.find((each) => each.account === account)!;
        await insertMember(tx, tenant, id, {
          realName,
          roles: [role],
          deptIds: [depts.get(SECOND.depts[0].title)!],
        });
      }
    },
  );
}

/**
 * Creates the demo company on the first run and returns what the other services' seeds need; on
 * later runs only returns it. Undefined when the database holds tenants but no demo company: an
 * installation in use gets no demo.
 */
export async function seedDemoTenant(
  db: Database,
  progress: (text: string) => void,
): Promise<DemoSeed | undefined> {
  if (!(await hasTenant(db))) {
    progress('写入示例企业、部门与成员');
    const passwordHash = await hashPassword(db, DEMO_PASSWORD);
    await createTenant(db, { name: COMPANY, demo: true }, async (tx, tenant) => {
      const depts = new Map<string, string>();
      await addDepts(tx, tenant, DEPTS, null, depts);
      await addPeople(tx, tenant, depts, passwordHash);
    });
    await addSecondCompany(db);
  }
  return findDemo(db, progress);
}

/** Departments whose people own customers. */
const SELLING = ['华东销售部', '华南销售部', '华北销售部', '大客户部'];
const SELLERS = `select u.user_id as id, u.dept_id as "deptId" from upm.user_dept u
  join upm.dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
  where u.tenant_id = $1 and d.title = any($2) order by u.user_id`;

async function findDemo(
  db: Database,
  progress: (text: string) => void,
): Promise<DemoSeed | undefined> {
  const [row] = await db.asAnonymous<{ id: string; no: number }>(
    'select id, no from upm.tenant where demo order by no limit 1',
  );
  if (!row) return undefined;
  const tenant: TenantRef = { ...row, region: DEFAULT_REGION };
  const users = await db.readTenant<{ id: string }>(
    { tenant },
    'select user_id as id from upm.member where tenant_id = $1 order by user_id',
    [row.id],
  );
  const depts = await db.readTenant<{ id: string; title: string }>(
    { tenant },
    'select id, title from upm.dept where tenant_id = $1 order by sort',
    [row.id],
  );
  const sellers = await db.readTenant<{ id: string; deptId: string }>({ tenant }, SELLERS, [
    row.id,
    SELLING,
  ]);
  const people = await db.asAnonymous<{ id: string; account: string }>(
    'select id, account from upm.app_user where account = any($1)',
    [DEMO_ACCOUNTS.map(({ account }) => account)],
  );
  const accounts = new Map(people.map(({ id, account }) => [account, id]));
  const adminId = accounts.get(DEMO_ACCOUNTS[0].account);
  if (adminId === undefined) return undefined;
  return {
    db,
    tenant,
    adminId,
    accounts,
    userIds: users.map(({ id }) => id),
    deptIds: depts.map(({ id }) => id),
    depts: new Map(depts.map(({ id, title }) => [title, id])),
    sellers,
    progress,
  };
}
