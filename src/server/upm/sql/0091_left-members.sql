-- Who has left keeps a row because records name them. How they are reached now, and by what name they sign in, is no longer
-- the company's to know.
create or replace view upm.member_person with (security_barrier) as
  select m.tenant_id, m.user_id,
    case when m.state in ('invited', 'left') then '' else u.account end as account,
    case m.state when 'invited' then i.mobile when 'left' then null else u.mobile end as mobile,
    case m.state when 'invited' then i.email when 'left' then null else u.email end as email,
    m.state not in ('invited', 'left') and u.password_hash is not null as has_pwd
  from upm.member m
  join upm.app_user u on u.id = m.user_id
  left join upm.invitation i on i.tenant_id = m.tenant_id and i.user_id = m.user_id
  where m.tenant_id = current_setting('huozi.tenant', true);
