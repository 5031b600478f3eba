-- A sub-table's rows are records of an object of their own, which belongs to a field and is never named by anyone.
alter table bizmeta.object add column parent_field uuid;
create index object_parent on bizmeta.object (tenant_id, parent_field) where parent_field is not null;

-- How far the automatic numbers of a field have come in a period. Taking numbers locks the row until the record is kept,
-- so that numbers of records that come one after the other do so too.
create table bizmeta.counter (
  tenant_id text not null,
  field_id uuid not null,
  period text not null,
  value bigint not null,
  primary key (tenant_id, field_id, period)
);
select kernel.protect('bizmeta.counter');
