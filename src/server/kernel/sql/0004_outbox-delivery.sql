-- A row whose delivery was given up stays for a while, so that somebody can try again.
alter table kernel.outbox add column dead_at timestamptz;
drop index kernel.outbox_topic_next_at_idx;
create index outbox_due on kernel.outbox (topic, next_at) where dead_at is null;

-- Whoever delivers is woken at the commit, whichever process wrote.
create function kernel.outbox_wake() returns trigger language plpgsql as $f$
begin
  perform pg_notify('huozi_outbox', '');
  return null;
end $f$;
create trigger wake after insert on kernel.outbox for each statement execute function kernel.outbox_wake();
