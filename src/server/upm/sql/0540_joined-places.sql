-- The person who answered an invitation under an account of their own. The place of the invitation stays, as records may name it:
-- a job gives what does to the person, and lists of people leave it out.
alter table upm.member add column joined_as text;

-- As before, but the place stays among those who left; within a company only its own.
create or replace function upm.move_place(of_tenant text, place text, person text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
declare
  inside text := nullif(current_setting('huozi.tenant', true), '');
  known upm.member;
begin
  if inside is not null and inside <> of_tenant then raise exception 'a place of another company'; end if;
  select * into known from upm.member where tenant_id = of_tenant and user_id = place;
  update upm.member set employee_no = null where tenant_id = of_tenant and user_id = place;
  insert into upm.member (tenant_id, user_id, real_name, search_key, state, employee_no, job_title, superior_id)
    select tenant_id, person, real_name, search_key, 'invited', known.employee_no, job_title, superior_id from upm.member
      where tenant_id = of_tenant and user_id = place
    on conflict do nothing;
  if found then
    insert into upm.user_role (tenant_id, user_id, role_id)
      select tenant_id, person, role_id from upm.user_role where tenant_id = of_tenant and user_id = place;
    insert into upm.user_dept (tenant_id, user_id, dept_id, is_main)
      select tenant_id, person, dept_id, is_main from upm.user_dept where tenant_id = of_tenant and user_id = place;
    insert into upm.dept_owner (tenant_id, dept_id, user_id, sort)
      select tenant_id, dept_id, person, sort from upm.dept_owner where tenant_id = of_tenant and user_id = place;
    insert into upm.work_group_member (tenant_id, group_id, user_id)
      select tenant_id, group_id, person from upm.work_group_member where tenant_id = of_tenant and user_id = place
      on conflict do nothing;
  else
    update upm.member set employee_no = coalesce(known.employee_no, employee_no), job_title = known.job_title,
      superior_id = nullif(known.superior_id, person)
      where tenant_id = of_tenant and user_id = person and state = 'left';
  end if;
  update upm.work_group set owner_id = person where tenant_id = of_tenant and owner_id = place;
  update upm.member set superior_id = nullif(person, user_id) where tenant_id = of_tenant and superior_id = place;
  delete from upm.invitation where tenant_id = of_tenant and user_id = place;
  delete from upm.user_role where tenant_id = of_tenant and user_id = place;
  delete from upm.user_dept where tenant_id = of_tenant and user_id = place;
  delete from upm.dept_owner where tenant_id = of_tenant and user_id = place;
  delete from upm.work_group_member where tenant_id = of_tenant and user_id = place;
  update upm.member set state = 'left', left_at = now(), heir_id = person, joined_as = person, superior_id = null,
    version = version + 1 where tenant_id = of_tenant and user_id = place;
end $f$;
grant execute on function upm.move_place(text, text, text) to huozi_meta;
