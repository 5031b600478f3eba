-- What a template's requests to one origin carry that no one reads again: headers and the key of their signature, encrypted
-- (src/server/bpm/outside/secret-box.ts). For one origin only, so that a changed address does not get them.
create table bpm.flow_outlet (
  tenant_id text not null,
  template_id uuid not null,
  origin text not null,
  names text[] not null default '{}',
  has_secret boolean not null default false,
  sealed bytea not null,
  updated_by text not null,
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, template_id, origin),
  foreign key (tenant_id, template_id) references bpm.flow_template on delete cascade
);
select kernel.protect('bpm.flow_outlet');

-- Requests of triggers, one a visit, whatever becomes of the process; kernel.outbox has those that are due. `record` is what
-- the node shows of the record, as it was when it was asked for.
create table bpm.flow_call (
  tenant_id text not null,
  instance_id uuid not null,
  visit integer not null,
  id uuid not null,
  node_id text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'dropped')),
  record jsonb not null,
  tries integer not null default 0,
  status integer,
  error text not null default '',
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  answered_at timestamptz(3),
  primary key (tenant_id, instance_id, visit),
  unique (tenant_id, id),
  foreign key (tenant_id, instance_id) references bpm.flow_instance on delete cascade
);
select kernel.protect('bpm.flow_call');
