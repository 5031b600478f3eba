-- Who came in, and who tried to: written with the answer that was given. Without a tenant the person is nobody's yet.
create table log.login (
  id bigint generated always as identity primary key,
  tenant_id text,
  user_id text,
  account text not null,
  real_name text not null default '',
  -- password, sms, email, wechat, register, invite, switch, logout
  kind text not null,
  ok boolean not null,
  reason text not null default '',
  ip text not null default '',
  user_agent text not null default '',
  at timestamptz not null default now()
);
create index on log.login (tenant_id, at desc, id desc);
create index on log.login (user_id, at desc, id desc);
-- Old lines are found by their time whoever's they are.
create index on log.login using brin (at);
select kernel.protect('log.login');
select kernel.open_to_gate('log.login', 'select, insert');
revoke update, delete on log.login from huozi_meta;

-- What was done in a company's administration, by whom, with what outcome.
create table log.operation (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  user_id text not null,
  real_name text not null,
  call_id text not null,
  summary text not null,
  -- The envelope's code, and the catalogue's reason when it failed.
  code integer not null,
  reason text not null default '',
  -- What was asked for, without secrets, cut to a length people read.
  detail jsonb not null default '{}',
  request_id text not null,
  ip text not null default '',
  ms integer not null default 0,
  at timestamptz not null default now()
);
create index on log.operation (tenant_id, at desc, id desc);
create index on log.operation using brin (at);
select kernel.protect('log.operation');
-- Lines of all companies are written together, by the door.
select kernel.open_to_gate('log.operation', 'insert');
revoke update, delete on log.operation from huozi_meta;
