-- One way to number: automatic numbers are taken like codes of a rule. A field's own segments stand in its settings, its counters
-- beside those of the company's rules, named by the field's id. Fields go on from the highest number there is: one that numbered
-- the records it found has no counter yet.
do $do$
declare
  company record;
  one record;
  rule json;
  look text;
  today text := to_char(now() at time zone 'Asia/Shanghai', 'YYYYMMDD');
  most bigint;
begin
  for company in select id, no from upm.tenant loop
    perform set_config('huozi.tenant', company.id, true);
    insert into system.code_counter (tenant_id, rule_id, period, value) select tenant_id, field_id::text, period, value from bizmeta.counter where tenant_id = company.id;
    for one in
      select f.id, f.no, f.settings, o.no as object_no, o.deleted_at from bizmeta.field f join bizmeta.object o on o.tenant_id = f.tenant_id and o.id = f.object_id where f.tenant_id = company.id and f.type = 'autoNumber'
    loop
      rule := coalesce(one.settings -> 'numberRule', '{}');
      look := coalesce(rule ->> 'prefix', '') || left(today, case coalesce(rule ->> 'date', 'none') when 'none' then 0 else length(rule ->> 'date') end);
      execute format('select max(substr(f_%1$s, %2$s)::bigint) from t_%3$s.o_%4$s where starts_with(f_%1$s, %5$L) and substr(f_%1$s, %2$s) ~ ''^[0-9]{1,15}$''', one.no, length(look) + 1, company.no, one.object_no, look) into most;
      if most is not null then
        insert into system.code_counter as c (tenant_id, rule_id, period, value)
          values (company.id, one.id::text, left(today, case coalesce(rule ->> 'reset', 'never') when 'year' then 4 when 'month' then 6 when 'day' then 8 else 0 end), most)
          on conflict (tenant_id, rule_id, period) do update set value = greatest(c.value, excluded.value);
      end if;
      update bizmeta.field set settings = (one.settings::jsonb || jsonb_build_object('numberRule', jsonb_build_object(
        'segments',
          case when coalesce(rule ->> 'prefix', '') = '' then '[]'::jsonb else jsonb_build_array(jsonb_build_object('kind', 'const', 'text', rule ->> 'prefix')) end
          || case when coalesce(rule ->> 'date', 'none') = 'none' then '[]'::jsonb else jsonb_build_array(jsonb_build_object('kind', 'date', 'format', rule ->> 'date')) end
          || jsonb_build_array(jsonb_build_object('kind', 'seq', 'length', coalesce((rule ->> 'digits')::integer, 4), 'start', coalesce((rule ->> 'start')::integer, 1))),
        'reset', coalesce(rule ->> 'reset', 'never'))))::json where tenant_id = company.id and id = one.id;
    end loop;
    -- Describes that are remembered are those of before.
    update bizmeta.catalog set version = version + 1 where tenant_id = company.id;
  end loop;
end $do$;
drop table bizmeta.counter;
