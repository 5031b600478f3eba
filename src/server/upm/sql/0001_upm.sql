-- Places where data lives. The same for everyone, so not guarded by tenant.
create table upm.region (code text primary key, name text not null);
grant select on upm.region to huozi_meta, huozi_gate;
insert into upm.region values ('cn-east', '华东');

create table upm.tenant (
  id text primary key,
  no integer not null unique,
  name text not null,
  region text not null references upm.region,
  state text not null default 'active' check (state in ('active', 'off')),
  demo boolean not null default false,
  created_at timestamptz not null default now()
);
select kernel.protect('upm.tenant', 'id');
revoke insert, update, delete on upm.tenant from huozi_meta;
select kernel.open_to_gate('upm.tenant', 'select');

-- A person who can sign in. One person may be a member of several tenants, so tenants see members, never this table.
create table upm.app_user (
  id text primary key,
  account text not null,
  mobile text,
  email text,
  password_hash text,
  state text not null default 'active' check (state in ('active', 'off')),
  created_at timestamptz not null default now()
);
create unique index app_user_account on upm.app_user (lower(account));
create unique index app_user_mobile on upm.app_user (mobile);
create unique index app_user_email on upm.app_user (lower(email));
select kernel.open_to_gate('upm.app_user', 'select');

create table upm.member (
  tenant_id text not null references upm.tenant,
  user_id text not null references upm.app_user,
  real_name text not null,
  head_img_url text not null default '',
  state text not null default 'active' check (state in ('active', 'off')),
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id)
);
create index on upm.member (user_id);
select kernel.protect('upm.member');
select kernel.open_to_gate('upm.member', 'select');

create table upm.role (
  tenant_id text not null references upm.tenant,
  id text not null,
  code text not null,
  name text not null,
  primary key (tenant_id, id),
  unique (tenant_id, code)
);
select kernel.protect('upm.role');
select kernel.open_to_gate('upm.role', 'select');

create table upm.user_role (
  tenant_id text not null,
  user_id text not null,
  role_id text not null,
  primary key (tenant_id, user_id, role_id),
  foreign key (tenant_id, user_id) references upm.member on delete cascade,
  foreign key (tenant_id, role_id) references upm.role on delete cascade
);
create index on upm.user_role (tenant_id, role_id);
select kernel.protect('upm.user_role');
select kernel.open_to_gate('upm.user_role', 'select');

create table upm.dept (
  tenant_id text not null references upm.tenant,
  id text not null,
  parent_id text,
  title text not null,
  sort integer not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references upm.dept
);
select kernel.protect('upm.dept');

create table upm.user_dept (
  tenant_id text not null,
  user_id text not null,
  dept_id text not null,
  is_main boolean not null default true,
  primary key (tenant_id, user_id, dept_id),
  foreign key (tenant_id, user_id) references upm.member on delete cascade,
  foreign key (tenant_id, dept_id) references upm.dept on delete cascade
);
create index on upm.user_dept (tenant_id, dept_id);
select kernel.protect('upm.user_dept');

-- A signed-in browser. The token itself is not stored; signing out deletes the row.
create table upm.session (
  token_hash bytea primary key,
  user_id text not null references upm.app_user,
  tenant_id text not null references upm.tenant,
  remember boolean not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index on upm.session (user_id);
create index on upm.session (expires_at);
select kernel.open_to_gate('upm.session', 'select, insert, update, delete');

-- Sign-in tries that count against an account, an address, and the two together.
create table upm.sign_in_attempt (
  key text primary key,
  failures integer not null,
  last_at timestamptz not null default now()
);
create index on upm.sign_in_attempt (last_at);
select kernel.open_to_gate('upm.sign_in_attempt', 'select, insert, update, delete');

-- The one-time link that makes the first administrator; stored hashed.
create table upm.setup_link (
  link_hash bytea primary key,
  expires_at timestamptz not null,
  used_at timestamptz
);
select kernel.open_to_gate('upm.setup_link', 'select');
