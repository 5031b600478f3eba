-- Who is in charge of a department decides what they may do with its records.
create constraint trigger raise_rights after insert or update or delete on upm.dept_owner
  deferrable initially deferred for each row execute function upm.raise_rights();
