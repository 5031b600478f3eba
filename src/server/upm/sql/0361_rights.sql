-- Counts the changes of what decides who may do what with records (docs/permission.md): what a process remembers of a person's
-- access is right while the number is the same. It travels with the session check, which reads it under the anonymous role.
create table upm.rights (
  tenant_id text primary key,
  version bigint not null default 1
);
select kernel.protect('upm.rights');
select kernel.open_to_gate('upm.rights', 'select');
revoke insert, update, delete on upm.rights from huozi_meta;

-- Raises the number once a transaction, when it commits: the row is the last thing it locks, for as long as the commit takes, so
-- that long imports neither wait for each other nor block each other for good.
create function upm.raise_rights() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
declare
  of_tenant text := case tg_op when 'DELETE' then old.tenant_id else new.tenant_id end;
begin
  if current_setting('huozi.rights_raised', true) is distinct from of_tenant then
    insert into upm.rights as r (tenant_id) values (of_tenant) on conflict (tenant_id) do update set version = r.version + 1;
    perform set_config('huozi.rights_raised', of_tenant, true);
  end if;
  return null;
end $f$;

create constraint trigger raise_rights after insert or update or delete on upm.user_role
  deferrable initially deferred for each row execute function upm.raise_rights();
create constraint trigger raise_rights after insert or update or delete on upm.user_dept
  deferrable initially deferred for each row execute function upm.raise_rights();
create constraint trigger raise_rights after insert or update or delete on upm.work_group_member
  deferrable initially deferred for each row execute function upm.raise_rights();
create constraint trigger raise_rights after insert or delete on upm.dept
  deferrable initially deferred for each row execute function upm.raise_rights();
create constraint trigger raise_rights_on_move after update on upm.dept
  deferrable initially deferred for each row when (old.parent_id is distinct from new.parent_id) execute function upm.raise_rights();
create constraint trigger raise_rights after insert or delete on upm.member
  deferrable initially deferred for each row execute function upm.raise_rights();
create constraint trigger raise_rights_on_change after update on upm.member
  deferrable initially deferred for each row
  when (old.state is distinct from new.state or old.superior_id is distinct from new.superior_id) execute function upm.raise_rights();
