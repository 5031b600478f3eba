-- A password a company gave opens for a time only; whoever chooses one of their own has no such time.
alter table upm.app_user add column password_until timestamptz;

create or replace function upm.password_chosen() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $f$
begin
  new.password_of := null;
  new.password_until := null;
  return new;
end $f$;

-- How a company may help a member who cannot sign in: 'link' to the number or address the person has proven to hold, which no
-- company sees the secret of; 'give' a password, where there is neither and the account is in no other company; 'elsewhere'
-- when it is. Nothing for who does not work here.
create function upm.reset_way(of_user text) returns text
language sql security definer stable set search_path = pg_catalog, pg_temp as $f$
  select case
    when u.mobile is not null or u.email is not null then 'link'
    when exists (select from upm.member o where o.user_id = u.id and o.tenant_id <> m.tenant_id and o.state <> 'left') then 'elsewhere'
    else 'give' end
  from upm.member m join upm.app_user u on u.id = m.user_id and u.state = 'active'
  where m.tenant_id = current_setting('huozi.tenant') and m.user_id = of_user and m.state = 'active'
$f$;
revoke execute on function upm.reset_way(text) from public;
grant execute on function upm.reset_way(text) to huozi_meta;

-- Gives an account of this company alone a password, which the person has to change when they sign in. Everything that would
-- let somebody in without it ends. Answers whether it was done.
create function upm.give_password(of_user text, new_hash text, days integer) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
declare
  account_name text;
begin
  select lower(account) into account_name from upm.app_user where id = of_user for update;
  if upm.reset_way(of_user) is distinct from 'give' then return false; end if;
  update upm.app_user set password_hash = new_hash where id = of_user;
  -- A statement of its own: the trigger takes the password for one the person chose.
  update upm.app_user set password_of = current_setting('huozi.tenant'), password_until = now() + make_interval(days => days) where id = of_user;
  delete from upm.session where user_id = of_user;
  delete from upm.ticket where user_id = of_user;
  delete from upm.device where user_id = of_user;
  delete from upm.sign_in_attempt where split_part(key, '|', 1) in ('pair:' || account_name, 'account:' || account_name);
  return true;
end $f$;
revoke execute on function upm.give_password(text, text, integer) from public;
grant execute on function upm.give_password(text, text, integer) to huozi_meta;

-- A one-time link for a member of this company, sent to them alone: to choose a password ('reset'), or to confirm that a
-- number or address the company entered is theirs ('email', with it as the target). Answers whether there is such a member.
create function upm.issue_member_link(of_user text, link_hash bytea, of_kind text, of_target text, hours integer) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
declare
  inside text := current_setting('huozi.tenant');
begin
  if of_kind not in ('reset', 'email') then raise exception 'a link of another kind'; end if;
  if upm.reset_way(of_user) is distinct from (case of_kind when 'reset' then 'link' else 'give' end) then return false; end if;
  delete from upm.ticket where user_id = of_user and tenant_id = inside and kind = of_kind;
  insert into upm.ticket (hash, kind, user_id, tenant_id, target, expires_at)
    values (link_hash, of_kind, of_user, inside, of_target, now() + make_interval(hours => hours));
  return true;
end $f$;
revoke execute on function upm.issue_member_link(text, bytea, text, text, integer) from public;
grant execute on function upm.issue_member_link(text, bytea, text, text, integer) to huozi_meta;
