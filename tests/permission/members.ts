import { ROLE_USER, type TenantRef } from '../../src/server/kernel/index.ts';
import type { Auth, TestServer } from '../../src/server/testing.ts';
import { addMember } from '../../src/server/upm/index.ts';
import { openSession } from '../../src/server/upm/session/sessions.ts';

/** Adds a member to a company and signs them in, without the cost of a password. */
export async function newMember(
  server: TestServer,
  tenant: TenantRef,
  realName: string,
  { deptIds = [], role = ROLE_USER }: { deptIds?: string[]; role?: string } = {},
): Promise<Auth> {
  const member = { realName, passwordHash: null, roles: [role], deptIds };
  const userId = await server.db.withOwner(
    (tx) => addMember(tx, tenant, { ...member, account: `member-${realName}` }),
    tenant.id,
  );
  const token = await server.db.withAnonymousTx((tx) =>
    openSession(tx, { userId, tenantId: tenant.id }, false),
  );
  return { token, userid: userId, tenant: tenant.id, regionid: tenant.region };
}
