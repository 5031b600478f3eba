-- A session that goes on under a new token in the same company keeps its streams.
create or replace function msg.session_ended() returns trigger language plpgsql as $f$
begin
  if tg_op = 'UPDATE' and new.tenant_id = old.tenant_id and new.former_hash is not distinct from old.token_hash then return null; end if;
  perform pg_notify('huozi_session_ended', old.id);
  return null;
end $f$;
