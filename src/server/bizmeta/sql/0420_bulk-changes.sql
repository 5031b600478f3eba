-- Bulk changes of records that can still be undone: the records with the versions the change gave them, whose log has the values, and
-- the columns it wrote. An undo notes here what it restored, and what it left and why.
create table bizmeta.bulk_change (
  tenant_id text not null,
  id uuid not null,
  object_id uuid not null,
  columns text[] not null,
  records uuid[] not null,
  versions integer[] not null,
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  undo_job uuid,
  restored integer not null default 0,
  skipped jsonb not null default '[]',
  primary key (tenant_id, id)
);
create index bulk_change_age on bizmeta.bulk_change (tenant_id, created_at);
select kernel.protect('bizmeta.bulk_change');
