-- Devices people have signed in on: wrong tries of strangers do not count there. Stored hashed.
create table upm.device (
  token_hash bytea primary key,
  user_id text not null references upm.app_user on delete cascade,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
create index device_person on upm.device (user_id, seen_at);
create index device_seen on upm.device (seen_at);
select kernel.open_to_gate('upm.device', 'select, insert, update, delete');
