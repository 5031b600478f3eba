-- Every record has an owner and the department the owner had when they became it. Records made so far belong to the person of a field
-- named `owner` where there is one, else to who created them.
alter table bizmeta.object_index drop constraint object_index_reason_check;
alter table bizmeta.object_index add constraint object_index_reason_check
  check (reason in ('search', 'owner', 'view', 'unique', 'lookup', 'asked'));

-- Changing a column's type with an expression writes the table once and its indexes after it, where an update would write a second
-- version of every row into all of them. Departments are a constant of that expression, by person, so that no row asks for its own.
do $f$
declare
  company record;
  it record;
  depts jsonb;
  owner text;
  -- Larger tables get the indexes of their lists in the background (decision 17).
  small constant bigint := 20000;
begin
  for company in select id, no from upm.tenant loop
    perform set_config('huozi.tenant', company.id, true);
    select coalesce(jsonb_object_agg(m.user_id, m.dept_id), '{}') into depts from (
      select distinct on (ud.user_id) ud.user_id, d.id as dept_id from upm.user_dept ud
        join upm.dept d on d.tenant_id = ud.tenant_id and d.id = ud.dept_id
        where ud.tenant_id = company.id order by ud.user_id, ud.is_main desc, d.sort) m;
    for it in select 't_' || company.no as space, 'o_' || o.no as tab, (select 'f_' || f.no from bizmeta.field f
        where f.tenant_id = company.id and f.object_id = o.id and f.api_name = 'owner' and f.type = 'user'
        and f.removed_at is null) as told
      from bizmeta.object o where o.tenant_id = company.id
      and o.parent_field is null and to_regclass(format('t_%s.o_%s', company.no, o.no)) is not null
    loop
      owner := case when it.told is null then 'created_by' else format('coalesce(nullif(%I, %L), created_by)', it.told, '') end;
      execute format('alter table %I.%I add column owner_id text not null default %L, add column owner_dept text', it.space, it.tab, '');
      execute format('alter table %I.%I alter column owner_id type text using %s, alter column owner_id drop default,
        alter column owner_dept type text using %L::jsonb ->> %s', it.space, it.tab, owner, depts, owner);
      if (select reltuples from pg_class where oid = format('%I.%I', it.space, it.tab)::regclass) < small then
        execute format('create index %I on %I.%I (owner_id) where deleted_at is null', it.tab || '_owner_id', it.space, it.tab);
        execute format('create index %I on %I.%I (owner_dept) where deleted_at is null', it.tab || '_owner_dept', it.space, it.tab);
      end if;
    end loop;
  end loop;
  perform set_config('huozi.tenant', '', true);
end $f$;
