-- A session in which its person sees the company as another member does, read only, until `viewing_until` at most.
alter table upm.session
  add column viewing_user_id text,
  add column viewing_until timestamptz,
  add check ((viewing_user_id is null) = (viewing_until is null));

-- Lets a session of the transaction's company view it as a member, or ends that, with the hash of its new token; false when it
-- does so already, or not. A tenant's transaction may not touch sessions otherwise; in it the change and its line in the operation
-- log are stored together.
create function upm.view_as(of_session text, viewed text, begins boolean, minutes integer, hash bytea) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
begin
  update upm.session set viewing_user_id = case when begins then viewed end,
    viewing_until = case when begins then now() + make_interval(mins => minutes) end,
    token_hash = hash, former_hash = null, former_until = null, renew_nonce = null, renew_due = false, last_seen_at = now()
    where id = of_session and tenant_id = current_setting('huozi.tenant')
      and case when begins then viewing_user_id is null else viewing_user_id = viewed end;
  return found;
end $f$;
revoke execute on function upm.view_as(text, text, boolean, integer, bytea) from public;
grant execute on function upm.view_as(text, text, boolean, integer, bytea) to huozi_meta;
