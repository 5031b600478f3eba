-- Does whoever comes by the company's link have to be let in? Links there are already let everybody in, as they did.
alter table upm.invite add column approval boolean not null default false;
grant select (approval) on upm.invite to huozi_gate;

-- Who came by a company's link and waits to be let in. The contact is the one they proved to hold; the answer goes there.
create table upm.join_request (
  tenant_id text not null references upm.tenant,
  id text not null,
  user_id text not null references upm.app_user on delete cascade,
  real_name text not null,
  mobile text,
  email text,
  dept_id text,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused')),
  created_at timestamptz not null default now(),
  decided_by text,
  decided_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, dept_id) references upm.dept on delete set null (dept_id)
);
create unique index join_request_waiting on upm.join_request (tenant_id, user_id) where state = 'waiting';
create index on upm.join_request (user_id);
create index on upm.join_request (tenant_id, state, created_at);
select kernel.protect('upm.join_request');
select kernel.open_to_gate('upm.join_request', 'select, insert, delete');

-- Who waits to be let in elsewhere is not this company's alone.
create or replace function upm.reset_way(of_user text) returns text
language sql security definer stable set search_path = pg_catalog, pg_temp as $f$
  select case
    when u.mobile is not null or u.email is not null then 'link'
    when exists (select from upm.member o where o.user_id = u.id and o.tenant_id <> m.tenant_id and o.state <> 'left')
      or exists (select from upm.join_request r where r.user_id = u.id and r.tenant_id <> m.tenant_id and r.state = 'waiting') then 'elsewhere'
    else 'give' end
  from upm.member m join upm.app_user u on u.id = m.user_id and u.state = 'active'
  where m.tenant_id = current_setting('huozi.tenant') and m.user_id = of_user and m.state = 'active'
$f$;
