-- Who works in several departments is found by their second ones: few, in a company of any size.
create index user_dept_several on upm.user_dept (tenant_id, user_id) where not is_main;
