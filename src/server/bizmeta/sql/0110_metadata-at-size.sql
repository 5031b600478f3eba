-- Finding an object's metadata is a chain of look-ups by these, under row-level security, which names the tenant. An index on
-- lower(api_name) cannot serve there: lower() may tell of rows it is given, so the policy has to be asked first.
create index object_api_name on bizmeta.object (tenant_id, api_name) where deleted_at is null;
-- Figures over an object's records are looked for with every change of it.
create index field_rollup on bizmeta.field (tenant_id, object_id) where type = 'rollup' and removed_at is null;
create index field_object on bizmeta.field (tenant_id, object_id);

-- How often a value repeats never depends on what a statistic happened to see: an ANALYZE of the first few objects would
-- otherwise say that one value is the whole table, and a plan would read all of it. Negative: a share of the rows.
alter table bizmeta.object alter column id set (n_distinct = -1), alter column api_name set (n_distinct = -0.5),
  alter column parent_field set (n_distinct = -0.5), alter column app_id set (n_distinct = -0.1);
alter table bizmeta.field alter column id set (n_distinct = -1), alter column object_id set (n_distinct = -0.05),
  alter column ref_object set (n_distinct = -0.2);

-- Which objects each version of a company's catalogue touched: ids and names, old and new, so that a process drops only
-- what a change concerns. A version without a row concerns everything; old rows are deleted.
create table bizmeta.catalog_change (
  tenant_id text not null,
  version bigint not null,
  touched text[] not null,
  primary key (tenant_id, version)
);
select kernel.protect('bizmeta.catalog_change');

analyze bizmeta.object, bizmeta.field;
