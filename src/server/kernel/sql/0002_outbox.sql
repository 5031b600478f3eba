-- What is to happen after a commit, whatever becomes of the process: written in the transaction it belongs to, taken by
-- whoever serves its topic. Rows without a tenant belong to nobody yet (a code for somebody who registers).
create table kernel.outbox (
  id bigint generated always as identity primary key,
  tenant_id text,
  topic text not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  next_at timestamptz not null default now(),
  tries integer not null default 0,
  error text
);
create index on kernel.outbox (topic, next_at);
select kernel.protect('kernel.outbox');
select kernel.open_to_gate('kernel.outbox', 'select, insert, update, delete');
