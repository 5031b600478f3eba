-- What lists of large objects asked for: the shape of the question (columns and operators, no values), how often, how long it took and
-- how many rows the plan reads. A builder sees from it which index would help (decision 17).
create table bizmeta.list_use (
  tenant_id text not null,
  object_id uuid not null,
  -- Canonical JSON, at most 2,000 characters.
  shape text not null,
  times bigint not null,
  total_ms double precision not null,
  most_ms double precision not null,
  -- By the plan; null while no slow one has been estimated.
  rows_read bigint,
  last_at timestamptz not null default now(),
  primary key (tenant_id, object_id, shape),
  foreign key (tenant_id, object_id) references bizmeta.object on delete cascade
);
select kernel.protect('bizmeta.list_use');

-- `chosen` by a builder; `refused`: a builder dropped it, so that it is not built again by itself. How long the building took says how
-- long the next one will.
alter table bizmeta.object_index drop constraint object_index_reason_check;
alter table bizmeta.object_index add constraint object_index_reason_check
  check (reason in ('search', 'owner', 'view', 'unique', 'lookup', 'asked', 'chosen'));
alter table bizmeta.object_index drop constraint object_index_state_check;
alter table bizmeta.object_index add constraint object_index_state_check
  check (state in ('wanted', 'building', 'ready', 'failed', 'unwanted', 'refused'));
alter table bizmeta.object_index add column built_ms integer, add column built_rows bigint;
