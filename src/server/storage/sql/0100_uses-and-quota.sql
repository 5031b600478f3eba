-- Where a file is used. A use is written in the transaction that uses the file and stays: change logs, the recycle bin and
-- earlier versions of a page go on naming it. `item` is the record, the page's key or the form's submission; `table_no` is
-- the number of the table whose column holds the file (t_<tenant>.o_<table_no>), null for what is no record.
create table storage.file_use (
  tenant_id text not null,
  file_id text not null,
  kind text not null check (kind in ('record', 'page', 'submission', 'setting')),
  item text not null,
  table_no integer,
  primary key (tenant_id, file_id, kind, item),
  -- Without cascade: nothing removes a file that is used.
  foreign key (tenant_id, file_id) references storage.file
);
select kernel.protect('storage.file_use');

-- `attached`: has a use. One that has none may be removed after keep_until. Files from before have more time: a smart form
-- keeps what was uploaded to it for a week.
alter table storage.file
  add column attached boolean not null default false,
  add column keep_until timestamptz not null default now() + interval '9 days';
alter table storage.file alter column keep_until set default now() + interval '2 days';
create index file_unattached on storage.file (tenant_id, keep_until) where not attached;

-- Bytes a company's files take, and its own limit; null: the installation's. Whoever runs the platform sets the limit.
create table storage.space (
  tenant_id text primary key,
  used_bytes bigint not null check (used_bytes >= 0),
  limit_bytes bigint check (limit_bytes > 0)
);
select kernel.protect('storage.space');
revoke insert, update, delete on storage.space from huozi_meta;
grant insert (tenant_id, used_bytes), update (used_bytes) on storage.space to huozi_meta;

-- What one person, or one address of visitors, uploaded in a day.
create table storage.sender_day (
  tenant_id text not null,
  sender text not null,
  day date not null,
  bytes bigint not null,
  files integer not null,
  primary key (tenant_id, sender, day)
);
select kernel.protect('storage.sender_day');

-- Files from before: every text a company's tables hold is searched for the ids of its files, so that no place is missed.
-- form_file lists uploads, submitted or not, and is no use by itself.
do $f$
declare
  company record;
  place record;
  owner_column text;
begin
  for company in select id, no from upm.tenant loop
    perform set_config('huozi.tenant', company.id, true);
    continue when not exists (select from storage.file where tenant_id = company.id);
    insert into storage.space (tenant_id, used_bytes) select company.id, sum(size) from storage.file where tenant_id = company.id;
    for place in
      select c.table_schema as schema, c.table_name as tab, c.column_name as col
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where t.table_type = 'BASE TABLE' and c.data_type in ('json', 'jsonb', 'text', 'character varying')
        and (c.table_schema = 't_' || company.no or c.table_schema in ('bizmeta', 'upm', 'system', 'msg') and c.table_name <> 'form_file'
          and exists (select from information_schema.columns o where o.table_schema = c.table_schema and o.table_name = c.table_name and o.column_name = 'tenant_id'))
    loop
      select column_name into owner_column from information_schema.columns
        where place.schema = 't_' || company.no and table_schema = place.schema and table_name = place.tab and column_name in ('record_id', 'parent_id', 'id')
        order by array_position(array['record_id', 'parent_id', 'id'], column_name::text) limit 1;
      execute format(
        $q$insert into storage.file_use (tenant_id, file_id, kind, item, table_no)
          select distinct $1, f.id, %L, %s, %s from %I.%I r
          cross join lateral regexp_matches(r.%I::text, '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}', 'g') m(found)
          join storage.file f on f.tenant_id = $1 and f.id = m.found[1]
          where %s on conflict do nothing$q$,
        case when owner_column is null then 'setting' else 'record' end,
        case when owner_column is null then quote_literal(place.schema || '.' || place.tab) else format('r.%I::text', owner_column) end,
        coalesce(substring(place.tab from '^o_(\d+)'), 'null') || '::integer',
        place.schema, place.tab, place.col,
        case when place.schema = 't_' || company.no then 'true' else 'r.tenant_id = $1' end) using company.id;
    end loop;
    update storage.file f set attached = true
      where tenant_id = company.id and exists (select from storage.file_use u where u.tenant_id = f.tenant_id and u.file_id = f.id);
  end loop;
  perform set_config('huozi.tenant', '', true);
end $f$;
