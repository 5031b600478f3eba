-- Backups of the whole installation that ended, by the schedule or by the command. Nobody's tenant: the gate reads them for
-- the administrators of the first company, which runs the installation.
create table backup.run (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  ended_at timestamptz not null default now(),
  scheduled boolean not null,
  ok boolean not null,
  directory text not null,
  bytes bigint not null default 0,
  error text not null default ''
);
create index on backup.run (ended_at desc);
grant select on backup.run to huozi_gate;
