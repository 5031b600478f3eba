-- Parameters a company has set: those the platform knows (contract/params.ts) as far as they differ, and its own.
create table system.param (
  tenant_id text not null,
  key text not null,
  -- Of own parameters; known ones are described in code.
  name text not null default '',
  type text not null default 'text' check (type in ('text', 'number', 'boolean')),
  value jsonb not null,
  note text not null default '',
  version integer not null default 1,
  updated_by text not null default '',
  updated_at timestamptz not null default now(),
  primary key (tenant_id, key)
);
select kernel.protect('system.param');
-- Sign-in asks for its limits before a tenant is entered.
select kernel.open_to_gate('system.param', 'select');

-- Dictionaries a company has made or changed; those of the platform stand in code until they are.
create table system.dict (
  tenant_id text not null,
  id text not null,
  code text not null,
  name text not null,
  note text not null default '',
  tree boolean not null default false,
  system boolean not null default false,
  sort integer not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint dict_code unique (tenant_id, code)
);
select kernel.protect('system.dict');

create table system.dict_item (
  tenant_id text not null,
  id text not null,
  dict_id text not null,
  parent_id text,
  code text not null,
  label text not null,
  color text not null default '',
  sort integer not null default 0,
  enabled boolean not null default true,
  effective_from date,
  effective_to date,
  note text not null default '',
  system boolean not null default false,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, dict_id) references system.dict on delete cascade,
  foreign key (tenant_id, parent_id) references system.dict_item deferrable initially deferred,
  constraint dict_item_code unique (tenant_id, dict_id, code)
);
create index on system.dict_item (tenant_id, parent_id);
select kernel.protect('system.dict_item');

-- How codes are made: segments as of contract/code-rules.ts.
create table system.code_rule (
  tenant_id text not null,
  id text not null,
  code text not null,
  name text not null,
  note text not null default '',
  segments jsonb not null,
  reset text not null check (reset in ('never', 'year', 'month', 'day')),
  mode text not null check (mode in ('gapless', 'block')),
  enabled boolean not null default true,
  open boolean not null default false,
  version integer not null default 1,
  taken_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint code_rule_code unique (tenant_id, code)
);
select kernel.protect('system.code_rule');

-- The last number given in a period. Blocks are taken by the owner, beside the transaction that wants a code.
create table system.code_counter (
  tenant_id text not null,
  rule_id text not null,
  period text not null,
  value bigint not null,
  primary key (tenant_id, rule_id, period),
  foreign key (tenant_id, rule_id) references system.code_rule on delete cascade
);
select kernel.protect('system.code_counter');
