-- A company has one main administrator, who appoints and removes the others. The mark is on the role it comes with, so that
-- neither is there without the other.
alter table upm.user_role add column is_main boolean not null default false;
update upm.user_role ur set is_main = true from (
  select distinct on (ur.tenant_id) ur.tenant_id, ur.user_id, ur.role_id from upm.user_role ur
    join upm.role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.code = 'tenant_admin'
    join upm.member m on m.tenant_id = ur.tenant_id and m.user_id = ur.user_id
  order by ur.tenant_id, m.state = 'active' desc, ur.created_at, ur.user_id) first
  where ur.tenant_id = first.tenant_id and ur.user_id = first.user_id and ur.role_id = first.role_id;
create unique index user_role_main on upm.user_role (tenant_id) where is_main;

-- The first administrator of a company is its main one, whichever way the company came about.
create function upm.first_administrator() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
begin
  if exists (select from upm.role r where r.tenant_id = new.tenant_id and r.id = new.role_id and r.code = 'tenant_admin')
    and not exists (select from upm.user_role ur where ur.tenant_id = new.tenant_id and ur.is_main) then
    new.is_main := true;
  end if;
  return new;
end $f$;
create trigger first_administrator before insert on upm.user_role for each row execute function upm.first_administrator();
