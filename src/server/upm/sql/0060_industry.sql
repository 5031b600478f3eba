-- What a company offers to others of its industry.
create table upm.industry_resource (
  tenant_id text not null references upm.tenant,
  id text not null,
  title text not null,
  intro text not null default '',
  category text not null,
  visibility text not null check (visibility in ('public', 'region', 'invited')),
  invited text[] not null default '{}',
  -- Of the company that offers it.
  region text not null references upm.region,
  status text not null default 'draft' check (status in ('draft', 'reviewing', 'listed', 'delisted')),
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  listed_at timestamptz,
  primary key (tenant_id, id)
);
create unique index industry_resource_id on upm.industry_resource (id);
create index on upm.industry_resource (listed_at desc, id) where status = 'listed';
select kernel.protect('upm.industry_resource');

-- Listed ones are seen by other companies that have the industry package, each by its visibility; nothing else of them is.
create policy listed on upm.industry_resource for select to huozi_meta using (
  status = 'listed' and exists (
    select 1 from upm.tenant t
    where t.id = current_setting('huozi.tenant', true) and t.version_type = 'er_std'
      and (visibility = 'public' or (visibility = 'region' and t.region = industry_resource.region) or (visibility = 'invited' and t.id = any(invited)))));
