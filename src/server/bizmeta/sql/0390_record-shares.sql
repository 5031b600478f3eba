-- Single records shared with people, departments with those below, roles and work groups (docs/permission.md).

-- What shares of an object give: operations, and rights on fields by their ids. Few differ, so that a person's rows are found by the
-- keys of those they have.
create table bizmeta.record_share_grant (
  tenant_id text not null,
  object_id uuid not null,
  key text not null,
  granted jsonb not null,
  primary key (tenant_id, object_id, key),
  foreign key (tenant_id, object_id) references bizmeta.object on delete cascade
);
select kernel.protect('bizmeta.record_share_grant');
create policy owner on bizmeta.record_share_grant to current_user using (true) with check (true);

create table bizmeta.record_share (
  tenant_id text not null,
  id uuid not null,
  object_id uuid not null,
  record_id uuid not null,
  user_id text,
  dept_id text,
  role_id text,
  work_group_id text,
  level text not null check (level in ('view', 'edit', 'all')),
  grant_key text not null,
  expires_at timestamptz(3),
  note text not null default '',
  reason text not null default 'manual' check (reason in ('manual')),
  created_at timestamptz(3) not null default now(),
  created_by text not null,
  primary key (tenant_id, id),
  check (num_nonnulls(user_id, dept_id, role_id, work_group_id) = 1),
  constraint record_share_once unique nulls not distinct
    (tenant_id, object_id, record_id, user_id, dept_id, role_id, work_group_id),
  foreign key (tenant_id, object_id, grant_key) references bizmeta.record_share_grant on delete cascade,
  foreign key (tenant_id, user_id) references upm.member (tenant_id, user_id) on delete cascade,
  foreign key (tenant_id, dept_id) references upm.dept on delete cascade,
  foreign key (tenant_id, role_id) references upm.role on delete cascade,
  foreign key (tenant_id, work_group_id) references upm.work_group on delete cascade
);
create index on bizmeta.record_share (tenant_id, user_id) where user_id is not null;
create index on bizmeta.record_share (tenant_id, dept_id) where dept_id is not null;
create index on bizmeta.record_share (tenant_id, role_id) where role_id is not null;
create index on bizmeta.record_share (tenant_id, work_group_id) where work_group_id is not null;
create index on bizmeta.record_share (tenant_id, object_id, grant_key);
create index on bizmeta.record_share (tenant_id, expires_at) where expires_at is not null;
select kernel.protect('bizmeta.record_share');
-- Members are deleted, and leave, also where no company has been entered.
create policy owner on bizmeta.record_share to current_user using (true) with check (true);

-- Nothing is shared with who has left, nor when they come back.
create function bizmeta.leave_record_shares() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
begin
  delete from bizmeta.record_share s where s.tenant_id = new.tenant_id and s.user_id = new.user_id;
  return null;
end $f$;
create trigger leave_record_shares after update of state on upm.member for each row
  when (new.state = 'left' and old.state <> 'left') execute function bizmeta.leave_record_shares();

-- A transaction notes whom its shares are with, and raises their numbers when it commits, all at once: the order of the rows it
-- changed does not decide the order of the locks.
create function bizmeta.note_record_share() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
declare
  noted text := coalesce(current_setting('huozi.shared_with', true), '');
  subject text := case tg_op when 'DELETE' then old.tenant_id || E'\t' || coalesce(old.user_id, '')
    else new.tenant_id || E'\t' || coalesce(new.user_id, '') end || E'\n';
begin
  if position(E'\n' || subject in E'\n' || noted) = 0 then perform set_config('huozi.shared_with', noted || subject, true); end if;
  return null;
end $f$;
create trigger note_record_share after insert or update or delete on bizmeta.record_share
  for each row execute function bizmeta.note_record_share();

create function bizmeta.raise_record_share() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
declare
  noted text := coalesce(current_setting('huozi.shared_with', true), '');
  company record;
begin
  if noted = '' then return null; end if;
  perform set_config('huozi.shared_with', '', true);
  for company in select split_part(each, E'\t', 1) as id, array_agg(split_part(each, E'\t', 2)) as users
    from unnest(string_to_array(rtrim(noted, E'\n'), E'\n')) each group by 1 order by 1
  loop
    perform upm.raise_person_rights(company.id, company.users);
  end loop;
  return null;
end $f$;
create constraint trigger raise_rights after insert or update or delete on bizmeta.record_share
  deferrable initially deferred for each row execute function bizmeta.raise_record_share();
