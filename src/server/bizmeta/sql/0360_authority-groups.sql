-- An object is open to every member, or closed to all whom no authority group grants something (docs/permission.md).
alter table bizmeta.object add column default_access text not null default 'all' check (default_access in ('all', 'none'));

-- What a group of people may do with records of the objects of an application, of one object, or of the whole company. `grants`
-- is by the objects' ids, and the rights on fields by the fields' ids or *, so that a rename changes nothing; conditions have the
-- fields' names, which are followed when they change.
create table bizmeta.authority_group (
  tenant_id text not null,
  id uuid not null,
  scope_type text not null check (scope_type in ('app', 'object', 'project')),
  app_id uuid check ((app_id is not null) = (scope_type = 'app')),
  object_id uuid check ((object_id is not null) = (scope_type = 'object')),
  name text not null,
  type text not null default 'custom' check (type in ('default', 'custom')),
  enabled boolean not null default true,
  grants jsonb not null default '{}',
  ord integer not null,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by text not null,
  updated_at timestamptz(3) not null default now(),
  updated_by text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, app_id) references bizmeta.app on delete cascade,
  foreign key (tenant_id, object_id) references bizmeta.object on delete cascade
);
create unique index authority_group_name on bizmeta.authority_group
  (tenant_id, scope_type, app_id, object_id, lower(name)) nulls not distinct;
create index on bizmeta.authority_group (tenant_id, app_id) where app_id is not null;
create index on bizmeta.authority_group (tenant_id, object_id) where object_id is not null;
select kernel.protect('bizmeta.authority_group');

create table bizmeta.authority_group_member (
  tenant_id text not null,
  group_id uuid not null,
  user_id text,
  dept_id text,
  role_id text,
  work_group_id text,
  check (num_nonnulls(user_id, dept_id, role_id, work_group_id) = 1),
  unique nulls not distinct (tenant_id, group_id, user_id, dept_id, role_id, work_group_id),
  foreign key (tenant_id, group_id) references bizmeta.authority_group on delete cascade,
  foreign key (tenant_id, user_id) references upm.member (tenant_id, user_id) on delete cascade,
  foreign key (tenant_id, dept_id) references upm.dept on delete cascade,
  foreign key (tenant_id, role_id) references upm.role on delete cascade,
  foreign key (tenant_id, work_group_id) references upm.work_group on delete cascade
);
create index on bizmeta.authority_group_member (tenant_id, user_id);
create index on bizmeta.authority_group_member (tenant_id, dept_id);
create index on bizmeta.authority_group_member (tenant_id, role_id);
create index on bizmeta.authority_group_member (tenant_id, work_group_id);
select kernel.protect('bizmeta.authority_group_member');
-- Members are deleted, and leave, also where no company has been entered.
create policy owner on bizmeta.authority_group_member to current_user using (true) with check (true);

-- Who leaves is in no group any more, and comes back into none.
create function bizmeta.leave_authority_groups() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
begin
  delete from bizmeta.authority_group_member m where m.tenant_id = new.tenant_id and m.user_id = new.user_id;
  return null;
end $f$;
create trigger leave_authority_groups after update of state on upm.member for each row
  when (new.state = 'left' and old.state <> 'left') execute function bizmeta.leave_authority_groups();

create constraint trigger raise_rights after insert or update or delete on bizmeta.authority_group
  deferrable initially deferred for each row execute function upm.raise_rights();
create constraint trigger raise_rights after insert or update or delete on bizmeta.authority_group_member
  deferrable initially deferred for each row execute function upm.raise_rights();
-- A person's access is remembered by the names of objects and fields.
create constraint trigger raise_rights after insert on bizmeta.object
  deferrable initially deferred for each row when (new.default_access = 'none') execute function upm.raise_rights();
create constraint trigger raise_rights_on_change after update on bizmeta.object
  deferrable initially deferred for each row when (old.default_access is distinct from new.default_access
    or old.api_name is distinct from new.api_name or old.app_id is distinct from new.app_id
    or old.deleted_at is distinct from new.deleted_at) execute function upm.raise_rights();
create constraint trigger raise_rights after update on bizmeta.field
  deferrable initially deferred for each row when (old.api_name is distinct from new.api_name
    or old.removed_at is distinct from new.removed_at) execute function upm.raise_rights();
