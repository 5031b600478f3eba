-- A session whose person's rights have changed goes on under a new token. The former one works until the new one has been used
-- for a minute, so that an answer lost on the way signs nobody out; who shows it meanwhile is given the same new one, which is
-- made of the former and of renew_nonce.
alter table upm.session
  add column renew_due boolean not null default false,
  add column former_hash bytea,
  add column former_until timestamptz,
  add column renew_nonce bytea;
create unique index session_former on upm.session (former_hash) where former_hash is not null;

-- Marks the sessions of these members in the transaction's company, and notifies their streams at the commit. A tenant's
-- transaction may not touch sessions otherwise. A notification holds at most 8,000 bytes: a hundred ids fit.
create function upm.rights_changed(users text[]) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
declare
  inside text := current_setting('huozi.tenant');
begin
  update upm.session set renew_due = true where tenant_id = inside and user_id = any(users);
  perform pg_notify('huozi_rights', json_build_object('t', inside, 'u', json_agg(u.id))::text)
    from unnest(users) with ordinality as u(id, place) group by (u.place - 1) / 100;
end $f$;
revoke execute on function upm.rights_changed(text[]) from public;
grant execute on function upm.rights_changed(text[]) to huozi_meta;
