import type { DataOf } from '../../../contract/index.ts';
import type { Config, Context, Database } from '../../kernel/index.ts';
import { wechatOf } from '../identity/wechat.ts';
import { realNameOf } from '../names.ts';
import { searchKeyOf } from '../search-key.ts';
import { profileOf } from '../tenants/profile.ts';
import { ownAccountOf } from './confirm.ts';

/** The person who is signed in, as they see themselves. */
export async function currentPerson(
  db: Database,
  config: Pick<Config, 'wechat'>,
  ctx: Context,
): Promise<DataOf<'upm.sysUser.current'>> {
  const [profile, self, wechat, [member]] = await Promise.all([
    profileOf(db, ctx.session),
    ownAccountOf(db, ctx),
    wechatOf(db, ctx.userId),
    db.readTenant<{ created_at: Date }>(
      ctx.session,
      'select created_at from upm.member where tenant_id = $1 and user_id = $2',
      [ctx.tenant.id, ctx.userId],
    ),
    db.asAnonymous<{ nickname: string; created_at: Date }>(
      `select nickname, created_at from upm.identity where user_id = $1 and provider = 'wechat'`,
      [ctx.userId],
    ),
  ]);
  return {
    ...profile.user,
    mobile: self.mobile ?? '',
    email: self.email ?? '',
    wechat,
    wechatOffered: config.wechat !== undefined,
    tenantName: profile.org.name,
    depts: profile.deptList,
    roles: profile.roleList,
    joinedAt: member!.created_at.toISOString(),
  };
}

/** One's own name in this company. */
export async function renameSelf(
  db: Database,
  scope: Pick<Context, 'tenant' | 'userId' | 'session'>,
  given: string,
): Promise<null> {
  const realName = realNameOf(given, scope.session.realName);
  await db.withTenant(scope, (tx) =>
    tx.run(
      'update upm.member set real_name = $3, search_key = $4 where tenant_id = $1 and user_id = $2',
      [tx.tenant.id, scope.userId, realName, searchKeyOf(realName)],
    ),
  );
  return null;
}
