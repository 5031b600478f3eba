-- Approvals (docs/flow.md): templates with their versions and drafts, instances with their history, and what lists read of them.
create table bpm.flow_template (
  tenant_id text not null references upm.tenant,
  id uuid not null,
  object_id uuid not null,
  name text not null,
  icon text not null default '',
  category text not null default '',
  -- Off: nothing new is started.
  enabled boolean not null default true,
  -- The version that is started now; 0 before the first.
  version integer not null default 0,
  messages jsonb not null default '[]',
  created_at timestamptz(3) not null default now(),
  created_by text not null,
  updated_at timestamptz(3) not null default now(),
  updated_by text not null,
  deleted_at timestamptz(3),
  deleted_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, object_id) references bizmeta.object on delete cascade
);
create index on bpm.flow_template (tenant_id, object_id);
select kernel.protect('bpm.flow_template');

create table bpm.flow_version (
  tenant_id text not null,
  template_id uuid not null,
  no integer not null,
  document jsonb not null,
  hash text not null,
  note text not null default '',
  words jsonb not null default '[]',
  at timestamptz(3) not null default now(),
  by text not null,
  primary key (tenant_id, template_id, no),
  foreign key (tenant_id, template_id) references bpm.flow_template on delete cascade
);
select kernel.protect('bpm.flow_version');

-- The draft that all builders of a company share; earlier states of it, so that a later save can be merged with what came between.
create table bpm.flow_draft (
  tenant_id text not null,
  template_id uuid not null,
  version integer not null,
  base_no integer not null,
  -- It differs from the version it is a change of.
  changed boolean not null,
  document jsonb not null,
  saved_at timestamptz(3) not null default now(),
  saved_by text not null,
  primary key (tenant_id, template_id),
  foreign key (tenant_id, template_id) references bpm.flow_template on delete cascade
);
select kernel.protect('bpm.flow_draft');
create table bpm.flow_draft_step (
  tenant_id text not null,
  template_id uuid not null,
  version integer not null,
  document jsonb not null,
  primary key (tenant_id, template_id, version),
  foreign key (tenant_id, template_id) references bpm.flow_template on delete cascade
);
select kernel.protect('bpm.flow_draft_step');

create table bpm.flow_instance (
  tenant_id text not null,
  id uuid not null,
  template_id uuid not null,
  version_no integer not null,
  object_id uuid not null,
  record_id uuid,
  -- What lists show; `state` is where it is, the fold of its events.
  status text not null,
  state jsonb not null,
  seq integer not null default 0,
  starter_id text not null,
  starter_dept text,
  title text not null default '',
  code text not null default '',
  summary jsonb not null default '[]',
  waiting text[] not null default '{}',
  -- Values of a draft that has no record yet; the record as it was submitted.
  form jsonb,
  snapshot jsonb,
  picks jsonb not null default '{}',
  parent_id uuid,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  ended_at timestamptz(3),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, template_id) references bpm.flow_template on delete cascade
);
create index flow_instance_owner on bpm.flow_instance (tenant_id, starter_id, created_at desc, id desc);
create index flow_instance_template on bpm.flow_instance (tenant_id, template_id, status, created_at desc);
create index flow_instance_newest on bpm.flow_instance (tenant_id, created_at desc, id desc) where deleted_at is null and status <> 'draft';
create index flow_instance_record on bpm.flow_instance (tenant_id, record_id) where record_id is not null;
create index flow_instance_parent on bpm.flow_instance (tenant_id, parent_id) where parent_id is not null;
select kernel.protect('bpm.flow_instance');

-- What was done, and the events that followed from it; never changed.
create table bpm.flow_event (
  tenant_id text not null,
  instance_id uuid not null,
  seq integer not null,
  op text not null,
  actor text,
  on_behalf_of text,
  item integer,
  node_id text,
  target text,
  user_ids text[] not null default '{}',
  opinion text not null default '',
  signature text,
  files text[] not null default '{}',
  diff jsonb not null default '[]',
  record_version integer,
  ip text not null default '',
  events jsonb not null,
  at timestamptz(3) not null default now(),
  primary key (tenant_id, instance_id, seq),
  foreign key (tenant_id, instance_id) references bpm.flow_instance on delete cascade
);
select kernel.protect('bpm.flow_event');
revoke update on bpm.flow_event from huozi_meta;

create table bpm.flow_item (
  tenant_id text not null,
  instance_id uuid not null,
  no integer not null,
  visit integer not null,
  node_id text not null,
  template_id uuid not null,
  user_id text not null,
  on_behalf_of text,
  role text not null,
  state text not null,
  why text not null default '',
  created_at timestamptz(3) not null default now(),
  read_at timestamptz(3),
  urged_at timestamptz(3),
  due_at timestamptz(3),
  ended_at timestamptz(3),
  primary key (tenant_id, instance_id, no),
  foreign key (tenant_id, instance_id) references bpm.flow_instance on delete cascade
);
-- What a person has to do, in the order it came: one reading of this index.
create index flow_item_todo on bpm.flow_item (tenant_id, user_id, created_at desc, instance_id desc, no desc)
  include (template_id, read_at) where state = 'active';
create index flow_item_done on bpm.flow_item (tenant_id, user_id, ended_at desc, instance_id desc, no desc)
  where state in ('approved', 'rejected', 'returned', 'transferred');
create index flow_item_template on bpm.flow_item (tenant_id, template_id, created_at);
select kernel.protect('bpm.flow_item');

create table bpm.flow_cc (
  tenant_id text not null,
  instance_id uuid not null,
  user_id text not null,
  node_id text,
  template_id uuid not null,
  at timestamptz(3) not null default now(),
  read_at timestamptz(3),
  primary key (tenant_id, instance_id, user_id),
  foreign key (tenant_id, instance_id) references bpm.flow_instance on delete cascade
);
create index flow_cc_of on bpm.flow_cc (tenant_id, user_id, at desc, instance_id desc);
select kernel.protect('bpm.flow_cc');

create table bpm.flow_timer (
  tenant_id text not null,
  instance_id uuid not null,
  no integer not null,
  visit integer not null,
  due_at timestamptz(3) not null,
  primary key (tenant_id, instance_id, no),
  foreign key (tenant_id, instance_id) references bpm.flow_instance on delete cascade
);
create index flow_timer_due on bpm.flow_timer (due_at);
select kernel.protect('bpm.flow_timer');

-- Templates a person marked, and when they last used one.
create table bpm.flow_favourite (
  tenant_id text not null,
  user_id text not null,
  template_id uuid not null,
  is_favourite boolean not null default false,
  used_at timestamptz(3),
  primary key (tenant_id, user_id, template_id),
  foreign key (tenant_id, template_id) references bpm.flow_template on delete cascade,
  foreign key (tenant_id, user_id) references upm.member (tenant_id, user_id) on delete cascade
);
select kernel.protect('bpm.flow_favourite');

-- Who is asked in the place of a person who left, wherever templates name them.
create table bpm.flow_successor (
  tenant_id text not null,
  user_id text not null,
  successor_id text not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references upm.member (tenant_id, user_id) on delete cascade,
  foreign key (tenant_id, successor_id) references upm.member (tenant_id, user_id) on delete cascade
);
select kernel.protect('bpm.flow_successor');
