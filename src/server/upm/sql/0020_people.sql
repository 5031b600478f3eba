-- Departments that change are counted, so that two people who change the same one are told; who leads them stands apart.
alter table upm.dept
  add column version integer not null default 1,
  add column created_at timestamptz not null default now();
create index on upm.dept (tenant_id, parent_id, sort);

create table upm.dept_owner (
  tenant_id text not null,
  dept_id text not null,
  user_id text not null,
  sort integer not null default 0,
  primary key (tenant_id, dept_id, user_id),
  foreign key (tenant_id, dept_id) references upm.dept on delete cascade,
  foreign key (tenant_id, user_id) references upm.member (tenant_id, user_id) on delete cascade
);
create index on upm.dept_owner (tenant_id, user_id);
select kernel.protect('upm.dept_owner');

-- 'left': somebody who worked here. The row stays because records name them; nothing else of theirs does.
alter table upm.member drop constraint member_state_check, add constraint member_state_check check (state in ('active', 'off', 'invited', 'left'));
alter table upm.member
  add column version integer not null default 1,
  add column left_at timestamptz;
-- The phone book, in its order.
create index member_by_name on upm.member (tenant_id, real_name collate "zh-x-icu", user_id);

-- A list of people read from a file and checked, until it is taken over or a day has passed.
create table upm.user_import (
  tenant_id text not null references upm.tenant,
  id text not null,
  file_name text not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  rows jsonb not null,
  problems jsonb not null,
  done_at timestamptz,
  primary key (tenant_id, id)
);
create index on upm.user_import (created_at);
select kernel.protect('upm.user_import');
select kernel.open_to_gate('upm.user_import', 'select, delete');
