-- An application is a draft until a builder opens it, and may be taken out of use. `nav` is its menu: groups, pages and links, and
-- the objects by id in their order; objects it does not name come after. `domain_active`: /x/<domain> leads to it.
alter table bizmeta.app add column state text not null default 'open' check (state in ('draft', 'open', 'off')),
  add column version integer not null default 1,
  add column domain_active boolean not null default true,
  add column nav json not null default '[]',
  add column deleted_at timestamptz(3),
  add column deleted_by text;
alter table bizmeta.app alter column state set default 'draft';
-- A deleted application's address is free again.
drop index bizmeta.app_domain;
create unique index app_domain on bizmeta.app (tenant_id, domain) where deleted_at is null;

-- `deleted_with` is the application an object was deleted with: restored, it takes these along.
alter table bizmeta.object add column active boolean not null default true,
  add column deleted_by text,
  add column deleted_with uuid;
-- Objects deleted so far are in the bin from now on, for as long as those deleted today.
do $f$
declare
  company record;
begin
  for company in select id from upm.tenant loop
    perform set_config('huozi.tenant', company.id, true);
    update bizmeta.object set deleted_at = now() where deleted_at is not null;
  end loop;
  perform set_config('huozi.tenant', '', true);
end $f$;
create index object_deleted on bizmeta.object (tenant_id, deleted_at) where deleted_at is not null;
