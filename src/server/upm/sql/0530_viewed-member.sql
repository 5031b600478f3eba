-- Who a session views the company as. A function of its own: few sessions view, and what is written in place is made ready for every
-- call of every session, which was half of what confirming one costs.
create function upm.viewed_member(of_tenant text, of_user text) returns json language plpgsql stable
  set search_path = pg_catalog, pg_temp as $f$
begin
  return (select json_build_object('real_name', m.real_name,
      'roles', array(select r.code from upm.user_role ur
        join upm.role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
        where ur.tenant_id = m.tenant_id and ur.user_id = m.user_id),
      'functions', array(select f.function from upm.user_role ur
        join upm.role_function f on f.tenant_id = ur.tenant_id and f.role_id = ur.role_id
          where ur.tenant_id = m.tenant_id and ur.user_id = m.user_id
        union select unnest(d.functions) from upm.delegation d
          where d.tenant_id = m.tenant_id and d.user_id = m.user_id order by 1))
    from upm.member m join upm.app_user u on u.id = m.user_id and u.state = 'active'
    where m.tenant_id = of_tenant and m.user_id = of_user and m.state = 'active');
end
$f$;
