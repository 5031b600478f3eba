-- Counts the changes of what one person may do that concern nobody else: records shared with them. The session check adds it to the
-- company's count (upm.rights). Rows outlive the membership: a count never goes back.
create table upm.rights_person (
  tenant_id text not null,
  user_id text not null,
  version bigint not null default 1,
  primary key (tenant_id, user_id)
);
select kernel.protect('upm.rights_person');
select kernel.open_to_gate('upm.rights_person', 'select');
revoke insert, update, delete on upm.rights_person from huozi_meta;

create function upm.raise_company_rights(of_tenant text) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
begin
  if current_setting('huozi.rights_raised', true) is distinct from of_tenant then
    insert into upm.rights as r (tenant_id) values (of_tenant) on conflict (tenant_id) do update set version = r.version + 1;
    perform set_config('huozi.rights_raised', of_tenant, true);
  end if;
end $f$;
revoke execute on function upm.raise_company_rights(text) from public;

create or replace function upm.raise_rights() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
begin
  perform upm.raise_company_rights(case tg_op when 'DELETE' then old.tenant_id else new.tenant_id end);
  return null;
end $f$;

-- Raises the numbers of people, those of the company with '' among them. The company first and people in one order, as everywhere,
-- so that two transactions never wait for each other.
create function upm.raise_person_rights(of_tenant text, of_users text[]) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
begin
  if '' = any(of_users) then perform upm.raise_company_rights(of_tenant); end if;
  insert into upm.rights_person as r (tenant_id, user_id)
    select distinct of_tenant, u from unnest(of_users) u where u <> '' order by u
    on conflict (tenant_id, user_id) do update set version = r.version + 1;
end $f$;
revoke execute on function upm.raise_person_rights(text, text[]) from public;
