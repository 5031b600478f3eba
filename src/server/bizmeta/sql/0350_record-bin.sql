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
declare
  company record;
  it record;
begin
  for company in select id, no from upm.tenant loop
    perform set_config('huozi.tenant', company.id, true);
    for it in select 't_' || company.no as space, 'o_' || no as tab from bizmeta.object where tenant_id = company.id
      and parent_field is null and to_regclass(format('t_%s.o_%s', company.no, no)) is not null
    loop
      execute format('update %I.%I set deleted_at = now() where deleted_at is not null', it.space, it.tab);
      execute format('create index if not exists %I on %I.%I (deleted_at desc, id desc) where deleted_at is not null', it.tab || '_bin', it.space, it.tab);
      execute format('create index if not exists %I on %I.%I (deleted_by, deleted_at desc, id desc) where deleted_at is not null', it.tab || '_bin_by', it.space, it.tab);
    end loop;
  end loop;
  perform set_config('huozi.tenant', '', true);
end $f$;
