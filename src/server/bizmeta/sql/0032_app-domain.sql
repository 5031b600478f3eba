-- The name an app is opened by: /x/<domain>.
alter table bizmeta.app add column domain text check (domain = lower(domain));
create unique index app_domain on bizmeta.app (tenant_id, domain);
