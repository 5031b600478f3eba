-- What a role may do beyond being a member; the codes are those of contract/functions.ts.
create table upm.role_function (
  tenant_id text not null,
  role_id text not null,
  function text not null,
  primary key (tenant_id, role_id, function),
  foreign key (tenant_id, role_id) references upm.role on delete cascade
);
select kernel.protect('upm.role_function');
select kernel.open_to_gate('upm.role_function', 'select');
insert into upm.role_function select tenant_id, id, 'build.use' from upm.role where code = 'tenant_builder';

-- Open sessions are shown to their person by an id of their own: the token's hash never leaves.
alter table upm.session
  add column id text not null default gen_random_uuid()::text,
  add column ip text not null default '',
  add column user_agent text not null default '';
create unique index session_id on upm.session (id);
alter table upm.session alter column id drop default;

-- What an administrator's list of members shows of the person behind a member: of the tenant's own members only.
create view upm.member_person with (security_barrier) as
  select m.tenant_id, m.user_id, u.account, u.mobile, u.email, u.password_hash is not null as has_pwd
  from upm.member m join upm.app_user u on u.id = m.user_id
  where m.tenant_id = current_setting('huozi.tenant', true);
grant select on upm.member_person to huozi_meta;

-- Name, full pinyin and initials, for finding people as they are typed; see server/upm/people/search-key.ts.
alter table upm.member add column search_key text not null default '';

insert into upm.region values ('cn-south', '华南');
