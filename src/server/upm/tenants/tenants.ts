import { v7 as uuid } from 'uuid';
import {
  createTenantSpace,
  ROLE_ADMIN,
  ROLE_BUILDER,
  ROLE_USER,
  type Database,
  type TenantRef,
  type Tx,
} from '../../kernel/index.ts';
import { searchKeyOf } from '../search-key.ts';

/** The region of a company's data by default. */
export const DEFAULT_REGION = 'cn-east';

const ROLES = [
  [ROLE_ADMIN, '管理员'],
  [ROLE_BUILDER, '搭建者'],
  [ROLE_USER, '普通用户'],
] as const;

/** `verified`: an operator answers for it; a demo's companies are. */
export interface NewTenant {
  name: string;
  demo?: boolean;
  verified?: boolean;
  region?: string;
}
export interface NewMember {
  account: string;
  realName: string;
  passwordHash: string | null;
  roles: readonly string[];
  deptIds?: readonly string[];
  mobile?: string;
  email?: string;
}

/**
 * Creates a tenant with its schema, role and standard roles, and runs `fill` in the same
 * transaction (first members). A failure leaves an empty schema with an unused number, and nothing
 * else.
 */
export async function createTenant<T>(
  db: Database,
  { name, demo = false, verified = demo, region = DEFAULT_REGION }: NewTenant,
  fill: (tx: Tx, tenant: TenantRef) => Promise<T>,
): Promise<T> {
  const tenant: TenantRef = { id: uuid(), no: await createTenantSpace(db), region };
  return db.withOwner(async (tx) => {
    await tx.run(
      `insert into upm.tenant (id, no, name, region, demo, verified_at)
        values ($1, $2, $3, $4, $5, case when $6 then now() end)`,
      [tenant.id, tenant.no, name, tenant.region, demo, verified],
    );
    for (const [code, title] of ROLES)
      await tx.run('insert into upm.role (tenant_id, id, code, name) values ($1, $2, $3, $4)', [
        tenant.id,
        uuid(),
        code,
        title,
      ]);
    await tx.run(
      `insert into upm.role_function select tenant_id, id, 'build.use' from upm.role
        where tenant_id = $1 and code = $2`,
      [tenant.id, ROLE_BUILDER],
    );
    return fill(tx, tenant);
  }, tenant.id);
}

/** Adds a new person to a tenant; the first department is the main one. Answers the user's id. */
export async function addMember(tx: Tx, tenant: TenantRef, member: NewMember): Promise<string> {
  const id = uuid();
  await tx.run(
    `insert into upm.app_user (id, account, mobile, email, password_hash)
      values ($1, $2, $3, $4, $5)`,
    [id, member.account, member.mobile ?? null, member.email ?? null, member.passwordHash],
  );
  await insertMember(tx, tenant, id, member);
  return id;
}

/**
 * Makes a person who is known already a member of one more tenant; `invited` until they have said
 * yes.
 */
export async function insertMember(
  tx: Tx,
  tenant: TenantRef,
  userId: string,
  { realName, roles, deptIds = [] }: Pick<NewMember, 'realName' | 'roles' | 'deptIds'>,
  state: 'active' | 'invited' = 'active',
): Promise<void> {
  await tx.run(
    `insert into upm.member (tenant_id, user_id, real_name, search_key, state)
      values ($1, $2, $3, $4, $5)`,
    [tenant.id, userId, realName, searchKeyOf(realName), state],
  );
  await tx.run(
    `insert into upm.user_role (tenant_id, user_id, role_id) select $1, $2, id from upm.role
      where tenant_id = $1 and code = any($3)`,
    [tenant.id, userId, roles],
  );
  for (const [index, dept] of deptIds.entries()) {
    await tx.run(
      'insert into upm.user_dept (tenant_id, user_id, dept_id, is_main) values ($1, $2, $3, $4)',
      [tenant.id, userId, dept, index === 0],
    );
  }
}

export async function hasTenant(db: Database): Promise<boolean> {
  return (await db.asAnonymous('select 1 from upm.tenant limit 1')).length > 0;
}

/**
 * The company that runs the installation: the first one there was. Undefined before there is any.
 */
export async function operatingTenant(db: Database): Promise<TenantRef | undefined> {
  return (
    await db.asAnonymous<TenantRef>('select id, no, region from upm.tenant order by no limit 1')
  )[0];
}
