-- Renames of objects, fields and columns, in their order: revisions of pages are not changed, and one that is restored, compared or
-- shown as a pinned block takes in those that came after it.
create table bizmeta.object_rename (
  tenant_id text not null,
  no bigint generated always as identity,
  object text not null,
  becomes text not null,
  -- From old to new; columns by the sub-table's name before.
  fields json not null,
  columns json not null,
  at timestamptz(3) not null default now(),
  primary key (tenant_id, no)
);
select kernel.protect('bizmeta.object_rename');

-- The newest rename a revision has taken in.
alter table bizmeta.page add column names bigint not null default 0;
