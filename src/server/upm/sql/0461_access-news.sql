-- Whenever one of the counters of rights rises, open streams of the company, or of these people, are notified at the commit. A
-- notification holds at most 8,000 bytes: of more than a hundred people it is the company's.
create or replace function upm.raise_company_rights(of_tenant text) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
begin
  if current_setting('huozi.rights_raised', true) is distinct from of_tenant then
    insert into upm.rights as r (tenant_id) values (of_tenant) on conflict (tenant_id) do update set version = r.version + 1;
    perform set_config('huozi.rights_raised', of_tenant, true);
    perform pg_notify('huozi_access', json_build_object('t', of_tenant)::text);
  end if;
end $f$;

create or replace function upm.raise_person_rights(of_tenant text, of_users text[]) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
begin
  if '' = any(of_users) then perform upm.raise_company_rights(of_tenant); end if;
  insert into upm.rights_person as r (tenant_id, user_id)
    select distinct of_tenant, u from unnest(of_users) u where u <> '' order by u
    on conflict (tenant_id, user_id) do update set version = r.version + 1;
  perform pg_notify('huozi_access', case when cardinality(of_users) > 100 then json_build_object('t', of_tenant)
    else json_build_object('t', of_tenant, 'u', of_users) end::text);
end $f$;
