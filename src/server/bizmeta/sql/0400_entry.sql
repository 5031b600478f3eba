-- An application is entered by every member, or by those whom an authority group lets in (docs/permission.md).
alter table bizmeta.app add column default_access text not null default 'all' check (default_access in ('all', 'none'));
-- Closed pages that the members of a group may open, and closed applications they may enter.
alter table bizmeta.authority_group add column pages text[] not null default '{}', add column apps uuid[] not null default '{}';

-- Pages of the company's own that only members of groups open which grant them.
create table bizmeta.closed_page (
  tenant_id text not null,
  key text not null,
  primary key (tenant_id, key)
);
select kernel.protect('bizmeta.closed_page');

create constraint trigger raise_rights after insert or delete on bizmeta.closed_page
  deferrable initially deferred for each row execute function upm.raise_rights();
create constraint trigger raise_rights_on_change after update on bizmeta.app
  deferrable initially deferred for each row when (old.default_access is distinct from new.default_access
    or old.deleted_at is distinct from new.deleted_at) execute function upm.raise_rights();
