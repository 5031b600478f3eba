-- Members of a group who follow the organisation: everyone in charge of a department, everyone to whom a member reports.
alter table bizmeta.authority_group add column dynamic text[] not null default '{}'
  check (dynamic <@ array['deptOwners', 'superiors']);

-- Lookups of an object that scopes of groups go through: it is loaded with the objects they lead to.
alter table bizmeta.object add column through uuid[] not null default '{}';

-- Whether new objects of a company are open or closed from their creation, however they are made.
create table bizmeta.access_setting (
  tenant_id text primary key,
  new_objects text not null default 'all' check (new_objects in ('all', 'none'))
);
select kernel.protect('bizmeta.access_setting');

create function bizmeta.close_new_object() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $f$
begin
  if exists (select from bizmeta.access_setting s where s.tenant_id = new.tenant_id and s.new_objects = 'none') then
    new.default_access := 'none';
  end if;
  return new;
end $f$;
create trigger close_new_object before insert on bizmeta.object for each row
  when (new.parent_field is null) execute function bizmeta.close_new_object();
