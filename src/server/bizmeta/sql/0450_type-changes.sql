-- Changes of a field's type on which work with the records goes on: a column of the new type beside the field's own is filled by a job, and then both change places. The old values stay beside the field for 30 days, so that the change can be undone.
create table bizmeta.type_change (
  tenant_id text not null,
  id uuid not null,
  object_id uuid not null,
  field_id uuid not null,
  -- Number of the column beside the field's own.
  no bigint not null unique,
  -- The field before and after.
  was json not null,
  field json not null,
  state text not null default 'running' check (state in ('running', 'stopped', 'done')),
  -- It is being undone.
  back boolean not null default false,
  -- Values that cannot be converted are left out.
  accepts boolean not null,
  error text not null default '',
  job text,
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  swapped_at timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, object_id) references bizmeta.object
);
create unique index type_change_field on bizmeta.type_change (tenant_id, field_id);
create index type_change_object on bizmeta.type_change (tenant_id, object_id);
select kernel.protect('bizmeta.type_change');

-- The change that is being made.
alter table bizmeta.field add column changing uuid;

-- Notes in the table its argument names which records a field was written in, once each. A writer has the record's lock already.
create function bizmeta.note_written() returns trigger language plpgsql as $f$
begin
  execute format('insert into %I.%I (id) values ($1) on conflict do nothing', tg_table_schema, tg_argv[0]) using new.id;
  return null;
end $f$;
