-- What a company tells of itself, the package it has, and the sub-domain it may be served from.
alter table upm.tenant
  add column if not exists code text,
  add column logo_url text not null default '',
  add column industry text not null default '',
  -- A code of upm.public.listArea.
  add column area text not null default '',
  add column address text not null default '',
  add column contact_name text not null default '',
  add column contact_mobile text not null default '',
  add column contact_email text not null default '',
  add column intro text not null default '',
  add column version integer not null default 1,
  add column version_type text not null default 'std' check (version_type in ('std', 'er_std')),
  -- Most active members; null for no limit. Set by who runs the platform, never by the company.
  add column max_members integer check (max_members > 0),
  -- First label of the host; kept in small letters.
  add column domain text check (domain = lower(domain)),
  -- 1: the company is served from its sub-domain.
  add column domain_status smallint not null default 0 check (domain_status in (0, 1) and (domain_status = 0 or domain is not null));
create unique index if not exists tenant_code on upm.tenant (lower(code));
create unique index tenant_domain on upm.tenant (domain);
grant update (name, code, logo_url, industry, area, address, contact_name, contact_mobile, contact_email, intro, version, domain, domain_status) on upm.tenant to huozi_meta;

-- Portraits and logos, made small and square by the server. They are shown by <img>, which carries no session, so the key
-- is random and long: whoever was shown a picture may see it, nobody can guess one.
create table upm.picture (
  key text primary key,
  tenant_id text not null references upm.tenant,
  mime text not null,
  bytes bytea not null,
  created_by text not null,
  created_at timestamptz not null default now()
);
create index on upm.picture (tenant_id);
select kernel.protect('upm.picture');
select kernel.open_to_gate('upm.picture', 'select');

grant update (mobile, email, password_hash) on upm.app_user to huozi_gate;
