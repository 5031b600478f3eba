-- Roles stand in groups; a role in none of them stands in one of the two fixed groups (system, custom) of server/upm/roles/tree.ts.
create table upm.role_group (
  tenant_id text not null references upm.tenant,
  id text not null,
  name text not null,
  sort integer not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
create unique index role_group_name on upm.role_group (tenant_id, lower(name));
select kernel.protect('upm.role_group');

alter table upm.role
  add column group_id text,
  add column about text not null default '',
  add column sort integer not null default 0,
  add column version integer not null default 1,
  add foreign key (tenant_id, group_id) references upm.role_group;
create unique index role_name on upm.role (tenant_id, lower(name));
create index on upm.role (tenant_id, group_id);
alter table upm.user_role add column created_at timestamptz not null default now();

-- Rights that change end the sessions that were opened with the former ones. A tenant's transaction may not read sessions;
-- it may end those of its own members, the one given excepted.
create function upm.end_sessions(users text[], spared text default '') returns integer language sql security definer set search_path = pg_catalog as $f$
  with ended as (delete from upm.session where tenant_id = current_setting('huozi.tenant') and user_id = any(users) and id <> spared returning 1) select count(*)::integer from ended
$f$;
revoke execute on function upm.end_sessions(text[], text) from public;
grant execute on function upm.end_sessions(text[], text) to huozi_meta;

-- Some members who work on something together: people, departments with those below them, and roles.
create table upm.work_group (
  tenant_id text not null references upm.tenant,
  id text not null,
  name text not null,
  about text not null default '',
  owner_id text not null,
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_id) references upm.member (tenant_id, user_id)
);
create unique index work_group_name on upm.work_group (tenant_id, lower(name));
select kernel.protect('upm.work_group');

create table upm.work_group_member (
  tenant_id text not null,
  group_id text not null,
  user_id text,
  dept_id text,
  role_id text,
  check (num_nonnulls(user_id, dept_id, role_id) = 1),
  unique nulls not distinct (tenant_id, group_id, user_id, dept_id, role_id),
  foreign key (tenant_id, group_id) references upm.work_group on delete cascade,
  foreign key (tenant_id, user_id) references upm.member (tenant_id, user_id) on delete cascade,
  foreign key (tenant_id, dept_id) references upm.dept on delete cascade,
  foreign key (tenant_id, role_id) references upm.role on delete cascade
);
create index on upm.work_group_member (tenant_id, role_id);
create index on upm.work_group_member (tenant_id, user_id);
create index on upm.work_group_member (tenant_id, dept_id);
select kernel.protect('upm.work_group_member');

-- What a work group works on: applications and objects of other services, by their ids.
create table upm.work_group_instance (
  tenant_id text not null,
  id text not null,
  group_id text not null,
  kind text not null check (kind in ('app', 'object')),
  model_id text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, group_id, kind, model_id),
  foreign key (tenant_id, group_id) references upm.work_group on delete cascade
);
select kernel.protect('upm.work_group_instance');
