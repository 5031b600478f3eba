-- What is known of the disk that files lie on: one row for the installation, nobody's tenant. Kept so that a change of the state is
-- reported once, whichever process sees it and however often it is started again.
create table storage.disk (
  only_row boolean primary key default true check (only_row),
  state text not null default 'ok' check (state in ('ok', 'low', 'full')),
  changed_at timestamptz not null default now()
);
insert into storage.disk default values;

-- Whoever runs the installation sees what every company's files take, and sets the limit of one, also where the owner of an
-- external database is held by row-level security.
create policy owner on storage.space to current_user using (true) with check (true);
