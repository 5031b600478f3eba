-- A backup reads every row. The owner of the tables is a superuser in the embedded database; elsewhere row-level security is
-- forced on it too, so each protected table gets a policy for reading. It opens only where a transaction asks for it
-- (huozi.backup), and for the owner alone: everything else the owner does sees one tenant, as before.
create function kernel.open_to_backup(tab regclass) returns void language plpgsql as $f$
begin
  execute format('create policy backup on %s for select to current_user using (current_setting(''huozi.backup'', true) = ''on'')', tab);
end $f$;

create or replace function kernel.protect(tab regclass, tenant_column text default 'tenant_id') returns void language plpgsql as $f$
declare
  own text := format('%I = current_setting(''huozi.tenant'', true)', tenant_column);
begin
  execute format('alter table %s enable row level security', tab);
  execute format('alter table %s force row level security', tab);
  execute format('create policy tenant on %s using (%s) with check (%s)', tab, own, own);
  perform kernel.open_to_backup(tab);
  execute format('grant select, insert, update, delete on %s to huozi_meta', tab);
end $f$;

-- Tables that were protected before.
select kernel.open_to_backup(c.oid::regclass) from pg_class c
  where c.relforcerowsecurity
    and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant')
    and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'backup');
