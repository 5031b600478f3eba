-- Dictionaries: a catalogue of kinds and their items.
create table system.dict (
  tenant_id text not null,
  id text not null,
  code text not null,
  name text not null,
  note text not null default '',
  sort integer not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, code)
);
select kernel.protect('system.dict');
