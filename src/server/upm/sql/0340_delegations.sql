-- Delegated administrators: a member manages some departments, with all below them, by parts of the functions about people and
-- departments (contract/company/functions.ts, DELEGABLE). The session check reads the functions under the anonymous role.
create table upm.delegation (
  tenant_id text not null,
  user_id text not null,
  functions text[] not null check (cardinality(functions) > 0),
  appointed_by text not null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references upm.member (tenant_id, user_id) on delete cascade
);
select kernel.protect('upm.delegation');
select kernel.open_to_gate('upm.delegation', 'select');

create table upm.delegation_dept (
  tenant_id text not null,
  user_id text not null,
  dept_id text not null,
  primary key (tenant_id, user_id, dept_id),
  foreign key (tenant_id, user_id) references upm.delegation on delete cascade,
  foreign key (tenant_id, dept_id) references upm.dept on delete cascade
);
create index on upm.delegation_dept (tenant_id, dept_id);
select kernel.protect('upm.delegation_dept');

-- An administrator of the whole company needs no delegation, whichever way they became one.
create function upm.end_delegation_of_administrator() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $f$
begin
  delete from upm.delegation d using upm.role r where d.tenant_id = new.tenant_id and d.user_id = new.user_id
    and r.tenant_id = new.tenant_id and r.id = new.role_id and r.code = 'tenant_admin';
  return null;
end $f$;
create trigger end_delegation_of_administrator after insert on upm.user_role for each row
  execute function upm.end_delegation_of_administrator();

-- Where a leaver worked: who manages those departments may bring them back.
alter table upm.member add column left_dept_ids text[] not null default '{}';

-- The departments a member manages by a delegation: those it names and all below them.
create function upm.managed_depts(of_user text) returns setof text language sql stable as $f$
  with recursive managed(id) as (
    select g.dept_id from upm.delegation_dept g where g.tenant_id = current_setting('huozi.tenant') and g.user_id = of_user
    union select d.id from upm.dept d join managed m on d.parent_id = m.id where d.tenant_id = current_setting('huozi.tenant'))
  select id from managed
$f$;

-- The members they see: who works, or worked before leaving, in one of these departments.
create function upm.managed_members(of_user text) returns setof text language sql stable as $f$
  select u.user_id from upm.user_dept u where u.tenant_id = current_setting('huozi.tenant')
    and u.dept_id in (select upm.managed_depts(of_user))
  union select m.user_id from upm.member m where m.tenant_id = current_setting('huozi.tenant') and m.state = 'left'
    and m.left_dept_ids && array(select upm.managed_depts(of_user))
$f$;
