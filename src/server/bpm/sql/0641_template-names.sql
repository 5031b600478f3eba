-- A name is one template's of those in use. Restoring could make two of a name: the later ones get a number.
do $f$
declare
  company record;
  twin record;
  free text;
  n integer;
begin
  for company in select id from upm.tenant loop
    perform set_config('huozi.tenant', company.id, true);
    for twin in
      select t.id, t.name from bpm.flow_template t
        where t.tenant_id = company.id and t.deleted_at is null and exists (select from bpm.flow_template o
          where o.tenant_id = t.tenant_id and o.deleted_at is null and lower(o.name) = lower(t.name)
            and (o.created_at, o.id) < (t.created_at, t.id))
        order by t.created_at, t.id
    loop
      n := 2;
      loop
        free := twin.name || ' ' || n;
        exit when not exists (select from bpm.flow_template o where o.tenant_id = company.id
          and o.deleted_at is null and lower(o.name) = lower(free));
        n := n + 1;
      end loop;
      update bpm.flow_template set name = free where tenant_id = company.id and id = twin.id;
    end loop;
  end loop;
  perform set_config('huozi.tenant', '', true);
end $f$;
create unique index flow_template_name on bpm.flow_template (tenant_id, lower(name)) where deleted_at is null;
