-- A company's short name, which it chooses when it registers.
alter table upm.tenant add column if not exists code text;
create unique index if not exists tenant_code on upm.tenant (lower(code));

-- 'invited': somebody was asked to join and has not answered. A person in this state has no password and has proven
-- nothing; whoever proves to hold the mobile number or e-mail address becomes this person.
alter table upm.app_user drop constraint app_user_state_check, add constraint app_user_state_check check (state in ('active', 'off', 'invited'));
alter table upm.member drop constraint member_state_check, add constraint member_state_check check (state in ('active', 'off', 'invited'));
-- The company a person worked in last: the one they enter when they sign in.
alter table upm.app_user add column last_tenant_id text references upm.tenant on delete set null;
grant insert, update on upm.app_user to huozi_gate;
create function upm.remember_tenant() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $f$
begin
  update upm.app_user set last_tenant_id = new.tenant_id where id = new.user_id and last_tenant_id is distinct from new.tenant_id;
  return null;
end $f$;
create trigger session_opened after insert or update of tenant_id on upm.session for each row execute function upm.remember_tenant();
-- The door lets people in who were asked to come: their membership, its role and its departments.
grant insert, update on upm.member to huozi_gate;
grant insert on upm.user_role to huozi_gate;
select kernel.open_to_gate('upm.user_dept', 'select, insert');

-- Codes sent to a mobile number or e-mail address. The row is written whether or not anybody is known there, so that asking
-- tells nothing; a day's rows are what sending is limited by. Stored hashed.
create table upm.code (
  id text primary key,
  purpose text not null,
  target text not null,
  code_hash bytea not null,
  tries integer not null default 0,
  ip text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index on upm.code (target, created_at);
create index on upm.code (ip, created_at);
create index on upm.code (created_at);
select kernel.open_to_gate('upm.code', 'select, insert, update, delete');

-- One-time secrets of 32 bytes: links in mails, what a right code was exchanged for, what is handed to another host, the
-- state of a sign-in elsewhere. Deleted when used. Stored hashed.
create table upm.ticket (
  hash bytea primary key,
  kind text not null,
  user_id text references upm.app_user on delete cascade,
  tenant_id text references upm.tenant on delete cascade,
  target text,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index on upm.ticket (user_id);
create index on upm.ticket (target);
create index on upm.ticket (expires_at);
select kernel.open_to_gate('upm.ticket', 'select, insert, update, delete');

-- How often somebody did something within a time: registering, looking up names.
create table upm.throttle (key text primary key, times integer not null, since timestamptz not null default now());
create index on upm.throttle (since);
select kernel.open_to_gate('upm.throttle', 'select, insert, update, delete');

-- Where else a person is known.
create table upm.identity (
  provider text not null,
  subject text not null,
  user_id text not null references upm.app_user on delete cascade,
  nickname text not null default '',
  created_at timestamptz not null default now(),
  primary key (provider, subject)
);
create unique index identity_person on upm.identity (user_id, provider);
select kernel.open_to_gate('upm.identity', 'select, insert, update, delete');

-- The link by which anybody who has it may join a company; administrators are shown it, so it is kept readable, under
-- row-level security. The door finds it by its hash and never sees the token.
create table upm.invite (
  tenant_id text not null references upm.tenant,
  id text not null,
  token text not null,
  token_hash bytea not null unique,
  status text not null default 'on' check (status in ('on', 'off')),
  expires_at timestamptz not null,
  dept_id text,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, dept_id) references upm.dept on delete set null (dept_id)
);
create unique index invite_on on upm.invite (tenant_id) where status = 'on';
select kernel.protect('upm.invite');
select kernel.open_to_gate('upm.invite', 'delete');
revoke delete on upm.invite from huozi_gate;
grant select (tenant_id, id, token_hash, status, expires_at, dept_id, created_by) on upm.invite to huozi_gate;

-- Who was asked in person, where the invitation went, and until when its link opens. Taken away when it is accepted.
create table upm.invitation (
  tenant_id text not null,
  user_id text not null,
  link_hash bytea not null unique,
  mobile text,
  email text,
  invited_by text not null,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references upm.member on delete cascade,
  check (num_nonnulls(mobile, email) = 1)
);
create index on upm.invitation (mobile);
create index on upm.invitation (email);
select kernel.protect('upm.invitation');
select kernel.open_to_gate('upm.invitation', 'select, delete');

-- What a company sees of the person behind a member. Of somebody who was asked and has not come, only what it wrote itself.
create or replace view upm.member_person with (security_barrier) as
  select m.tenant_id, m.user_id,
    case m.state when 'invited' then '' else u.account end as account,
    case m.state when 'invited' then i.mobile else u.mobile end as mobile,
    case m.state when 'invited' then i.email else u.email end as email,
    m.state <> 'invited' and u.password_hash is not null as has_pwd
  from upm.member m
  join upm.app_user u on u.id = m.user_id
  left join upm.invitation i on i.tenant_id = m.tenant_id and i.user_id = m.user_id
  where m.tenant_id = current_setting('huozi.tenant', true);

-- The person behind a mobile number or e-mail address, for inviting them from within a company, which cannot see persons:
-- the one who has proven to hold it, else a new one who has proven nothing. Answers only the id.
create function upm.person_to_invite(new_id text, new_account text, of_mobile text, of_email text) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
declare
  found text;
begin
  insert into upm.app_user (id, account, mobile, email, state) values (new_id, new_account, of_mobile, of_email, 'invited') on conflict do nothing;
  select id into strict found from upm.app_user where mobile = of_mobile or lower(email) = lower(of_email);
  return found;
end $f$;
revoke execute on function upm.person_to_invite(text, text, text, text) from public;
grant execute on function upm.person_to_invite(text, text, text, text) to huozi_meta;

-- Ends sessions of a person in a company, all or all but one. Within a company only its own.
create function upm.end_sessions(of_tenant text, of_user text, but text) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
declare
  inside text := nullif(current_setting('huozi.tenant', true), '');
  ended integer;
begin
  if inside is not null and inside is distinct from of_tenant then raise exception 'sessions of another company'; end if;
  delete from upm.session where user_id = of_user and (of_tenant is null or tenant_id = of_tenant) and (but is null or id <> but);
  get diagnostics ended = row_count;
  return ended;
end $f$;
revoke execute on function upm.end_sessions(text, text, text) from public;
grant execute on function upm.end_sessions(text, text, text) to huozi_meta, huozi_gate;
