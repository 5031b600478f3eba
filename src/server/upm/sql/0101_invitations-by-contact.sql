-- An invitation has an id of its own, which tells nothing, for whoever chooses among those that went to their number.
alter table upm.invitation add column id text not null default gen_random_uuid()::text;
create unique index invitation_id on upm.invitation (id);

-- Until somebody accepts, a company knows what it wrote and nothing else. So the place it keeps belongs to nobody: a new
-- person without a contact, whether or not somebody has the number or address already. Who accepts is found by the contact
-- they have proven to hold. Asked again, the place is the same; who works here or has worked here is found.
create or replace function upm.person_to_invite(new_id text, new_account text, of_mobile text, of_email text) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
declare
  inside text := current_setting('huozi.tenant');
  found_id text;
begin
  -- Of two who invite the same contact at once, the later one finds the place of the first.
  perform pg_advisory_xact_lock(hashtextextended('inviting:' || inside, 0));
  select i.user_id into found_id from upm.invitation i
    where i.tenant_id = inside and (i.mobile = of_mobile or lower(i.email) = lower(of_email));
  if found_id is not null then return found_id; end if;
  select m.user_id into found_id from upm.member m join upm.app_user u on u.id = m.user_id
    where m.tenant_id = inside and m.state <> 'invited' and (u.mobile = of_mobile or lower(u.email) = lower(of_email));
  if found_id is not null then return found_id; end if;
  insert into upm.app_user (id, account, state) values (new_id, new_account, 'invited');
  return new_id;
end $f$;

-- Places kept so far: the contact is in their invitations.
update upm.app_user set mobile = null, email = null where state = 'invited';
-- A place that was answered by somebody who is known, or withdrawn, is deleted.
grant delete on upm.app_user to huozi_gate;

-- Gives a place a company keeps, with its departments, roles, groups and duties, to the person who answered. Who is or was a
-- member already keeps what they have.
create function upm.move_place(of_tenant text, place text, person text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
begin
  insert into upm.member (tenant_id, user_id, real_name, search_key, state)
    select tenant_id, person, real_name, search_key, 'invited' from upm.member where tenant_id = of_tenant and user_id = place
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
  end if;
  update upm.work_group set owner_id = person where tenant_id = of_tenant and owner_id = place;
  delete from upm.member where tenant_id = of_tenant and user_id = place;
end $f$;
revoke execute on function upm.move_place(text, text, text) from public;
grant execute on function upm.move_place(text, text, text) to huozi_gate;
-- The function works as the owner of the tables.
create policy owner on upm.dept_owner to current_user using (true) with check (true);
create policy owner on upm.work_group to current_user using (true) with check (true);
create policy owner on upm.work_group_member to current_user using (true) with check (true);
