-- How somebody was known when they left, which the company knew then; what became of the account since is not its to know.
alter table upm.member
  add column left_account text,
  add column left_mobile text,
  add column left_email text,
  add column heir_id text;

-- May this former member simply work here again? An account without number and address that is in no other company was made
-- for this one. Everybody else is asked.
create function upm.is_own_account(of_user text) returns boolean
language sql security definer stable set search_path = pg_catalog, pg_temp as $f$
  select exists (select from upm.member m join upm.app_user u on u.id = m.user_id
    where m.tenant_id = current_setting('huozi.tenant') and m.user_id = of_user and m.state = 'left'
      and u.state = 'active' and u.mobile is null and u.email is null and u.password_hash is not null
      and not exists (select from upm.member o where o.user_id = u.id and o.tenant_id <> m.tenant_id and o.state <> 'left')
      and not exists (select from upm.join_request r where r.user_id = u.id and r.state = 'waiting'))
$f$;
revoke execute on function upm.is_own_account(text) from public;
grant execute on function upm.is_own_account(text) to huozi_meta;
