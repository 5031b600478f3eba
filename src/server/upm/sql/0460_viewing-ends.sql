-- Every end of viewing as another person has a line in the operation log; `viewing_noted` says that it is written.
alter table upm.session add column viewing_noted boolean not null default false;
create index session_viewing on upm.session (viewing_until) where viewing_until is not null and not viewing_noted;

create or replace function upm.view_as(of_session text, viewed text, begins boolean, minutes integer, hash bytea) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
begin
  update upm.session set viewing_user_id = case when begins then viewed end,
    viewing_until = case when begins then now() + make_interval(mins => minutes) end, viewing_noted = false,
    token_hash = hash, former_hash = null, former_until = null, renew_nonce = null, renew_due = false, last_seen_at = now()
    where id = of_session and tenant_id = current_setting('huozi.tenant')
      and case when begins then viewing_user_id is null else viewing_user_id = viewed end;
  return found;
end $f$;

-- How far a person's viewing as a member of the transaction's company is: 'on', 'over' since its time is up, 'noted' when the log has
-- that already.
create function upm.viewing_state(own text, viewed text) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $f$
  select case when bool_and(s.viewing_noted) then 'noted' when bool_and(s.viewing_until <= now()) then 'over' else 'on' end
    from upm.session s where s.tenant_id = current_setting('huozi.tenant') and s.user_id = own and s.viewing_user_id = viewed
$f$;
revoke execute on function upm.viewing_state(text, text) from public;
grant execute on function upm.viewing_state(text, text) to huozi_meta;
