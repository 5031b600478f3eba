-- Files that are made of records: which records, decided when it began, page by page; their cells take the place of the ids as
-- they are read. The file itself is storage's, and is swept with it.
create table bizmeta.record_export (
  tenant_id text not null,
  id uuid not null,
  object_id uuid not null,
  format text not null,
  -- Names of the fields.
  columns text[] not null,
  file_name text not null,
  total integer not null,
  job text not null,
  file_id text,
  file_size bigint,
  -- Why there will be no file.
  failed text not null default '',
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index record_export_age on bizmeta.record_export (tenant_id, created_at);
select kernel.protect('bizmeta.record_export');

create table bizmeta.record_export_page (
  tenant_id text not null,
  export_id uuid not null,
  n integer not null,
  ids uuid[],
  cells jsonb,
  primary key (tenant_id, export_id, n),
  foreign key (tenant_id, export_id) references bizmeta.record_export on delete cascade
);
select kernel.protect('bizmeta.record_export_page');
