-- Beginning and ending to view as a member gives the session a new token. The one before is known for a minute, and refused as
-- replaced (it has no renew_nonce): other tabs of the same browser then wait for the new one instead of signing the person out.
create or replace function upm.view_as(of_session text, viewed text, begins boolean, minutes integer, hash bytea) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
begin
  update upm.session set viewing_user_id = case when begins then viewed end,
    viewing_until = case when begins then now() + make_interval(mins => minutes) end, viewing_noted = false,
    token_hash = hash, former_hash = token_hash, former_until = now() + interval '1 minute', renew_nonce = null,
    renew_due = false, last_seen_at = now()
    where id = of_session and tenant_id = current_setting('huozi.tenant')
      and case when begins then viewing_user_id is null else viewing_user_id = viewed end;
  return found;
end $f$;
