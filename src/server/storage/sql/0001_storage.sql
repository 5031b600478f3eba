-- Uploaded files. The bytes lie in DATA_DIR/files/<tenant>/<path>; a row exists only when they are whole.
create table storage.file (
  tenant_id text not null,
  id text not null,
  name text not null,
  size integer not null,
  mime text not null,
  sha256 bytea not null,
  path text not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
select kernel.protect('storage.file');
