-- Streams go on under a renewed token only: one that was replaced (in another company, as another person) ends them.
create or replace function msg.session_ended() returns trigger language plpgsql as $f$
begin
  if tg_op = 'UPDATE' and new.tenant_id = old.tenant_id and new.renew_nonce is not null
    and new.former_hash is not distinct from old.token_hash then return null; end if;
  perform pg_notify('huozi_session_ended', old.id);
  return null;
end $f$;
