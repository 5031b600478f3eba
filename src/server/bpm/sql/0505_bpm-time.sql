-- Working time of a company; one without a row has the usual (src/flow/time). `hours` are pairs of minutes after midnight.
create table bpm.calendar (
  tenant_id text primary key,
  weekdays integer[] not null,
  hours jsonb not null,
  updated_by text not null,
  updated_at timestamptz(3) not null default now()
);
select kernel.protect('bpm.calendar');

-- Days that differ from their weekday: holidays, and days worked instead.
create table bpm.calendar_day (
  tenant_id text not null,
  day date not null,
  kind text not null check (kind in ('off', 'work')),
  name text not null default '',
  primary key (tenant_id, day)
);
select kernel.protect('bpm.calendar_day');

-- Who does a person's approvals while they are away. Without templates all; without a condition whatever the record says.
create table bpm.substitution (
  tenant_id text not null,
  id uuid not null,
  user_id text not null,
  substitute_id text not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  template_ids uuid[],
  condition text,
  reason text not null default '',
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references upm.member (tenant_id, user_id) on delete cascade,
  foreign key (tenant_id, substitute_id) references upm.member (tenant_id, user_id) on delete cascade,
  check (ends_at > starts_at and user_id <> substitute_id)
);
create index substitution_of on bpm.substitution (tenant_id, user_id, ends_at);
select kernel.protect('bpm.substitution');
