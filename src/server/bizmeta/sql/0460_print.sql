-- Printing is granted from now on (docs/permission.md): who may view records so far may print them.
do $f$
declare
  company record;
begin
  for company in select id from upm.tenant loop
    perform set_config('huozi.tenant', company.id, true);
    update bizmeta.authority_group g set grants = (
      select jsonb_object_agg(e.key, case when e.value -> 'ops' ? 'view' and not e.value -> 'ops' ? 'print'
        then jsonb_set(e.value, '{ops}', (e.value -> 'ops') || '["print"]') else e.value end)
      from jsonb_each(g.grants) e)
      where g.tenant_id = company.id and g.grants <> '{}';
  end loop;
  perform set_config('huozi.tenant', '', true);
end $f$;

-- What shares give is found by a key of its text, which is another now.
insert into bizmeta.record_share_grant (tenant_id, object_id, key, granted)
  select g.tenant_id, g.object_id, md5(n.granted::text), n.granted
  from bizmeta.record_share_grant g
  cross join lateral (select jsonb_set(g.granted, '{ops}', (g.granted -> 'ops') || '["print"]') as granted) n
  where not g.granted -> 'ops' ? 'print'
  on conflict do nothing;
update bizmeta.record_share s set grant_key = md5(jsonb_set(g.granted, '{ops}', (g.granted -> 'ops') || '["print"]')::text)
  from bizmeta.record_share_grant g
  where g.tenant_id = s.tenant_id and g.object_id = s.object_id and g.key = s.grant_key and not g.granted -> 'ops' ? 'print';
delete from bizmeta.record_share_grant g where not g.granted -> 'ops' ? 'print';
