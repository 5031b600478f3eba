-- A message in a member's box (specification, section 3).
create table msg.message (
  tenant_id text not null,
  id text not null,
  user_id text not null,
  type_code text not null,
  content text not null,
  handler_params jsonb not null default '{}',
  from_user_id text,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index on msg.message (tenant_id, user_id, (read_at is null), created_at desc, id desc);
select kernel.protect('msg.message');
