-- Numbers name tables (o_<n>) and columns (f_<n>), so that no user text reaches DDL and a rename is metadata only.
create sequence bizmeta.object_no as integer;
create sequence bizmeta.field_no as bigint;
grant usage on sequence bizmeta.object_no, bizmeta.field_no to huozi_meta;

-- One row a tenant. `version` counts every change of its metadata: what a process remembers is right while it is the same.
-- `secret` goes into the names of validator modules, which travel without a session.
create table bizmeta.catalog (
  tenant_id text primary key,
  version bigint not null default 1,
  secret uuid not null default gen_random_uuid()
);
select kernel.protect('bizmeta.catalog');

create table bizmeta.app (
  tenant_id text not null,
  id uuid not null,
  name text not null,
  description text not null default '',
  style text not null,
  ord integer not null,
  created_at timestamptz(3) not null default now(),
  created_by text not null,
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
select kernel.protect('bizmeta.app');

create table bizmeta.object (
  tenant_id text not null,
  id uuid not null,
  no integer not null unique,
  app_id uuid,
  api_name text not null,
  label text not null,
  description text not null default '',
  icon text not null default '',
  title_field uuid,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by text not null,
  updated_at timestamptz(3) not null default now(),
  updated_by text not null,
  deleted_at timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, app_id) references bizmeta.app
);
-- Names that differ in case only would be one name to a person; a deleted object's name is free again.
create unique index object_name on bizmeta.object (tenant_id, lower(api_name)) where deleted_at is null;
create index object_app on bizmeta.object (tenant_id, app_id);
select kernel.protect('bizmeta.object');

-- `settings` holds what the field's type uses; an object is referred to by id, so that its rename breaks nothing.
create table bizmeta.field (
  tenant_id text not null,
  id uuid not null,
  object_id uuid not null,
  no bigint not null unique,
  api_name text not null,
  label text not null,
  type text not null,
  required boolean not null,
  is_unique boolean not null,
  ref_object uuid,
  settings json not null,
  ord integer not null,
  removed_at timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, object_id) references bizmeta.object,
  foreign key (tenant_id, ref_object) references bizmeta.object (tenant_id, id)
);
create unique index field_name on bizmeta.field (tenant_id, object_id, lower(api_name)) where removed_at is null;
create index field_ref on bizmeta.field (tenant_id, ref_object) where ref_object is not null;
select kernel.protect('bizmeta.field');

-- A tenant's own versions of pages. `active` is the one that is served; resetting turns it off and keeps the history.
create table bizmeta.page (
  tenant_id text not null,
  key text not null,
  rev integer not null,
  hash text not null,
  document json not null,
  active boolean not null,
  saved_at timestamptz(3) not null default now(),
  saved_by text not null,
  primary key (tenant_id, key, rev)
);
create unique index page_active on bizmeta.page (tenant_id, key) where active;
select kernel.protect('bizmeta.page');

-- The system's pages as each start of the program loaded them: no tenant's, so no row-level security.
create table bizmeta.system_page (
  key text not null,
  hash text not null,
  document json not null,
  loaded_at timestamptz(3) not null default now(),
  primary key (key, hash)
);

-- Schemas whose validator modules may be fetched without a session: the name is a keyed hash nobody can guess.
create table bizmeta.validator (
  name text primary key,
  tenant_id text not null,
  schema json not null,
  made_at timestamptz(3) not null default now()
);
select kernel.protect('bizmeta.validator');
select kernel.open_to_gate('bizmeta.validator', 'select');

-- Locks an object's shape for the transaction (a change of its describe waits) and answers the catalogue's version as of
-- now: each statement of the function sees what was committed while the lock was waited for.
create function bizmeta.enter(object_no integer) returns bigint language plpgsql volatile as $f$
begin
  perform pg_advisory_xact_lock_shared(7301, object_no);
  return (select version from bizmeta.catalog where tenant_id = current_setting('huozi.tenant'));
end $f$;
