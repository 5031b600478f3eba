-- Work that takes longer than an answer may: written in the transaction of what it belongs to, done piece by piece. Each
-- piece is one transaction that also writes how far it got, so that a process that dies leaves nothing half done and
-- nothing twice. tenant_no and region are the tenant's: whoever does the work comes from the gate.
create table kernel.job (
  tenant_id text not null,
  id text not null,
  tenant_no integer not null,
  region text not null,
  kind text not null,
  title text not null,
  payload jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  done bigint not null default 0,
  total bigint not null default 0,
  -- Where the next piece begins; null at the start.
  place jsonb,
  error text not null default '',
  tries integer not null default 0,
  -- Counts who took it; a piece of a former taker is void.
  claim integer not null default 0,
  next_at timestamptz not null default now(),
  created_by text not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, id)
);
create index job_due on kernel.job (next_at) where state = 'waiting';
create index on kernel.job (tenant_id, created_at desc);
create index on kernel.job (ended_at);
select kernel.protect('kernel.job');
select kernel.open_to_gate('kernel.job', 'select, update, delete');

-- Whoever works is woken at the commit, whoever waits for the end is told of it.
create function kernel.job_news() returns trigger language plpgsql as $f$
begin
  perform pg_notify('huozi_job', case new.state when 'waiting' then '' else new.id end);
  return null;
end $f$;
create trigger news after insert or update of state on kernel.job for each row execute function kernel.job_news();
