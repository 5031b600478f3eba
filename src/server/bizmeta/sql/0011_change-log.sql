-- What changed in the records of each object, one row a record and version, beside the object's table: o_<n>_log. `diff` is
-- {column: [old, new]}, values as they travel on the wire. New objects get theirs when they are made.
do $f$
declare it record;
begin
  for it in select t.no as tenant, o.no from bizmeta.object o join upm.tenant t on t.id = o.tenant_id where to_regclass(format('t_%s.o_%s', t.no, o.no)) is not null loop
    execute format('create table if not exists t_%s.o_%s_log (record_id uuid not null, version integer not null, op text not null, at timestamptz(3) not null, by text not null, diff jsonb, primary key (record_id, version))', it.tenant, it.no);
  end loop;
end $f$;
