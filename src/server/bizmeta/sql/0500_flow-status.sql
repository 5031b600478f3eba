-- Where the approval of a record is, and the instance that keeps it from being changed.
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
      execute format('alter table %I.%I add column flow_status text, add column flow_lock uuid', it.space, it.tab);
    end loop;
  end loop;
  perform set_config('huozi.tenant', '', true);
end $f$;
