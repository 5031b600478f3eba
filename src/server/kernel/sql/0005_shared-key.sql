-- Keys the processes of one installation sign with, so that one reads what another has signed. Made by the first that asks;
-- only the owner reads them, at the start.
create table kernel.shared_key (
  name text primary key,
  value bytea not null,
  created_at timestamptz not null default now()
);
