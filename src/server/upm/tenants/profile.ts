import { isAuthorized, type Profile } from '../../../contract/index.ts';
import type { Database, Session } from '../../kernel/index.ts';
import { passportPath } from './links.ts';

interface Row {
  real_name: string;
  head_img_url: string;
  tenant_name: string;
  domain: string | null;
  domain_status: number;
  invite: { token: string; status: number } | null;
  roles: Profile['roleList'];
  depts: Profile['deptList'];
}

const MEMBER = `
  select m.real_name, m.head_img_url, t.name as tenant_name, t.domain, t.domain_status,
    (select json_build_object('token', i.token, 'status', (i.status = 'on'
      and i.expires_at > now())::int) from upm.invite i where i.tenant_id = m.tenant_id
      order by i.created_at desc limit 1) as invite,
    coalesce((select json_agg(json_build_object('roleCode', r.code, 'roleName', r.name)
      order by r.code) from upm.user_role ur
      join upm.role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
        where ur.tenant_id = m.tenant_id and ur.user_id = m.user_id), '[]') as roles,
    coalesce((select json_agg(json_build_object('id', d.id, 'title', d.title)
      order by ud.is_main desc, d.sort) from upm.user_dept ud
      join upm.dept d on d.tenant_id = ud.tenant_id and d.id = ud.dept_id
        where ud.tenant_id = m.tenant_id and ud.user_id = m.user_id), '[]') as depts
  from upm.member m join upm.tenant t on t.id = m.tenant_id
  where m.tenant_id = $1 and m.user_id = $2`;

/** The account, and the seconds for which the session ($2) still views as this person. */
const PERSON = `select account, password_hash is not null as has_pwd,
    coalesce((select greatest(ceil(extract(epoch from s.viewing_until - now())), 0)::integer
      from upm.session s where s.id = $2), 0) as left
  from upm.app_user where id = $1`;

/** The invite link is shown to those who may invite others. */
const mayInvite = ({ isSuper, functions }: Session): boolean =>
  (['user.manage', 'company.manage'] as const).some((needed) =>
    isAuthorized(`can:${needed}`, { isSuper, functions }),
  );

/** Who is signed in, as the client's verification reads it (specification, section 3). */
export async function profileOf(db: Database, session: Session): Promise<Profile> {
  const { tenant, userId, isSuper, isBuilder } = session;
  const [[member], [person]] = await Promise.all([
    db.readTenant<Row>(session, MEMBER, [tenant.id, userId], { name: 'upm-profile', kept: true }),
    db.asAnonymous<{ account: string; has_pwd: boolean; left: number }>(
      PERSON,
      [userId, session.id],
      {
        name: 'upm-person',
      },
    ),
  ]);
  if (!member || !person) throw new Error('a session without its member');
  const { viewedBy } = session;
  const invite = mayInvite(session) && !viewedBy ? member.invite : null;
  return {
    user: {
      id: userId,
      realName: member.real_name,
      name: person.account,
      headImgUrl: member.head_img_url,
      hasPwd: person.has_pwd,
      orgId: tenant.id,
      isSuper: Number(isSuper),
    },
    isBuilder: Number(isBuilder),
    functions: [...session.functions],
    roleList: member.roles,
    org: { id: tenant.id, name: member.tenant_name },
    deptList: member.depts,
    regionCode: tenant.region,
    tenantId: tenant.id,
    inviteLink: invite ? passportPath('invite', invite.token) : '',
    inviteStatus: invite?.status ?? 0,
    domain: member.domain ?? '',
    domainStatus: member.domain_status,
    ...(viewedBy && {
      viewedBy: { id: viewedBy.userId, realName: viewedBy.realName, secondsLeft: person.left },
    }),
  };
}
