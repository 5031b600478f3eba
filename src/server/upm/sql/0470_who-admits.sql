-- Who decides about applications to a department: administrators, who manages all members, and delegated administrators who may add
-- members to that department. The gate asks when somebody applies, and learns their ids only.
create function upm.who_admits(of_tenant text, to_dept text) returns setof text language sql stable security definer
  set search_path = pg_catalog, pg_temp as $f$
  with recursive above(id, parent_id) as (
    select d.id, d.parent_id from upm.dept d where d.tenant_id = of_tenant and d.id = to_dept
    union select d.id, d.parent_id from upm.dept d join above a on d.id = a.parent_id where d.tenant_id = of_tenant)
  select m.user_id from upm.member m where m.tenant_id = of_tenant and m.state = 'active' and (
    exists (select from upm.user_role ur join upm.role r on r.tenant_id = of_tenant and r.id = ur.role_id
      where ur.tenant_id = of_tenant and ur.user_id = m.user_id and (r.code = 'tenant_admin'
        or exists (select from upm.role_function f where f.tenant_id = of_tenant and f.role_id = r.id and f.function = 'user.manage')))
    or exists (select from upm.delegation g join upm.delegation_dept o on o.tenant_id = of_tenant and o.user_id = g.user_id
      where g.tenant_id = of_tenant and g.user_id = m.user_id and 'user.add' = any(g.functions) and o.dept_id in (select id from above)))
  order by 1
$f$;
