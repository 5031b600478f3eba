-- What a company knows of a member's work: their number, their title, and whom they report to.
alter table upm.member
  add column employee_no text check (employee_no <> ''),
  add column job_title text not null default '',
  add column superior_id text,
  add constraint member_superior foreign key (tenant_id, superior_id) references upm.member (tenant_id, user_id)
    on delete set null (superior_id),
  add constraint member_not_own_superior check (superior_id <> user_id);
-- A number is one person's among those who work here; a leaver's may be given to another.
create unique index member_employee_no on upm.member (tenant_id, lower(employee_no)) where state <> 'left';
create index member_subordinates on upm.member (tenant_id, superior_id) where superior_id is not null;

-- Sheets that were checked without what is known of the work are uploaded again.
delete from upm.user_import where done_at is null;

-- Who comes back has their number again, unless it was given to another meanwhile.
create function upm.number_of_returning() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
begin
  if exists (select from upm.member m where m.tenant_id = new.tenant_id and m.user_id <> new.user_id and m.state <> 'left'
    and lower(m.employee_no) = lower(new.employee_no)) then
    new.employee_no := null;
  end if;
  return new;
end $f$;
create trigger number_of_returning before update of state on upm.member for each row
  when (old.state = 'left' and new.state <> 'left' and new.employee_no is not null) execute function upm.number_of_returning();

-- As before, and what is known of the work goes along: to a former member who comes back as well. Who reported to the place
-- reports to the person.
create or replace function upm.move_place(of_tenant text, place text, person text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
declare
  known upm.member;
begin
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
  delete from upm.member where tenant_id = of_tenant and user_id = place;
end $f$;
