-- What the deletion of a record (`cause`) did to others, so that restoring it can take it back: a record deleted with it (`record`),
-- a lookup of a record or of a sub-table's row that was emptied (`link`; `place` is its place among several), a row of a sub-table
-- that was removed (`row`; `kept` is the row). It is gone when the cause, or what it did something to, is restored or purged.
create table bizmeta.deletion_effect (
  tenant_id text not null,
  deletion uuid not null,
  kind text not null check (kind in ('record', 'link', 'row')),
  cause_object uuid not null,
  cause uuid not null,
  object_id uuid not null,
  field_id uuid not null,
  record_id uuid not null,
  place integer,
  kept jsonb,
  primary key (tenant_id, cause, field_id, record_id)
);
create index deletion_effect_record on bizmeta.deletion_effect (tenant_id, record_id);
select kernel.protect('bizmeta.deletion_effect');

-- The bin of each object's records, the latest first, and by who deleted them. Records deleted so far are in the bin from now on,
-- for as long as those deleted today.
do $f$
declare it record;
begin
  for it in select t.no as tenant, o.no from bizmeta.object o join upm.tenant t on t.id = o.tenant_id
    where o.parent_field is null and to_regclass(format('t_%s.o_%s', t.no, o.no)) is not null
  loop
    execute format('update t_%s.o_%s set deleted_at = now() where deleted_at is not null', it.tenant, it.no);
    execute format('create index if not exists o_%s_bin on t_%s.o_%s (deleted_at desc, id desc) where deleted_at is not null', it.no, it.tenant, it.no);
    execute format('create index if not exists o_%s_bin_by on t_%s.o_%s (deleted_by, deleted_at desc, id desc) where deleted_at is not null', it.no, it.tenant, it.no);
  end loop;
end $f$;
