-- Files that records are imported from: the columns with the fields they go to, and each row with what came of its check and of the
-- import. A row that became a record knows it, so that the import can be undone.
create table bizmeta.record_import (
  tenant_id text not null,
  id uuid not null,
  object_id uuid not null,
  file_name text not null,
  titles text[] not null,
  -- Names of the fields, null for a column that is left out.
  fields text[],
  mode text not null default 'create',
  key text,
  blank text not null default 'keep',
  state text not null default 'uploaded',
  valid_only boolean not null default false,
  -- Why it came to an end before.
  failed text not null default '',
  job text,
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  written_at timestamptz(3),
  primary key (tenant_id, id)
);
create index record_import_age on bizmeta.record_import (tenant_id, created_at);
select kernel.protect('bizmeta.record_import');

create table bizmeta.record_import_row (
  tenant_id text not null,
  import_id uuid not null,
  -- Its number in the sheet.
  n integer not null,
  cells text[] not null,
  is_new boolean,
  problems jsonb,
  record_id uuid,
  version integer,
  undone boolean not null default false,
  primary key (tenant_id, import_id, n),
  foreign key (tenant_id, import_id) references bizmeta.record_import on delete cascade
);
select kernel.protect('bizmeta.record_import_row');
