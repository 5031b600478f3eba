-- The fields of a section become items, which may say how many of its columns they take.
do $f$
declare
  company record;
begin
  for company in select id from upm.tenant loop
    perform set_config('huozi.tenant', company.id, true);
    update bizmeta.object set sections = (
      select json_agg(
        (section - 'fields') || jsonb_build_object('items', (
          select coalesce(jsonb_agg(jsonb_build_object('field', field) order by place), '[]')
          from jsonb_array_elements_text(section -> 'fields') with ordinality as f (field, place)
        )) order by n
      )
      from jsonb_array_elements(sections::jsonb) with ordinality as s (section, n)
    )
    where json_array_length(sections) > 0;
  end loop;
  perform set_config('huozi.tenant', '', true);
end $f$;
