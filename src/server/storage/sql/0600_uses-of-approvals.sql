-- A use of kind 'submission' opened a file to every member. Files of an approval's opinions are now its own kind, read by who may look
-- at it. Those handed in by a form are the record's, which was written with them; where it was deleted for good, so are they.
alter table storage.file_use drop constraint file_use_kind_check;
do $f$
declare
  company record;
begin
  for company in select id from upm.tenant loop
    perform set_config('huozi.tenant', company.id, true);
    continue when not exists (select from storage.file_use where tenant_id = company.id and kind = 'submission');
    if to_regclass('bpm.flow_instance') is not null then
      execute $q$update storage.file_use u set kind = 'approval' where tenant_id = $1 and kind = 'submission'
        and exists (select from bpm.flow_instance i where i.tenant_id = $1 and i.id::text = u.item)$q$ using company.id;
    end if;
    with gone as (delete from storage.file_use where tenant_id = company.id and kind = 'submission' returning file_id)
      update storage.file f set attached = false where tenant_id = company.id and id in (select file_id from gone)
        and not exists (select from storage.file_use u where u.tenant_id = f.tenant_id and u.file_id = f.id and u.kind <> 'submission');
  end loop;
  perform set_config('huozi.tenant', '', true);
end $f$;
alter table storage.file_use add constraint file_use_kind_check check (kind in ('record', 'page', 'setting', 'approval'));
